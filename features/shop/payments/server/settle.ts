import type { App, Db } from '#app/app.ts'
import type { AttemptRow } from './payments.ts'

export type Attempt = AttemptRow

/**
 * `placedOrder`: an order that had waited for it is carried out now. `held`: why the money cannot be taken for what it was
 * begun for; a person decides.
 */
export type Settled = { receiptId: string; placedOrder?: true } | { held: string }

/**
 * What happens when an attempt was approved: it pays for its order, or for its invoice. Called once for an attempt, in the
 * transaction that marks it as approved. Given by app/routes.ts, as orders and invoices know payments and not the other
 * way round.
 */
export type Settle = (
  app: Pick<App, 'clock' | 'queue' | 'env' | 'log'>,
  within: Db,
  attempt: Attempt,
) => Promise<Settled>
export type Settles = { order: Settle; invoice: Settle }
