import type { FastifyInstance } from 'fastify'
import { dayMs } from '#kit/day.ts'
import type { App } from '../app.ts'

/** RFC 9116 recommends less than a year. */
const validDays = 180

/** The contact for reporting vulnerabilities: `/.well-known/security.txt`, if SECURITY_CONTACT is set. */
export function showSecurityContact(http: FastifyInstance, { env, clock }: Pick<App, 'env' | 'clock'>): void {
  const { securityContact, publicUrl } = env
  if (!securityContact) return
  http.get('/.well-known/security.txt', (_, reply) => {
    const today = Math.floor(clock().getTime() / dayMs) * dayMs
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
