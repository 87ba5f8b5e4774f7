import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { signInPath } from './bundled-provider.ts'
import { knownBrowserSecret } from './installation-secrets.ts'

type Part = Pick<App, 'db' | 'env' | 'secretKey'>

/** The longest that browsers keep a cookie. */
const days = 400
/** For shared browsers, such as at the issue desk. */
const peopleABrowser = 20

const prefixOf = ({ publicUrl }: App['env']) => `${publicUrl.startsWith('https:') ? '__Secure-' : ''}known-browser-`

/**
 * OWASP's device cookie, given to a browser when this person signed in there. It grants no access; it only separates
 * its guesses from those of strangers. Undefined without one for this name, or after the password has changed.
 */
export async function knownBrowser(app: Part, request: FastifyRequest, username: string) {
  const secret = await knownBrowserSecret(app)
  const mark = request.cookies[prefixOf(app.env) + tagOf(username, secret)]
  const nonce = mark?.match(/^([\w-]{22})\.[\w-]{43}$/)?.[1]
  if (mark === undefined || nonce === undefined) return undefined
  const right = sign(nonce, { username, passwordHash: await passwordHashOf(app.db, username) }, secret)
  return timingSafeEqual(Buffer.from(mark), Buffer.from(right)) ? mark : undefined
}

/**
 * Each sign-in and each change of the password issues a new mark with its own count. One cookie per person, so that one
 * person's change of password leaves the others' cookies valid.
 */
export async function rememberBrowser(
  { env, db, ...app }: Part,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  username: string,
): Promise<void> {
  const secret = await knownBrowserSecret({ db, ...app })
  const prefix = prefixOf(env)
  const name = prefix + tagOf(username, secret)
  const nonce = randomBytes(16).toString('base64url')
  reply.setCookie(name, sign(nonce, { username, passwordHash: await passwordHashOf(db, username) }, secret), {
    path: signInPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: env.publicUrl.startsWith('https:'),
    maxAge: days * 86_400,
  })
  // Browsers send the oldest first.
  const others = Object.keys(request.cookies).filter((each) => each.startsWith(prefix) && each !== name)
  for (const each of others.slice(0, 1 - peopleABrowser)) reply.clearCookie(each, { path: signInPath })
}

async function passwordHashOf(db: Db, username: string) {
  const person = await db
    .selectFrom('appUser')
    .where('username', '=', username)
    .select('passwordHash')
    .executeTakeFirst()
  return person?.passwordHash ?? ''
}

type Held = { username: string; passwordHash: string }

/** Each password's hash has a new salt, so the mark is valid exactly as long as the password. */
const sign = (nonce: string, { username, passwordHash }: Held, secret: string) =>
  `${nonce}.${hmac(secret, 'mark', nonce, username, passwordHash)}`

/** Identifies the person without revealing the name to others who use this browser. */
const tagOf = (username: string, secret: string) => hmac(secret, 'tag', username).slice(0, 16)

const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')
