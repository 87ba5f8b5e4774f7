import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#app/app.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { discover } from '../../sign-in/server/issuer.ts'
import { signInServiceProblem } from '../contract.ts'
import { secretOf, serviceOf } from './sign-in-services.ts'

type Result = { response: { works: boolean; sentence: string } }

/** Reads a service's own description. Only a sign-in shows whether it accepts our secret. */
export async function checkService(
  app: Pick<App, 'db' | 'secretKey'>,
  id: string,
  log: FastifyBaseLogger,
): Promise<Result> {
  const service = await serviceOf(app.db, id)
  if (!service) throw signInServiceProblem('service_not_found')
  const failed = (sentence: string): Result => ({ response: { works: false, sentence } })
  if (service.kind !== 'oidc') return failed('Only OpenID Connect services can be checked.')
  const clientSecret = await secretOf(app, id).catch(() => undefined)
  if (!clientSecret) return failed('Its client secret is missing. Please enter it again.')
  try {
    const server = (await discover({ ...service, clientSecret })).serverMetadata()
    const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((each) => !server[each])
    if (missing.length > 0) return failed(`${service.issuer} responds, but doesn’t name its ${missing.join(', ')}.`)
    const signOut = server.end_session_endpoint ? '' : ' People stay signed in there when they sign out here.'
    return { response: { works: true, sentence: `${server.issuer} responds and can sign people in.${signOut}` } }
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'a sign-in service could not be checked')
    return failed(`${service.issuer} doesn’t respond as an OpenID Connect issuer: ${whyNot(error)}`)
  }
}

/** The innermost reason, such as `getaddrinfo ENOTFOUND id.example`. */
function whyNot(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const text = inner instanceof Error ? inner.message : String(inner)
  return `${text.slice(0, 200).replace(/\.$/, '')}.`
}
