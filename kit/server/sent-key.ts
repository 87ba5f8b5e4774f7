import type { FastifyRequest } from 'fastify'

type Sent = Pick<FastifyRequest, 'headers'>

/** `name`: the API user; undefined for a bearer key, which is enough on its own. */
export type SentKey = { name: string | undefined; secret: string }

/**
 * The key that a program sends, as HTTP Basic with its name or as a bearer token. Basic from a browser counts for
 * nothing: another site's page can make a browser send credentials that it remembers. It remembers no bearer tokens.
 */
export function sentKey({ headers }: Sent): SentKey | undefined {
  if (isOfPortal(headers)) return undefined
  const bearer = /^bearer ([\w.~+/=-]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return { name: undefined, secret: bearer }
  if (headers['sec-fetch-site']) return undefined
  const encoded = /^basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}

const isOfPortal = (headers: Sent['headers']) => Boolean(headers.cookie || headers['x-requested-with'])

/** Sent neither by the portal's own page nor by a browser on another site's. */
export const isOfProgram = ({ headers }: Sent): boolean => !isOfPortal(headers) && !headers['sec-fetch-site']
