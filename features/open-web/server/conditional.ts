import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientHas, etagOf } from '#kit/server/etag.ts'

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
  reply.header('cache-control', cacheControl)
  // RFC 9110, 8.8.2.1: never in the future, where the catalogue's seconds may be for an instant.
  const modified = changedAt === undefined ? undefined : new Date(Math.min(changedAt, now.getTime()))
  if (modified) reply.header('last-modified', modified.toUTCString())
  const isKnown = clientHas(request, reply, `W/${etagOf(body)}`) || isUnchanged(request, modified)
  return isKnown ? reply.code(304).send() : body
}

/** Dates count only for clients that send no tags. */
function isUnchanged({ headers }: FastifyRequest, modified: Date | undefined): boolean {
  if (modified === undefined || headers['if-none-match'] !== undefined) return false
  return Date.parse(headers['if-modified-since'] ?? '') >= Math.floor(modified.getTime() / 1000) * 1000
}
