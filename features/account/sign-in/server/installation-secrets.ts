import { generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import { type SecretNeeds, storedSecret } from '#kit/server/stored-secret.ts'

export type ProviderSecrets = { jwks: { keys: JsonWebKey[] }; cookieKeys: string[]; clientSecret: string }

/** The bundled provider's secrets, stored so that pending sign-ins survive a restart. */
export const providerSecrets = (app: SecretNeeds) => storedSecret(app, 'oidc_provider', newProviderSecrets)

/** Signs the cookies of known browsers. */
export const knownBrowserSecret = (app: SecretNeeds) => storedSecret(app, 'known_browser', secret)

const secret = () => randomBytes(32).toString('base64url')

function newProviderSecrets(): ProviderSecrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  return { jwks: { keys: [key] }, cookieKeys: [secret()], clientSecret: secret() }
}
