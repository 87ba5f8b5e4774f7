import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { signInPath } from './bundled-provider.ts'
import { knownBrowserSecret } from './installation-secrets.ts'

type Part = Pick<App, 'db' | 'env' | 'secretKey'>

/** As many as browsers keep. */
const days = 400
/** People who share one browser, such as at the issue desk. */
const peopleABrowser = 20

const prefixOf = ({ publicUrl }: App['env']) => `${publicUrl.startsWith('https:') ? '__Secure-' : ''}known-browser-`

/**
 * OWASP's device cookie: what a browser was given when this person signed in there. It lets nobody in; its guesses are
 * only counted apart from those of strangers. Undefined where there is none for this name, and where the password has
 * changed since.
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
 * Each sign-in, and each change of the password, gives a new mark with a count of its own. A cookie for each person, so
 * that a change of the password, which is sent none of them, leaves those of others as they are.
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
    // PostgreSQL holds no NUL in text.
    .where('username', '=', username.replaceAll('\0', '\uFFFD'))
    .select('passwordHash')
    .executeTakeFirst()
  return person?.passwordHash ?? ''
}

type Held = { username: string; passwordHash: string }

/** The hash has a salt of its own for each password, so the mark holds as long as the password does. */
const sign = (nonce: string, { username, passwordHash }: Held, secret: string) =>
  `${nonce}.${hmac(secret, 'mark', nonce, username, passwordHash)}`

/** Who it is, so that others who use this browser read no name in its cookies. */
const tagOf = (username: string, secret: string) => hmac(secret, 'tag', username).slice(0, 16)

const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')
