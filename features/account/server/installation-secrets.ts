import { generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'

export type ProviderSecrets = { jwks: { keys: JsonWebKey[] }; cookieKeys: string[]; clientSecret: string }

/** Made on the first start and kept with the data, so that sign-ins under way survive a restart. */
export async function providerSecrets(db: Db): Promise<ProviderSecrets> {
  const key = 'oidc_provider'
  const kept = () => db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  const known = await kept()
  if (known) return known.value as ProviderSecrets
  // Of two processes that start at once, the first one's are kept.
  await db
    .insertInto('installation')
    .values({ key, value: JSON.stringify(newSecrets()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await kept())!.value as ProviderSecrets
}

function newSecrets(): ProviderSecrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  const secret = () => randomBytes(32).toString('base64url')
  return { jwks: { keys: [key] }, cookieKeys: [secret()], clientSecret: secret() }
}
