import type { FastifyInstance } from 'fastify'
import * as openid from 'openid-client'
import type { App } from '#app/app.ts'
import { bundledProvider, clientId, providerPath } from './bundled-provider.ts'
import { mountProvider } from './mount-provider.ts'

/** The identity provider: bundled or outside. Later steps treat both the same. */
export type Issuer = {
  /** Discovered on first use, so that an unavailable issuer does not prevent the start. */
  configuration(): Promise<openid.Configuration>
  /** True for the bundled provider, whose subject is our user id. */
  namesOurIds: boolean
}

type Settings = { issuer: string; clientId: string; clientSecret: string; fetch?: openid.CustomFetch }

export async function openIssuer(http: FastifyInstance, app: App): Promise<Issuer> {
  if (app.env.oidc) return { configuration: discoverOnce(app.env.oidc), namesOurIds: false }
  const { provider, clientSecret } = await bundledProvider(app)
  await mountProvider(http, app, provider)
  return {
    configuration: discoverOnce({
      issuer: app.env.publicUrl + providerPath,
      clientId,
      clientSecret,
      fetch: fetchInProcess(http, app.env.publicUrl),
    }),
    namesOurIds: true,
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

async function discover({ issuer, clientId, clientSecret, fetch }: Settings) {
  const plainHttp = new URL(issuer).protocol === 'http:'
  const timeout = 8
  const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretBasic(clientSecret), {
    ...(plainHttp ? { execute: [openid.allowInsecureRequests] } : {}),
    ...(fetch ? { [openid.customFetch]: fetch } : {}),
    timeout,
  })
  const server = found.serverMetadata()
  const methods = server.token_endpoint_auth_methods_supported
  // OpenID Connect's default: issuers that list no method accept Basic.
  const authenticate =
    !methods || methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret)
  const configuration = new openid.Configuration(server, clientId, undefined, authenticate)
  configuration.timeout = timeout
  if (fetch) configuration[openid.customFetch] = fetch
  if (plainHttp) openid.allowInsecureRequests(configuration)
  openid.enableNonRepudiationChecks(configuration)
  return configuration
}

/** In process: the server may be unable to reach its own public name. */
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
