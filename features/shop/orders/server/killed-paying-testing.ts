import { createHash } from 'node:crypto'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { resultFingerprint } from '#adapters/payments/fingerprint.ts'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import type { App, Database } from '#app/app.ts'
import { openServer } from '#app/server.ts'
import type { TestApp } from '#app/testing.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { sandboxPassword } from '#features/shop/payments/server/sandbox-password.ts'
import { newCart } from './orders-testing.ts'

/** Replies that a school or the card page got before the process was killed: they must stay true. */
export type KnownResult = { paid: string } | { requested: string }

/** Kills this process, as `kill -9` would, before the query with this number. */
export function killBefore(db: Kysely<Database>, at: number, count: (queries: number) => void) {
  let queries = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      count(queries)
      if (queries === at) process.kill(process.pid, 'SIGKILL')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

/** Acts as a school and as the card page, over HTTP without a socket. Every human check passes. */
export async function openPaying(given: App) {
  const app: App = {
    ...given,
    humanCheck: {
      ...given.humanCheck,
      check: async (answer, _, now) => ({ id: answer, expiresAt: new Date(now.getTime() + 60_000) }),
    },
  }
  const http = await openServer(app, { maxWaitMs: 0 })
  await http.ready()
  const cookie = await sessionOf(app.db, 'demo-hillview-librarian', app.env.publicUrl, { now: app.clock(), hours: 1 })
  const host = new URL(app.env.publicUrl).host
  const call = async (path: string, payload: object) => {
    const headers = { host, cookie, 'x-requested-with': 'test' }
    const reply = await http.inject({ method: 'POST', url: `/rest/payment/${path}`, headers, payload })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const password = await sandboxPassword(given)

  /** The card page repeats the same transaction until it is answered. */
  const approve = async ({ ref, amountCents }: { ref: string; amountCents: number }) => {
    const sent = { ref, amount: String(amountCents), timestamp: timestampOf(new Date()), summaryCode: '1' }
    const members = {
      summarycode: '1',
      refid: ref,
      txnid: createHash('sha1').update(ref).digest('hex').slice(0, 16),
      timestamp: sent.timestamp,
      merchant: app.payments!.merchant,
      amount: sent.amount,
      fingerprint: resultFingerprint({ kind: 'sha1', merchant: app.payments!.merchant, password }, sent),
    }
    const reply = await http.inject({
      method: 'POST',
      url: '/rest/payment/callback',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(members).toString(),
    })
    if (reply.body !== 'OK') throw new Error(`callback: ${reply.statusCode} ${reply.body}`)
  }

  const order = async () => {
    const id = await newCart(app as unknown as TestApp)
    await call('orderDetails', { id })
    return { id, recaptcha_token: `person-${id}` }
  }
  return {
    async payByCard(): Promise<KnownResult> {
      const { response: form } = await call('securePay', await order())
      await approve({ ref: form.primaryRef, amountCents: Number(form.amount) })
      return { paid: form.primaryRef }
    },
    async requestInvoice(): Promise<KnownResult> {
      const { id } = await call('requestInvoice', await order())
      return { requested: id }
    },
    /** The card page repeats unconfirmed results. */
    async tellAgain() {
      const open = app.db.selectFrom('paymentAttempt').select(['ref', 'amountCents']).where('status', '=', 'BEGUN')
      for (const attempt of await open.execute()) await approve(attempt)
    },
    close: () => http.close(),
  }
}

/** Violated invariants; they must hold at any time. */
export async function wrongIn(db: Kysely<Database>, told: readonly KnownResult[]): Promise<string[]> {
  const count = async (what: string, query: ReturnType<typeof sql<{ n: number }>>) => {
    const { rows } = await query.execute(db)
    return rows[0]!.n === 0 ? [] : [`${rows[0]!.n} × ${what}`]
  }
  const missing = await Promise.all(
    told.map(async (each) => {
      const found =
        'paid' in each
          ? db.selectFrom('paymentAttempt').where('ref', '=', each.paid).where('status', '=', 'APPROVED').select('id')
          : db.selectFrom('receipt').where('id', '=', each.requested).select('id')
      return (await found.executeTakeFirst()) ? [] : [`${JSON.stringify(each)} was told and is not there`]
    }),
  )
  return [
    ...missing.flat(),
    ...(await count(
      'paid without its order being paid',
      sql`select count(*)::int as n from payment_attempt a join shop_order o on o.id = a.order_id
          where a.status = 'APPROVED' and o.status <> 'PAID'`,
    )),
    ...(await count(
      'paid without a receipt, or with two',
      sql`select count(*)::int as n from payment_attempt a
          where (a.status = 'APPROVED') <> ((select count(*) from receipt r where r.attempt_id = a.id) = 1)`,
    )),
    ...(await count(
      'order whose invoice is missing, double, or not of its state',
      sql`select count(*)::int as n from shop_order o where (select count(*) from invoice i where i.order_id = o.id
            and i.status = case o.status when 'PAID' then 'PAID' else 'PENDING' end)
          <> case o.status when 'AWAITING_PAYMENT' then 0 else 1 end
          or (select count(*) from invoice i where i.order_id = o.id) > 1`,
    )),
    ...(await count(
      'order without its subscription, or with two',
      sql`select count(*)::int as n from shop_order o where (select count(*) from subscription s where s.order_id = o.id)
          <> case o.status when 'AWAITING_PAYMENT' then 0 else 1 end`,
    )),
    ...(await count(
      'gap in the numbers of invoices',
      sql`select (select last_no - 100000 from given_number where kind = 'SCINV')
               - (select count(*)::int from invoice where order_id is not null) as n`,
    )),
    ...(await count(
      'gap in the numbers of orders',
      sql`select (select last_no - 100000 from given_number where kind = 'SCORD')
               - (select count(*)::int from shop_order) as n`,
    )),
    ...(await count(
      'mail left twice, or for what has not happened',
      sql`select count(*)::int as n from (
            select recipient, subject from outgoing_mail where subject like '%SCINV%' group by 1, 2
            having count(*) > 1 or not exists (
              select from receipt r join invoice i on i.id = r.invoice_id
              where r.mailed_at is not null and subject like '%' || i.invoice_no || '%')) wrong`,
    )),
  ]
}
