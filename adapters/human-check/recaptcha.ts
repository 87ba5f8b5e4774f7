import { createHash } from 'node:crypto'
import { z } from 'zod'
import { humanCheckMinutes } from '#features/human-check/contract.ts'
import type { HumanCheckPort } from '#features/human-check/server/human-check-port.ts'

/** `base`: where the service is. `hostname`: of our own pages. */
export type RecaptchaSettings = { siteKey: string; secret: string; base: string; hostname: string }

const patienceMs = 5000
const largestReply = 16 * 1024

const Verdict = z.object({
  success: z.boolean(),
  challenge_ts: z.string().optional(),
  hostname: z.string().optional(),
})

/** Google reCAPTCHA, the box to tick (second version). It knows no actions: an answer is good for the first one. */
export const openRecaptcha = ({ siteKey, secret, base, hostname }: RecaptchaSettings): HumanCheckPort => ({
  ask: async () => ({ kind: 'recaptcha', siteKey, base }),

  async check(answer, _, now) {
    // What they give is of these characters; anything else need not leave the house.
    if (!/^[\w.-]{1,4096}$/.test(answer)) return undefined
    const response = await fetch(`${base}/recaptcha/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
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
