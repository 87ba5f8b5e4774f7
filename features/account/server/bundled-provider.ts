import { Provider } from 'oidc-provider'
import type { App, Db } from '#app/app.ts'
import { providerSecrets } from './installation-secrets.ts'
import { oidcStore } from './oidc-store.ts'
import { failedSignInPage } from './pages.ts'

/** Where the bundled provider and its sign-in page live on this origin. */
export const providerPath = '/oidc'
export const signInPath = '/sign-in'
export const callbackPath = '/rest/user/login/callback'
export const clientId = 'portal'
/** The sign-in page may stay open so long. */
export const signInSeconds = 3600
export const sessionCookie = 'oidc-session'
export const interactionCookie = 'oidc-interaction'
/** RFC 8176: proof of possession of a key; a one-time password. */
export const passkeyMark = 'pop'
export const codeMark = 'otp'

/**
 * The OpenID provider of an installation that names no other. It has one client, ourselves, and asks for the password
 * each time: it keeps no session of its own, so that there is only one session to end.
 */
export async function bundledProvider(app: App) {
  const { env, db, clock, log } = app
  const { jwks, cookieKeys, clientSecret } = await providerSecrets(app)
  const cookie = { httpOnly: true, sameSite: 'lax', secure: env.publicUrl.startsWith('https:') } as const
  const provider = new Provider(env.publicUrl + providerPath, {
    adapter: oidcStore({ db, clock }),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [env.publicUrl + callbackPath],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: jwks as { keys: [] },
    cookies: {
      keys: cookieKeys,
      names: { session: sessionCookie, interaction: interactionCookie, resume: 'oidc-resume' },
      long: { ...cookie, path: providerPath },
      short: cookie,
    },
    responseTypes: ['code'],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub', 'amr'], email: ['email'] },
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 120,
      IdToken: 300,
      Interaction: signInSeconds,
      Session: 120,
    },
    interactions: { url: (_, interaction) => `${signInPath}/${interaction.uid}` },
    findAccount: async (_, id) => accountOf(db, id),
    // Our own client needs nobody's consent.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    renderError: async (context) => {
      context.type = 'html'
      context.body = failedSignInPage(env, { reason: 'failed', redirect: '/' })
    },
  })
  provider.on('server_error', (_, error) => log.error({ err: error }, 'bundled OpenID provider'))
  // It trusts X-Forwarded-…, all of which `mountProvider` replaces by what PUBLIC_URL says.
  provider.proxy = true
  return { provider, clientSecret }
}

async function accountOf(db: Db, id: string) {
  const user = await db
    .selectFrom('appUser')
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .select(['id', 'email'])
    .executeTakeFirst()
  return user && { accountId: user.id, claims: async () => ({ sub: user.id, email: user.email }) }
}
