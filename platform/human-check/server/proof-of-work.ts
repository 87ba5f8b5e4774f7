import { createHash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { SecretNeeds } from '#kit/server/stored-secret.ts'
import { humanCheckMinutes, Puzzle } from '../contract.ts'
import { altchaSecrets } from './altcha-secrets.ts'
import type { Answered } from './human-check-port.ts'
import { readAnswer } from './read-answer.ts'

/** The hardest level. Each one doubles the work and the memory. */
export const topLevel = 5

/**
 * scrypt needs memory, so graphics cards have little advantage over the person's own computer. 256 rounds on average:
 * with N = 1024 about half a second of one idle core, with N = 16384 and 16 MiB about ten. At the top an attacker pays
 * ten core seconds for each password guess on one username. A large graphics card may manage some tens a second (an
 * estimate): years for a password that the rules accept.
 */
const costOf = (level: number) => 512 * 2 ** level
const blockSize = 8
const prefix = '00'

const kind = 'work'
const hashOf = (about: string) => createHash('sha256').update(about).digest('base64url')

/** Making one costs the server only a signature. */
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
    // The library would compare its own `expiresAt` with the system clock.
    data: { action: kind, about: hashOf(about), level, until: now.getTime() + humanCheckMinutes * 60_000 },
    hmacSignatureSecret: challenge,
    deriveKey,
  })
  return Puzzle.parse(puzzle)
}

/** Undefined if it is unsolved, for something else, too easy or expired. Does not check that it is used only once. */
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
