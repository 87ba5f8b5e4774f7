import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong tag of these bytes. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/**
 * Tags the reply. True if the client has this version, by RFC 9110, 13.1.2: the caller then sends 304. Tags are
 * compared weakly, because a proxy that compresses weakens them.
 */
export function clientHas(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  const sent = request.headers['if-none-match']
  if (sent === undefined) return false
  return sent.trim() === '*' || sent.split(',').some((each) => opaque(each) === opaque(etag))
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/**
 * As `private, no-cache`: a program keeps the reply, and asks whether it is still current. The tag is weak, because the
 * reply is sent as it is, as gzip or as Brotli: RFC 9110, 8.8.3.3.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Uint8Array,
  type: string,
): FastifyReply {
  reply.header('cache-control', 'private, no-cache')
  if (clientHas(request, reply, `W/${etagOf(content)}`)) return reply.code(304).send()
  return reply.type(type).send(content)
}
