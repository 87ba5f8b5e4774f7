import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { leftBy, newCart, requestInvoice } from '#features/shop/orders/server/orders-testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'

let app: TestApp
let page: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  page = cardPageOf(app)
})
afterAll(() => app.close())

/** A card payment of the invoice that an order was placed on. */
async function begun(amountCents = 77_770) {
  const cart = await newCart(app)
  await requestInvoice(app, cart)
  const invoiceId = (await leftBy(app, cart)).invoices[0]!.id
  const { attempt } = await page.begin({ invoiceId }, amountCents)
  const states = async () => {
    const { orders, invoices } = await leftBy(app, cart)
    return [orders[0]!.status, invoices[0]!.status]
  }
  return { attempt, states }
}

test('money for an order’s invoice pays the order, too, and no other order', async () => {
  const [{ attempt, states }, other] = [await begun(), await begun()]
  expect(await states()).toEqual(['PLACED', 'PENDING'])
  const back = new URL(await page.comeBack(await page.resultOf(attempt)), 'http://portal')
  expect([await states(), await other.states()]).toEqual([
    ['PAID', 'PAID'],
    ['PLACED', 'PENDING'],
  ])
  const receipts = await app.db.selectFrom('receipt').selectAll().where('attemptId', '=', attempt.id).execute()
  expect(receipts).toMatchObject([
    { id: back.searchParams.get('id'), kind: 'PAID', invoiceId: attempt.invoiceId, subscriptionOrder: false },
  ])
})

test('money that is held pays neither the invoice nor its order', async () => {
  const { attempt, states } = await begun(1_000)
  await page.comeBack(await page.resultOf(attempt))
  expect(await page.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'OTHER_AMOUNT', receipts: 0 })
  expect(await states()).toEqual(['PLACED', 'PENDING'])
})

test('an invoice without an order is paid on its own', async () => {
  const placed = await begun()
  const { attempt } = await page.begin()
  await page.comeBack(await page.resultOf(attempt))
  expect(await page.stateOf(attempt)).toMatchObject({ status: 'APPROVED', invoice: 'PAID', receipts: 1 })
  expect(await placed.states()).toEqual(['PLACED', 'PENDING'])
})
