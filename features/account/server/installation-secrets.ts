import { generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'

export type ProviderSecrets = { jwks: { keys: JsonWebKey[] }; cookieKeys: string[]; clientSecret: string }

/** Of the bundled provider. Kept, so that sign-ins under way survive a restart. */
export const providerSecrets = (db: Db) => keptSecret(db, 'oidc_provider', newProviderSecrets)

/** What the cookies of known browsers are signed with. */
export const knownBrowserSecret = (db: Db) => keptSecret(db, 'known_browser', secret)

/** Made when it is first needed and kept with the data: the same for all processes. */
async function keptSecret<T>(db: Db, key: string, make: () => T): Promise<T> {
  const kept = () => db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  const known = await kept()
  if (known) return known.value as T
  // Of two processes that start at once, the first one's are kept.
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await kept())!.value as T
}

const secret = () => randomBytes(32).toString('base64url')

function newProviderSecrets(): ProviderSecrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  return { jwks: { keys: [key] }, cookieKeys: [secret()], clientSecret: secret() }
}
