import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

/** The link's offer. Looking at it does not use it up. */
const Offer = z.object({
  organisation: z.string(),
  productName: z.string(),
  effectiveStartDate: z.string(),
  effectiveEndDate: z.string(),
  /** True if the organisation has no account yet: activating opens one. */
  newOrganisation: z.boolean(),
})

const Activated = Offer.extend({
  /** The masked address of the confirmation; empty if the organisation has no address. */
  mailedTo: z.string(),
})
export type Activated = z.infer<typeof Activated>

const id = z.strictObject({ id: z.string('The link has no id.') })
const activated = z.object({ response: Activated })

export const activationApi = {
  checkActivation: get('/rest/activation', {
    who: 'visitor',
    summary: 'What an activation link offers; does not use the link',
    input: z.strictObject({
      kind: z.enum(['free-trial', 'complimentary', 'complimentary-student']),
      id: z.string('The link has no id.'),
    }),
    reply: z.object({ response: Offer }),
  }),
  activateTrial: post('/rest/freeTrial', {
    who: 'visitor',
    summary: 'Start a free trial with its one-time link',
    input: id,
    reply: activated,
  }),
  activateComplimentary: post('/rest/complimentary', {
    who: 'visitor',
    summary: 'Start complimentary access with its one-time link',
    input: id,
    reply: activated,
  }),
  activateComplimentaryStudent: post('/rest/complimentary/student', {
    who: 'visitor',
    summary: 'Start complimentary student access with its one-time link',
    input: id,
    reply: activated,
  }),
}

export const activationProblem = problems({
  link_unknown: [400, 'This link is not valid. Please check that you copied all of it.'],
  link_used: [400, 'This link has already been used.'],
  link_expired: [400, 'This link has expired.'],
  account_exists: [400, 'There is already an account with the email address this link was sent to.'],
})
