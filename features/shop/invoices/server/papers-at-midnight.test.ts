import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { quotesApi } from '#features/shop/orders/contract.ts'
import { leftBy, newCart, requestInvoice } from '#features/shop/orders/server/orders-testing.ts'
import { shopApi } from '#features/shop/products/contract.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { type Day, dayAfter, minuteMs, writtenDay } from '#kit/day.ts'
import { textOfPdf } from '#kit/server/files/pdf-testing.ts'
import { billingApi, deskBillingApi } from '../../billing/contract.ts'
import { lastDayOfTerm } from '../../orders/rules.ts'

const machine = process.env.TZ
let app: TestApp
let now: Date
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => now)
})
afterEach(() => {
  if (machine === undefined) delete process.env.TZ
  else process.env.TZ = machine
})
afterAll(() => app.close())

/** The provider's midnights before a financial year, and before and after each change of its clocks. */
const midnights: [machine: string, at: string, day: Day][] = [
  ['America/New_York', '2027-06-30T14:00Z', '2027-07-01'],
  ['Pacific/Auckland', '2027-10-02T14:00Z', '2027-10-03'],
  ['UTC', '2027-10-03T13:00Z', '2027-10-04'],
  ['America/New_York', '2028-04-01T13:00Z', '2028-04-02'],
  ['Pacific/Auckland', '2028-04-02T14:00Z', '2028-04-03'],
]

const sold = [{ productCode: 'SCISZ' }, { productCode: 'SCISBARCODES' }, { productCode: 'SHIPAUS22' }]
const pdfText = async (url: string) => (await textOfPdf((await app.raw('hillview', { url })).rawPayload)).flat()
const beside = (texts: string[], label: string) => texts[texts.indexOf(label) + 1]

/** An order of one subscription, and every day that its papers and lists show. */
async function daysOfAnOrder() {
  await app.db.deleteFrom('subscription').where('customerId', '=', 'demo-hillview').execute()
  // A school with a long overdue invoice pays by card.
  await app.db.updateTable('invoice').set({ status: 'PAID', paidAt: now }).where('status', '=', 'PENDING').execute()
  const hillview = app.as('hillview')
  const cart = await newCart(app, sold)
  const quote = (await hillview(quotesApi.makeQuote, { id: cart })).response
  await requestInvoice(app, cart)
  const { invoices, subscriptions } = await leftBy(app, cart)
  const { id, issuedOn, dueOn } = invoices[0]!
  const paper = await pdfText(`/rest/invoice/${id}/pdf`)
  const quotePaper = await pdfText(`/rest/quotes/${quote.id}/pdf`)
  const { startsOn, endsOn } = subscriptions[0]!
  return { id, issuedOn, dueOn, startsOn, endsOn, validUntil: quote.validUntilDate, paper, quotePaper }
}

test.each(midnights)(
  'on a server in %s, the papers made in the minutes around %s are of the days before and from %s',
  async (zone, at, day) => {
    process.env.TZ = zone
    for (const [minutes, on] of [
      [-1, dayAfter(day, -1)],
      [0, day],
    ] as const) {
      now = new Date(Date.parse(at) + minutes * minuteMs)
      app.signInAgain()
      const { id, paper, quotePaper, ...days } = await daysOfAnOrder()
      expect(days).toEqual({
        ...{ issuedOn: on, dueOn: dayAfter(on, 30), validUntil: dayAfter(on, 30) },
        ...{ startsOn: on, endsOn: lastDayOfTerm(on, 12) },
      })
      expect([beside(paper, 'Date'), beside(paper, 'Due date')]).toEqual([writtenDay(on), writtenDay(dayAfter(on, 30))])
      expect([beside(quotePaper, 'Date'), beside(quotePaper, 'Valid until')]).toEqual([
        writtenDay(on),
        writtenDay(dayAfter(on, 30)),
      ])
      await app.as('desk')(deskBillingApi.markInvoicePaid, { invoiceId: id, note: 'By transfer' })
      expect(beside(await pdfText(`/rest/invoice/${id}/pdf`), 'Paid on')).toBe(writtenDay(on))
    }
  },
)

test('what ends on a day ends with its last minute', async () => {
  process.env.TZ = 'America/New_York'
  now = new Date('2027-06-01T00:00Z')
  app.signInAgain()
  const { id } = await daysOfAnOrder()
  const last: Day = '2027-06-30'
  await app.db.updateTable('invoice').set({ dueOn: last }).where('id', '=', id).execute()
  await app.db.updateTable('subscription').set({ endsOn: last }).where('customerId', '=', 'demo-hillview').execute()
  await app.db.deleteFrom('productPrice').where('productCode', '=', 'SCANCORD').execute()
  const price = { productCode: 'SCANCORD', currency: 'AUD', enrollmentFrom: 0 } as const
  await app.db
    .insertInto('productPrice')
    .values([
      { ...price, id: 'usual', unitCents: 10_000, startsOn: '2020-01-01', endsOn: last },
      { ...price, id: 'dearer', unitCents: 12_000, startsOn: '2027-07-01', endsOn: null },
    ])
    .execute()
  const seen = async () => {
    const mine = (await app.as('hillview')(billingApi.listInvoices, {})).response.find((each) => each.id === id)!
    const { response: terms } = await app.as('hillview')(subscriptionsApi.listSubscriptions, {})
    const { response: line } = await app.as('desk')(deskApi.deskSubscriptions, { text: '10001' })
    const { response: product } = await app.as('hillview')(shopApi.previewPrice, { productCode: 'SCANCORD' })
    return [mine.invoiceStatus, terms[0]!.state, line[0]!.state, product.unitPrice]
  }
  now = new Date('2027-06-30T13:59:59.999Z')
  app.signInAgain()
  expect(await seen()).toEqual(['Pending', 'CURRENT', 'current', 100])
  now = new Date('2027-06-30T14:00Z')
  app.signInAgain()
  expect(await seen()).toEqual(['Overdue', 'ENDED', 'ended', 120])
})
