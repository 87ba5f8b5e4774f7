import { z } from 'zod'
import { get, problems } from '#kit/contract.ts'

export const cartApi = {
  countCart: get('/cms/cart/count/:userId', {
    who: 'staff',
    summary: 'Items in the caller’s own cart, shipping left out',
    input: z.strictObject({ userId: z.string() }),
    reply: z.object({ count: z.number().int() }),
  }),
}

export const cartProblem = problems({ cart_not_found: [404, 'There is no such cart.'] })
