import type { App, Db } from '#app/app.ts'
import type { AttemptRow } from './payments.ts'

export type Attempt = AttemptRow

/**
 * `placedOrder`: the payment has placed an order. `held`: why the money cannot pay what it was for; a person decides.
 */
export type Settled = { receiptId: string; placedOrder?: true } | { held: string }

/**
 * Pays the order or invoice of an approved attempt. Called once per attempt, in the transaction that marks it as
 * approved. Supplied by app/routes.ts, because orders and invoices depend on payments and not the reverse.
 */
export type Settle = (app: Pick<App, 'clock' | 'queue' | 'env' | 'log'>, tx: Db, attempt: Attempt) => Promise<Settled>
export type Settles = { order: Settle; invoice: Settle }
