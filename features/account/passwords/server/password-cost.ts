import type { Options } from '@node-rs/argon2'

/** The library exports it as a const enum, which type stripping cannot read. */
const argon2id = 2 as NonNullable<Options['algorithm']>

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 30 ms and safe against graphics cards. */
export const owaspCost = Object.freeze({ algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** The cost of new hashes. Only tests lower it. */
export const passwordCost: Options = { ...owaspCost }
