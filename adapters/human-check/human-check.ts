import { createHash } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { humanCheckMinutes, Puzzle } from '#platform/human-check/contract.ts'
import { isGoodFor } from '#platform/human-check/rules.ts'
import type { HumanCheckPort } from '#platform/human-check/server/human-check-port.ts'
import { readAnswer } from '#platform/human-check/server/read-answer.ts'

/** Google's if its keys are set, otherwise our own. */
export const openHumanCheck = (
  { recaptcha, publicUrl }: { recaptcha: Omit<RecaptchaSettings, 'hostname'> | undefined; publicUrl: string },
  secrets: AltchaSecrets,
  work?: Work,
): HumanCheckPort =>
  recaptcha ? openRecaptcha({ ...recaptcha, hostname: new URL(publicUrl).hostname }) : openAltcha(secrets, work)

type AltchaSecrets = { challenge: string; key: string }

/** How long a browser computes: rounds per attempt, and attempts per puzzle. */
export type Work = { cost: number; attempts: { from: number; to: number } }
/** About a second on a school's computer. */
const usualWork: Work = { cost: 2000, attempts: { from: 300, to: 900 } }

/** Self-hosted ALTCHA: the page's computer works for a moment, and no third party is involved. */
export const openAltcha = (
  { challenge, key }: AltchaSecrets,
  { cost, attempts }: Work = usualWork,
): HumanCheckPort => ({
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
    // The library uses the system clock; ours decides.
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

/** `base`: the service's address. `hostname`: of our own pages. */
type RecaptchaSettings = { siteKey: string; secret: string; base: string; hostname: string }

const timeoutMs = 5000
const largestReply = 16 * 1024

const Verdict = z.object({
  success: z.boolean(),
  challenge_ts: z.string().optional(),
  hostname: z.string().optional(),
})

/** Google reCAPTCHA v2, the checkbox. It has no actions: an answer counts for the first action that uses it. */
export const openRecaptcha = ({ siteKey, secret, base, hostname }: RecaptchaSettings): HumanCheckPort => ({
  ask: async () => ({ kind: 'recaptcha', siteKey, base }),

  async check(answer, _, now) {
    // Google's answers consist of these characters; nothing else is sent to it.
    if (!/^[\w.-]{1,4096}$/.test(answer)) return undefined
    const response = await fetch(`${base}/recaptcha/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const verdict = Verdict.parse(JSON.parse(await readBounded(response)))
    if (!verdict.success || verdict.hostname !== hostname) return undefined
    const solvedAt = Date.parse(verdict.challenge_ts ?? '')
    const expiresAt = new Date(solvedAt + humanCheckMinutes * 60_000)
    if (Number.isNaN(solvedAt) || expiresAt <= now) return undefined
    return { id: createHash('sha256').update(answer).digest('hex'), expiresAt }
  },
})

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > largestReply) throw new Error('an answer that is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
