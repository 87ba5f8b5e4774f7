import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** On every reply, refusals among them. Composed once: the library would compose the same ones for each reply. */
export async function sendSecurityHeaders(http: FastifyInstance, env: Env, cardPage: string | undefined) {
  const bare = Fastify()
  await bare.register(fastifyHelmet, securityHeaders(env, cardPage))
  bare.get('/', (_, reply) => reply.code(204).send())
  const { headers } = await bare.inject('/')
  await bare.close()
  const { date, connection, ...composed } = headers
  const all = Object.entries({ ...composed, 'permissions-policy': permissionsPolicy })
  http.addHook('onRequest', (_, reply, next) => {
    for (const [name, value] of all) reply.raw.setHeader(name, value as string)
    next()
  })
}

/** Sources that a page may load and form targets: derived from the settings, and as few as possible. */
const securityHeaders = (
  { publicUrl, cmsUrl, libraryThing, syndetics, recaptcha }: Env,
  cardPage: string | undefined,
): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(recaptcha ? recaptchaParts(recaptcha.base) : [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...originsOf(libraryThing?.covers, syndetics?.base)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(cmsUrl ? [new URL(cmsUrl).origin] : [])],
      ...(recaptcha ? { frameSrc: ["'self'", ...recaptchaFrames(recaptcha.base)] } : {}),
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'", ...cardPageOf(cardPage, publicUrl)],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
})

/** Google's script loads its other parts from a second host. */
const recaptchaParts = (base: string) => [`${new URL(base).origin}/recaptcha/`, 'https://www.gstatic.com/recaptcha/']

const recaptchaFrames = (base: string) => [
  `${new URL(base).origin}/recaptcha/`,
  'https://recaptcha.google.com/recaptcha/',
]

/** Only this page of its host; our own origin is allowed already. */
const cardPageOf = (cardPage: string | undefined, publicUrl: string) => {
  if (cardPage === undefined || new URL(cardPage).origin === publicUrl) return []
  const { origin, pathname } = new URL(cardPage)
  return [origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')]
}

const originsOf = (...addresses: (string | undefined)[]) =>
  addresses.flatMap((each) => (each === undefined ? [] : [new URL(each).origin]))

/** Our pages use the camera (scanner), passkeys and the clipboard; frames get nothing. */
const permissionsPolicy = [
  ...['camera', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'].map(
    (name) => `${name}=(self)`,
  ),
  ...[
    'accelerometer',
    'display-capture',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'usb',
  ].map((name) => `${name}=()`),
].join(', ')
