import { z } from 'zod'
import { get, problems } from '#kit/contract.ts'

/** The action protected by a human check. An answer is valid for only one (`order-review`: see rules.ts). */
export const HumanAction = z.enum([
  'z3950-reset',
  'order-review',
  'pay-now',
  'request-invoice',
  'pay-invoice',
  'contact',
])
export type HumanAction = z.infer<typeof HumanAction>

/** An ALTCHA v2 puzzle, signed by the server: a worker in the page finds `counter`. */
export const Puzzle = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    memoryCost: z.number().optional(),
    expiresAt: z.number().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string(),
})
export type Puzzle = z.infer<typeof Puzzle>

/** The kind of check that a page shows. */
export const HumanCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('altcha'), puzzle: Puzzle }),
  /** `base`: the address of the service. */
  z.object({ kind: z.literal('recaptcha'), siteKey: z.string(), base: z.string() }),
])
export type HumanCheck = z.infer<typeof HumanCheck>

/** How long an answer is valid. */
export const humanCheckMinutes = 10

export const humanCheckApi = {
  humanCheck: get('/rest/humanCheck', {
    who: 'visitor',
    summary: `The check that a page must solve before this action; valid once, for ${humanCheckMinutes} minutes`,
    input: z.strictObject({ action: HumanAction }),
    reply: z.object({ response: HumanCheck }),
  }),
}

export const humanCheckProblem = problems({
  /** The specification's sentence. */
  not_a_person: [400, 'Please verify that you are not a robot.'],
  /** `about.puzzle` is a puzzle as JSON: repeat the call with its answer in the header `x-proof-of-work`. */
  work_needed: [429, 'Too many attempts. Please try again. It will take a few seconds longer.'],
})
