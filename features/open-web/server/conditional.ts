import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Call = { request: FastifyRequest; reply: FastifyReply }
type Freshness = {
  /** Last change, ms. */
  changedAt?: number | undefined
  now: Date
  /** `no-cache`: caches ask again each time. */
  cacheControl: string
}

/** The text to send, with its ETag and the day of its last change; or 304 to a client that has it (RFC 9110, 13.2.2). */
export function unlessKnown({ request, reply }: Call, body: string, { changedAt, now, cacheControl }: Freshness) {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', cacheControl)
  // RFC 9110, 8.8.2.1: never in the future, where the catalogue's seconds may be for an instant.
  const modified = changedAt === undefined ? undefined : new Date(Math.min(changedAt, now.getTime()))
  if (modified) reply.header('last-modified', modified.toUTCString())
  return isKnown(request, etag, modified) ? reply.code(304).send() : body
}

function isKnown({ headers }: FastifyRequest, etag: string, modified: Date | undefined): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((each) => each.trim() === '*' || `W/${each.trim().replace(/^W\//, '')}` === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && since >= Math.floor(modified.getTime() / 1000) * 1000
}
