import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countries } from '#marc/countries.ts'

const text = JSON.stringify(countries)
const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`

/** The same for everybody until the program changes: kept by browsers for a day, then asked for by its mark. */
export function sendCountries(request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
