import { z } from 'zod'
import { get } from '#kit/contract.ts'

const Subscription = z.object({
  id: z.string(),
  product: z.object({ name: z.string() }),
  effectiveEndDate: z.string(),
  dueForRenewal: z.boolean(),
})

/** What the reminders read of the subscriptions. */
export const subscriptionsFake = {
  subscriptions: get('/rest/subscriptions', {
    who: 'staff',
    summary: 'Subscriptions',
    reply: z.object({ response: z.array(Subscription) }),
  }),
}
