import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/problem.ts'
import { isFromHere } from '#kit/server/loopback.ts'
import type { App } from '../app.ts'

/**
 * Features that are on by default because only this machine reaches the portal are off for a request through an
 * unconfigured proxy. The sign-in page, which then accepts no demo account, and the outbox use the same check.
 */
export function keepTryingHere(http: FastifyInstance, { env, log }: Pick<App, 'env' | 'log'>) {
  if (!env.thisMachineOnly) return
  const forHere = env.metricsToken ? /^\/sandbox\// : /^\/(sandbox\/|metrics$)/
  let logged = false
  http.addHook('onRequest', async (request) => {
    if (isFromHere(request, env.publicUrl)) return
    if (!logged)
      log.warn(
        'a request came through a proxy or by another name: set PUBLIC_URL and TRUSTED_PROXIES; demo accounts, metrics, card sandbox and outbox are closed to such requests',
      )
    logged = true
    if (forHere.test(request.routeOptions.url ?? ''))
      throw new Problem('not_found', 404, ['There is nothing at this address.'])
  })
}
