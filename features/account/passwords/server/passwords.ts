import { hash, verify } from '@node-rs/argon2'
import { normalised } from '#kit/normalised.ts'
import { maxPasswordLength } from '../rules.ts'
import { passwordCost } from './password-cost.ts'

// Different keyboards encode one accented letter differently.
const spell = (secret: string) => normalised(secret, 'NFC')

/** argon2id of a password or PIN; the text includes salt and cost. */
export const hashSecret = (secret: string): Promise<string> => hash(spell(secret), passwordCost)

/** Takes the same time without a hash: it then compares with one that nothing matches. */
export async function isSecret(secret: string, hashed: string | null): Promise<boolean> {
  const short = secret.length <= maxPasswordLength
  const equal = await verify(hashed ?? (await hashOfNobody), short ? spell(secret) : '')
  return equal && short && hashed !== null
}

const hashOfNobody = hashSecret(crypto.randomUUID())
