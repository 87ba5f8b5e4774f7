import { createHash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { SecretNeeds } from '#kit/server/kept-secret.ts'
import { humanCheckMinutes, Puzzle } from '../contract.ts'
import { altchaSecrets } from './altcha-secrets.ts'
import type { Answered } from './human-check-port.ts'
import { readAnswer } from './read-answer.ts'

/** The hardest. Each level doubles the work and the memory of the one before. */
export const topLevel = 5

/**
 * scrypt needs memory, which keeps graphics cards from being much quicker than the person's own computer. 256 rounds on
 * average: of N = 1024 about half a second of one idle core, of N = 16384 and 16 MiB about ten. At the top an attacker
 * thus pays ten seconds of a core for each password tried on one user name. A large graphics card may try some tens a
 * second (an estimate): years for a password that the rules take.
 */
const costOf = (level: number) => 512 * 2 ** level
const blockSize = 8
const prefix = '00'

const kind = 'work'
const hashOf = (about: string) => createHash('sha256').update(about).digest('base64url')

/** Making one costs the server nothing but a signature. */
export async function makeWork(
  app: SecretNeeds,
  { about, level, now }: { about: string; level: number; now: Date },
): Promise<Puzzle> {
  const { challenge } = await altchaSecrets(app)
  const puzzle = await createChallenge({
    algorithm: 'SCRYPT',
    cost: costOf(level),
    memoryCost: blockSize,
    keyPrefix: prefix,
    // Its own `expiresAt` would be held against the machine's clock.
    data: { action: kind, about: hashOf(about), level, until: now.getTime() + humanCheckMinutes * 60_000 },
    hmacSignatureSecret: challenge,
    deriveKey,
  })
  return Puzzle.parse(puzzle)
}

/** Undefined for what was not solved, not for this, was too easy or is too old. That it is used once is not seen here. */
export async function checkWork(
  app: SecretNeeds,
  answer: string,
  { about, least, now }: { about: string; least: number; now: Date },
): Promise<Answered | undefined> {
  const read = readAnswer(answer)
  if (!read) return undefined
  const { parameters, signature } = read.challenge
  const { data } = parameters
  const expiresAt = new Date(Number(data?.until))
  if (data?.action !== kind || data.about !== hashOf(about) || !(Number(data.level) >= least)) return undefined
  if (!(expiresAt > now)) return undefined
  const { challenge } = await altchaSecrets(app)
  const { verified } = await verifySolution({ ...read, deriveKey, hmacSignatureSecret: challenge })
  return verified ? { id: signature.toLowerCase(), expiresAt } : undefined
}
