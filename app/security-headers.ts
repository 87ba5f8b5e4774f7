import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Env } from './env.ts'

/** What a page may load and where it may send forms: built from the settings, nothing more than they need. */
export const securityHeaders = ({ publicUrl, cmsUrl, libraryThing, syndetics }: Env): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...originsOf(libraryThing?.covers, syndetics?.base)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(cmsUrl ? [new URL(cmsUrl).origin] : [])],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
})

const originsOf = (...addresses: (string | undefined)[]) =>
  addresses.flatMap((each) => (each === undefined ? [] : [new URL(each).origin]))
