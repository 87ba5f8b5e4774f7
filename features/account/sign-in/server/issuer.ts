import type { FastifyInstance } from 'fastify'
import * as openid from 'openid-client'
import type { App } from '#app/app.ts'
import { callbackPathOf } from '../../sign-in-services/rules.ts'
import { type Service, secretOf, serviceOf } from '../../sign-in-services/server/sign-in-services.ts'
import { bundledProvider, callbackPath, clientId, providerPath } from './bundled-provider.ts'
import { fetchBounded } from './fetch-bounded.ts'
import { mountProvider } from './mount-provider.ts'

/** An identity provider: bundled, of the settings, or a service that an administrator added. */
export type Issuer = {
  /** Discovered on first use, so that an unavailable issuer does not prevent the start. */
  configuration(): Promise<openid.Configuration>
  /** True for the bundled provider, whose subject is our user id. */
  namesOurIds: boolean
  /** Undefined: the bundled provider or that of the settings. */
  service: Service | undefined
  /** Each issuer has its own, so that none can answer in another's place (RFC 9700, 4.4). */
  callbackPath: string
}

export type Issuers = {
  own: Issuer
  /** The service with this id, if it is on; null: our own. */
  find(serviceId: string | null): Promise<Issuer | undefined>
}

type Settings = { issuer: string; clientId: string; clientSecret: string; fetch?: openid.CustomFetch }

export async function openIssuers(http: FastifyInstance, app: App): Promise<Issuers> {
  const own = await openOwn(http, app)
  const ofService = issuersOfServices(app)
  return { own, find: async (serviceId) => (serviceId === null ? own : ofService(serviceId)) }
}

async function openOwn(http: FastifyInstance, app: App): Promise<Issuer> {
  const common = { service: undefined, callbackPath }
  if (app.env.oidc) return { ...common, configuration: discoverOnce(app.env.oidc), namesOurIds: false }
  const { provider, clientSecret } = await bundledProvider(app)
  await mountProvider(http, app, provider)
  return {
    ...common,
    configuration: discoverOnce({
      issuer: app.env.publicUrl + providerPath,
      clientId,
      clientSecret,
      fetch: fetchInProcess(http, app.env.publicUrl),
    }),
    namesOurIds: true,
  }
}

/** Caches an issuer's description until an administrator changes the service. */
function issuersOfServices(app: App) {
  const known = new Map<string, { revision: number; configuration: Issuer['configuration'] }>()
  return async (serviceId: string): Promise<Issuer | undefined> => {
    const service = await serviceOf(app.db, serviceId)
    if (!service?.enabled || service.kind !== 'oidc') return undefined
    const revision = service.updatedAt.getTime()
    let entry = known.get(serviceId)
    if (entry?.revision !== revision) {
      const { issuer, clientId } = service
      const clientSecret = (await secretOf(app, serviceId)) ?? ''
      entry = { revision, configuration: discoverOnce({ issuer, clientId, clientSecret }) }
      known.set(serviceId, entry)
    }
    const { configuration } = entry
    return { configuration, namesOurIds: false, service, callbackPath: callbackPathOf(serviceId) }
  }
}

/** One attempt at a time; a failed one is retried. */
function discoverOnce(settings: Settings) {
  let found: Promise<openid.Configuration> | undefined
  return () => {
    found ??= discover(settings).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}

/**
 * The configuration is the one that `discovery` made: only that one knows that the issuer of a Microsoft service is a
 * pattern, with a place for the organisation.
 */
export function discover({
  issuer,
  clientId,
  clientSecret,
  fetch = fetchBounded,
}: Settings): Promise<openid.Configuration> {
  const plainHttp = new URL(issuer).protocol === 'http:'
  return openid.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    execute: [openid.enableNonRepudiationChecks, ...(plainHttp ? [openid.allowInsecureRequests] : [])],
    [openid.customFetch]: fetch,
    timeout: 8,
  })
}

/** OpenID Connect's default: issuers that list no method accept Basic. */
function authentication(clientSecret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    return (!methods || methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Calls the issuer in this process: the server may be unable to reach its own public name. */
const fetchInProcess =
  (http: FastifyInstance, publicUrl: string): openid.CustomFetch =>
  async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const reply = await http.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...headers, host: new URL(publicUrl).host },
      ...(body ? { payload: String(body) } : {}),
    })
    return new Response(reply.rawPayload.length ? new Uint8Array(reply.rawPayload) : null, {
      status: reply.statusCode,
      headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
    })
  }
