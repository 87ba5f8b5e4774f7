import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultFingerprint } from '#adapters/payments/fingerprint.ts'
import { timestampOf } from '#adapters/payments/gmt-timestamp.ts'
import { readEnv } from '#app/env.ts'
import { openServer } from '#app/server.ts'
import { wire } from '#app/wire.ts'
import { loadDemoShop } from '#demo/shop.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { requestInvoice } from '#features/shop/orders/server/request-invoice.ts'
import { securePay } from '#features/shop/orders/server/secure-pay.ts'
import type { CardForm } from '#features/shop/payments/contract.ts'
import { sandboxPassword } from '#features/shop/payments/server/sandbox-password.ts'
import { hourMs } from '#kit/day.ts'
import { say } from './table.ts'
import { formatMs } from './times.ts'

/**
 * `node bench/payments.ts [orders, default 200]`: carts that become orders with invoices, and card payment results as
 * the card page sends them, on a database with durable writes.
 */
const [orders = 200] = process.argv.slice(2).map(Number)
const atOnce = 50
const folder = mkdtempSync(join(tmpdir(), 'bench-payments-'))
const caller = {
  sessionId: 'bench',
  userId: 'demo-hillview-librarian',
  customerId: 'demo-hillview',
  role: 'staff' as const,
  disabled: false,
  freshProof: false,
  subscriptions: [],
}

const wired = await wire(
  readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'true', CLIENT_LIMITS: 'off', SCHOOL_LIMITS: 'off' }),
)
// The browser solves the puzzle; only our work is measured.
const app = Object.assign(wired, {
  humanCheck: {
    ...wired.humanCheck,
    check: async (id: string) => ({ id, expiresAt: new Date(Date.now() + 600_000) }),
  },
})
// No load shedding in this benchmark.
const http = await openServer(app, { maxWaitMs: 0 })
try {
  await http.ready()
  await loadDemoWorld(app)
  await loadDemoShop(app)
  const carts = await newCarts(2 * orders + atOnce + 1)
  await invoices(carts.splice(0, orders))
  await invoicesAtOnce(carts.splice(0, atOnce))
  const forms: CardForm[] = []
  for (const id of carts) {
    const { response } = await securePay(app, caller, { id, recaptcha_token: randomUUID() })
    forms.push(response!)
  }
  await results(forms.slice(1))
  await oneManyTimes(forms[0]!)
  await whole()
} finally {
  await http.close()
  await wired.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Labels and their postage: no subscriptions, whose terms would queue up into the next century. */
async function newCarts(count: number): Promise<string[]> {
  const now = app.clock()
  const cart = { customerId: caller.customerId, userId: caller.userId, createdAt: now, reviewedAt: now }
  const expiresAt = new Date(now.getTime() + hourMs)
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.db
    .insertInto('cart')
    .values(ids.map((id) => ({ ...cart, id, expiresAt, closedAt: null, quoteId: null })))
    .execute()
  await app.db
    .insertInto('cartItem')
    .values(
      ids.flatMap((cartId) => [
        { cartId, productCode: 'SCISBARCODES', productCategory: 'Library supplies', quantity: 2, position: 0 },
        { cartId, productCode: 'SHIPAUS22', productCategory: 'Postage & Handling', quantity: 1, position: 1 },
      ]),
    )
    .execute()
  return ids
}

function order(id: string) {
  return requestInvoice(app, caller, { id, recaptcha_token: randomUUID() })
}

async function invoices(carts: string[]) {
  const times = await timed(carts, async (id) => {
    const { errorMessage } = await order(id)
    if (errorMessage) throw new Error(errorMessage)
  })
  say(`${carts.length} carts to orders with their invoices, one after the other: ${inWords(times)}`)
}

async function invoicesAtOnce(carts: string[]) {
  const start = performance.now()
  await Promise.all(carts.map(order))
  const ms = performance.now() - start
  say(`${carts.length} at once: all after ${formatMs(ms)} ms, ${perSecond(carts.length, ms)} a second`)
}

async function results(forms: CardForm[]) {
  const results = await Promise.all(forms.map(approved))
  const first = await timed(results, deliver)
  say(`${results.length} approved results, one after the other: ${inWords(first)}`)
  const again = await timed(results, deliver)
  say(`the same results told again: ${inWords(again)}`)
}

async function oneManyTimes(form: CardForm) {
  const body = await approved(form)
  const start = performance.now()
  await Promise.all(Array.from({ length: atOnce }, () => deliver(body)))
  say(`one result told ${atOnce} times at once: all answered after ${formatMs(performance.now() - start)} ms`)
}

/** Reports missing invoice numbers and duplicates. */
async function whole() {
  const rows = await app.db.selectFrom('invoice').select('invoiceNo').where('orderId', 'is not', null).execute()
  const numbers = rows.map(({ invoiceNo }) => Number(invoiceNo.replace(/\D/g, ''))).toSorted((a, b) => a - b)
  const gaps = numbers.filter((number, at) => at > 0 && number !== numbers[at - 1]! + 1).length
  const paid = await app.db.selectFrom('receipt').select('id').where('kind', '=', 'PAID').execute()
  say(
    `${numbers.length} invoices, ${gaps} gaps or doubles in their numbers; ${paid.length} payments, each with one receipt`,
  )
}

async function approved(form: CardForm): Promise<string> {
  const sent = {
    ...{
      summarycode: '1',
      rescode: '00',
      restext: 'Approved',
      refid: form.primaryRef,
      txnid: randomUUID().slice(0, 13),
    },
    ...{ settdate: '20261121', timestamp: timestampOf(app.clock()), merchant: form.merchantId, amount: form.amount },
    ...{ currency: form.currency, pan: '444433...111' },
  }
  const by = { kind: 'sha1' as const, merchant: form.merchantId, password: await sandboxPassword(app) }
  const { refid: ref, amount, timestamp, summarycode: summaryCode } = sent
  const fingerprint = resultFingerprint(by, { ref, amount, timestamp, summaryCode })
  return new URLSearchParams({ ...sent, fingerprint }).toString()
}

async function deliver(payload: string) {
  const { statusCode, body } = await http.inject({
    method: 'POST',
    url: '/rest/payment/callback',
    headers: { host: new URL(app.env.publicUrl).host, 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
}

async function timed<T>(all: T[], work: (one: T) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (const one of all) {
    const start = performance.now()
    await work(one)
    times.push(performance.now() - start)
  }
  return times
}

function perSecond(count: number, ms: number) {
  return formatMs((count * 1000) / ms)
}

function inWords(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const total = times.reduce((sum, each) => sum + each, 0)
  const at = (share: number) => formatMs(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, slowest ${at(1)} ms, ${perSecond(times.length, total)} a second`
}
