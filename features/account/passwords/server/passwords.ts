import { hash, type Options, verify } from '@node-rs/argon2'
import { maxPasswordLength } from '../rules.ts'

/** The library exports it as a const enum, which type stripping cannot read. */
const argon2id = 2 as NonNullable<Options['algorithm']>

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 30 ms and safe against graphics cards. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

// Different keyboards encode one accented letter differently.
const spell = (secret: string) => secret.normalize('NFC')

/** argon2id of a password or PIN; the text includes salt and cost. */
export const hashSecret = (secret: string): Promise<string> => hash(spell(secret), cost)

/** Takes the same time without a hash: it then compares with one that nothing matches. */
export async function isSecret(secret: string, hashed: string | null): Promise<boolean> {
  const short = secret.length <= maxPasswordLength
  const equal = await verify(hashed ?? (await hashOfNobody), short ? spell(secret) : '')
  return equal && short && hashed !== null
}

const hashOfNobody = hashSecret(crypto.randomUUID())
