import type { FastifyRequest } from 'fastify'

export type SentKey = { name: string; secret: string }

/**
 * A name and key that a program sends as HTTP Basic. Never read from a browser, which marks its calls: no other site's
 * page can make it use remembered credentials.
 */
export function sentKey({ headers }: FastifyRequest): SentKey | undefined {
  if (headers.cookie || headers['sec-fetch-site'] || headers['x-requested-with']) return undefined
  const encoded = /^basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
