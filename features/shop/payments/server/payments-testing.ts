import { randomUUID } from 'node:crypto'
import { resultFingerprint } from '#adapters/payments/fingerprint.ts'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import type { TestApp } from '#app/testing.ts'
import { type AttemptRow, beginAttempt, type PaidFor } from './payments.ts'
import { sandboxPassword } from './sandbox-password.ts'

/** The card page's side, for tests: signs as the bundled sandbox does. */
export function cardPageOf(app: TestApp) {
  const merchant = 'SANDBOX'

  /** A pending invoice of Hillview for 137.50. */
  const invoiceOf = async (totalCents = 13_750) => {
    const id = randomUUID()
    await app.db
      .insertInto('invoice')
      .values({
        id,
        invoiceNo: `T${id.slice(0, 8)}`,
        customerId: 'demo-hillview',
        status: 'PENDING',
        issuedOn: '2026-11-01',
        dueOn: '2026-12-01',
        subTotalCents: totalCents,
        totalCents,
      })
      .execute()
    return id
  }

  const begin = async (of?: PaidFor, amountCents = 13_750, customerId = 'demo-hillview') => {
    const paidFor = of ?? { invoiceId: await invoiceOf(amountCents) }
    return app.db.transaction().execute((tx) =>
      beginAttempt(app, tx, {
        for: paidFor,
        number: 'SCINV1',
        customerId,
        userId: null,
        amountCents,
        currency: 'AUD',
        begunBy: randomUUID(),
        payer: { country: 'Australia', email: 'librarian@hillview.example' },
      }),
    )
  }

  /** A result signed by the card page; `change` alters it on its way. */
  const resultOf = async (
    attempt: Pick<AttemptRow, 'ref' | 'amountCents' | 'currency'>,
    signed: Record<string, string> = {},
    change: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const sent: Record<string, string> = {
      summarycode: '1',
      rescode: '00',
      restext: 'Approved',
      refid: attempt.ref,
      txnid: randomUUID().slice(0, 13),
      settdate: '20261121',
      timestamp: timestampOf(app.clock()),
      merchant,
      amount: String(attempt.amountCents),
      currency: attempt.currency,
      pan: '444433...111',
      ...signed,
    }
    const fingerprint = resultFingerprint(
      { kind: 'sha1', merchant: sent.merchant!, password: await sandboxPassword(app) },
      { ref: sent.refid!, amount: sent.amount!, timestamp: sent.timestamp!, summaryCode: sent.summarycode! },
    )
    return { ...sent, fingerprint, ...change }
  }

  const deliver = (way: 'return' | 'callback', result: Record<string, string> | string, method = 'POST' as const) =>
    app.raw(null, {
      method,
      url: `/rest/payment/${way}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': '' },
      payload: typeof result === 'string' ? result : new URLSearchParams(result).toString(),
    })

  /** The page that the browser is led to. */
  const comeBack = async (result: Record<string, string> | string) => {
    const { statusCode, headers } = await deliver('return', result)
    if (statusCode !== 303) throw new Error(`${statusCode}`)
    return String(headers.location)
  }

  const stateOf = async (attempt: Pick<AttemptRow, 'id'>) => {
    const row = await app.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    const events = await app.db.selectFrom('paymentEvent').select('kind').where('attemptId', '=', attempt.id).execute()
    const receipts = await app.db.selectFrom('receipt').select('id').where('attemptId', '=', attempt.id).execute()
    const invoice = row.invoiceId
      ? await app.db.selectFrom('invoice').select('status').where('id', '=', row.invoiceId).executeTakeFirstOrThrow()
      : undefined
    return {
      ...row,
      events: events.map(({ kind }) => kind).sort(),
      receipts: receipts.length,
      invoice: invoice?.status,
    }
  }

  /** Every row that a payment could change. */
  const everything = async () =>
    JSON.stringify([
      await app.db.selectFrom('paymentAttempt').selectAll().orderBy('id').execute(),
      await app.db.selectFrom('paymentEvent').selectAll().orderBy('id').execute(),
      await app.db.selectFrom('invoice').select(['id', 'status', 'paidAt']).orderBy('id').execute(),
      await app.db.selectFrom('shopOrder').selectAll().orderBy('id').execute(),
      await app.db.selectFrom('receipt').selectAll().orderBy('id').execute(),
    ])

  return { invoiceOf, begin, resultOf, deliver, comeBack, stateOf, everything }
}

/** The data that the portal’s hidden form posts to the card page, under its names. */
export function postedForm(form: Record<string, string>): Record<string, string> {
  return {
    bill_name: form.billName!,
    merchant_id: form.merchantId!,
    primary_ref: form.primaryRef!,
    txn_type: form.txnType!,
    amount: form.amount!,
    fp_timestamp: form.timestamp!,
    fingerprint: form.fingerprint!,
    return_url: form.returnURL!,
    return_url_text: form.returnURLText!,
    return_url_target: form.returnURLTarget!,
    callback_url: form.callbackURL!,
    cancel_url: form.cancelURL!,
    currency: form.currency!,
    display_receipt: form.display_receipt!,
  }
}
