import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { signInPath } from './bundled-provider.ts'
import { knownBrowserSecret } from './installation-secrets.ts'

type Part = Pick<App, 'db' | 'env' | 'secretKey'>

/** As many as browsers keep. */
const days = 400
/** People who share one browser, such as at the issue desk. */
const peopleABrowser = 20

const cookieName = ({ publicUrl }: App['env']) => `${publicUrl.startsWith('https:') ? '__Secure-' : ''}known-browser`

/**
 * OWASP's device cookie: what a browser was given when this person signed in there. It lets nobody in; its guesses are
 * only counted apart from those of strangers. Undefined where there is none for this name.
 */
export async function knownBrowser(app: Part, request: FastifyRequest, username: string) {
  const secret = await knownBrowserSecret(app)
  return marksOf(request, app.env).find((mark) => isFor(mark, username, secret))
}

/** Each sign-in gives a new mark, with a count of its own. */
export async function rememberBrowser(
  app: Part,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  username: string,
): Promise<void> {
  const secret = await knownBrowserSecret(app)
  const { env } = app
  const nonce = randomBytes(16).toString('base64url')
  const others = marksOf(request, env).filter((mark) => !isFor(mark, username, secret))
  const marks = [`${nonce}.${sign(nonce, username, secret)}`, ...others].slice(0, peopleABrowser)
  reply.setCookie(cookieName(env), marks.join('~'), {
    path: signInPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: env.publicUrl.startsWith('https:'),
    maxAge: days * 86_400,
  })
}

const marksOf = (request: FastifyRequest, env: App['env']) =>
  (request.cookies[cookieName(env)] ?? '')
    .split('~')
    .slice(0, peopleABrowser)
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark))

function isFor(mark: string, username: string, secret: string) {
  const [nonce, signature] = mark.split('.') as [string, string]
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(nonce, username, secret)))
}

const sign = (nonce: string, username: string, secret: string) =>
  createHmac('sha256', secret).update(`${nonce}\0${username}`).digest('base64url')
