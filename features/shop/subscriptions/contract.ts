import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

export const Subscription = z.object({
  id: z.string(),
  subscriptionType: z.object({ name: z.string() }),
  productCode: z.string(),
  product: z.object({ name: z.string() }),
  effectiveStartDate: z.string(),
  effectiveEndDate: z.string(),
  /** The number of students; null if it does not depend on them. */
  enrollmentSize: z.number().int().nullable(),
  createdDate: z.string(),
  invoiceNumber: z.string(),
  purchaseOrder: z.string(),
  payorName: z.string(),
  dueForRenewal: z.boolean(),
  state: z.enum(['CURRENT', 'UPCOMING', 'ENDED']),
  /** True if its product is in the caller's cart. */
  inCart: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const subscriptionsApi = {
  listSubscriptions: get('/rest/subscriptions', {
    who: 'staff',
    summary: 'All subscriptions of the school, latest end first',
    reply: z.object({ response: z.array(Subscription) }),
  }),
  renewSubscription: post('/rest/subscriptions/renew', {
    who: 'staff',
    summary: 'Add the product of a subscription that is due for renewal to the caller’s own cart, once',
    input: z.strictObject({ subscriptionId: z.string() }),
    reply: z.object({
      response: z.object({
        cmsId: z.string(),
        /** Items in the cart, without shipping. */
        count: z.number().int(),
        /** False if the product was already in the cart. */
        added: z.boolean(),
      }),
    }),
  }),
}

export const subscriptionProblem = problems({
  subscription_not_found: [404, 'We couldn’t find this subscription.'],
  not_due: [409, 'This subscription is not due for renewal.'],
  cart_elsewhere: [409, 'Please renew your subscription in the shop.'],
})
