import { z } from 'zod'
import type { App } from '#app/app.ts'
import { cartDays } from '#features/shop/rules.ts'
import { job } from '#kit/server/jobs.ts'

const day = 86_400_000

/** Carts that nobody has put back for weeks, or that another one has taken the place of. What was ordered is kept. */
export const forgetCarts = job({
  name: 'cart.forget',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 2,
  cron: '40 3 * * *',
  async run({ db, clock }: Pick<App, 'db' | 'clock'>) {
    const now = clock().getTime()
    const longAgo = new Date(now - cartDays * day)
    await db
      .deleteFrom('cart')
      .where((row) =>
        row.or([
          row('expiresAt', '<', longAgo),
          row('closedAt', '<', longAgo),
          // The other content site still has it.
          row.and([row('elsewhere', '=', true), row('expiresAt', '<', new Date(now - 2 * day))]),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('shopOrder').select('shopOrder.id').whereRef('shopOrder.cartId', '=', 'cart.id'))),
      )
      .execute()
  },
})
