import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { humanCheckMinutes, Puzzle } from '#features/human-check/contract.ts'
import { isGoodFor } from '#features/human-check/rules.ts'
import type { HumanCheckPort } from '#features/human-check/server/human-check-port.ts'
import { readAnswer } from '#features/human-check/server/read-answer.ts'

export type AltchaSecrets = { challenge: string; key: string }

/** Rounds of one attempt, and how many attempts a puzzle takes: about a second of a school's computer. */
const cost = 2000
const attempts = { from: 300, to: 900 }

/** ALTCHA by ourselves: the page's computer works for a moment, nobody is asked or watched. */
export const openAltcha = ({ challenge, key }: AltchaSecrets): HumanCheckPort => ({
  async ask(action, now) {
    const puzzle = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(attempts.to, attempts.from),
      deriveKey,
      data: { action },
      expiresAt: new Date(now.getTime() + humanCheckMinutes * 60_000),
      hmacSignatureSecret: challenge,
      hmacKeySignatureSecret: key,
    })
    return { kind: 'altcha', puzzle: Puzzle.parse(puzzle) }
  },

  async check(answer, action, now) {
    const read = readAnswer(answer)
    if (!read) return undefined
    const { parameters, signature } = read.challenge
    const expiresAt = new Date((parameters.expiresAt ?? 0) * 1000)
    // The library asks the machine's own clock; ours decides.
    if (!isGoodFor(parameters.data?.action, action) || !(expiresAt > now)) return undefined
    const { verified } = await verifySolution({
      ...read,
      deriveKey,
      hmacSignatureSecret: challenge,
      hmacKeySignatureSecret: key,
    })
    return verified ? { id: signature.toLowerCase(), expiresAt } : undefined
  },
})
