import type { FastifyRequest } from 'fastify'
import { Problem } from '#kit/contract.ts'

/** A call that changes something must come from our own pages: a foreign page can send none of these three. */
export function proveSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { headers } = request
  const proven =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers['x-requested-with'] !== undefined ||
    headers.origin === publicUrl
  if (!proven) throw new Problem('foreign_origin', 403, ['This call must come from the portal itself.'])
}
