import type { Adapter, AdapterPayload, Provider } from 'oidc-provider'
import type { App, Db } from '#app/app.ts'
import { languageCookie } from '#kit/messages.ts'
import { languageOfBrowser } from '../../language/server/language.ts'
import { providerSecrets } from './installation-secrets.ts'
import { failedSignInPage } from './pages.ts'

/** Paths of the bundled provider and its sign-in page on this origin. */
export const providerPath = '/oidc'
export const signInPath = '/sign-in'
export const callbackPath = '/rest/user/login/callback'
export const clientId = 'portal'
/** How long the sign-in page may stay open. */
export const signInSeconds = 3600
export const sessionCookie = 'oidc-session'
export const interactionCookie = 'oidc-interaction'
/** RFC 8176: proof of possession of a key; a one-time password. */
export const passkeyMark = 'pop'
export const codeMark = 'otp'

/**
 * The OpenID provider for installations without an outside issuer. Its only client is this application. It keeps no
 * session and asks for the password each time, so there is only one session to end. Opened with the first sign-in: its
 * library is one of the largest.
 */
export async function bundledProvider(app: App): Promise<{ provider: () => Promise<Provider>; clientSecret: string }> {
  const secrets = await providerSecrets(app)
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= openProvider(app, secrets)
    return opened
  }
  return { provider, clientSecret: secrets.clientSecret }
}

type Secrets = Awaited<ReturnType<typeof providerSecrets>>

async function openProvider(app: App, { jwks, cookieKeys, clientSecret }: Secrets): Promise<Provider> {
  const { Provider } = await import('oidc-provider')
  const { env, db, clock, log } = app
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
    // The only client is ours: no consent needed.
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
      const cookies = { [languageCookie]: context.cookies.get(languageCookie, { signed: false }) }
      context.body = failedSignInPage(env, languageOfBrowser({ cookies }), { reason: 'failed', redirect: '/' })
    },
  })
  provider.on('server_error', (_, error) => log.error({ err: error }, 'bundled OpenID provider'))
  // Safe: `mountProvider` sets every X-Forwarded-… header from PUBLIC_URL.
  provider.proxy = true
  return provider
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

type Clock = () => Date

/** Storage of the bundled provider in table `oidc_payload`. It checks expiry itself; `sweepExpired` cleans up. */
const oidcStore =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  (model: string): Adapter => {
    const find = async (column: 'id' | 'uid', value: string) => {
      const row = await db
        .selectFrom('oidcPayload')
        .where('model', '=', model)
        .where(column, '=', value)
        .select(['payload', 'consumedAt'])
        .executeTakeFirst()
      if (!row) return undefined
      const payload = row.payload as AdapterPayload
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload
    }
    return {
      find: (id) => find('id', id),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: async () => undefined,
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: JSON.stringify(payload),
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
        }
        await db
          .insertInto('oidcPayload')
          .values({ model, id, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute()
      },
      async consume(id) {
        await db
          .updateTable('oidcPayload')
          .set({ consumedAt: clock() })
          .where('model', '=', model)
          .where('id', '=', id)
          .execute()
      },
      async destroy(id) {
        await db.deleteFrom('oidcPayload').where('model', '=', model).where('id', '=', id).execute()
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidcPayload').where('model', '=', model).where('grantId', '=', grantId).execute()
      },
    }
  }
