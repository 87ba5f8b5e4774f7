import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cardPageOf } from '#features/shop/payments/server/payments-testing.ts'
import { dayAfter, dayIn, dayMs, defaultZone } from '#kit/day.ts'
import { billingPapersApi } from '../contract.ts'
import { billToOf } from './bill-to.ts'
import { billedAddresses } from './billed-addresses.ts'

let app: TestApp
const customerId = 'demo-lakeside'
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('contact').where('customerId', '=', customerId).execute()
})

let contacts = 0
const contact = (email: string, is: { primaryContact?: boolean; invoicingContact?: boolean } = {}) =>
  app.db
    .insertInto('contact')
    .values({
      ...{ id: `lakeside-${++contacts}`, customerId, firstName: 'A', lastName: `No ${contacts}`, email },
      ...{ type: 'LIBRARY', primaryContact: false, invoicingContact: false, ...is },
    })
    .execute()
const both = async () => [
  await billedAddresses(app.db, customerId, 'everybody'),
  await billedAddresses(app.db, customerId, 'payers'),
]
const primary = { primaryContact: true }
const invoicing = { invoicingContact: true }

test('receipts go to primary and invoicing contacts, reminders to the invoicing ones', async () => {
  await contact('library@x.example')
  await contact('bills@x.example', invoicing)
  await contact('first@x.example', primary)
  await contact('both@x.example', { ...primary, ...invoicing })
  expect(await both()).toEqual([
    ['first@x.example', 'both@x.example', 'bills@x.example'],
    ['both@x.example', 'bills@x.example'],
  ])
})

test('without an invoicing contact the primary one is reminded', async () => {
  await contact('library@x.example')
  await contact('first@x.example', primary)
  expect(await both()).toEqual([['first@x.example'], ['first@x.example']])
})

test('an address gets one mail however it is capitalised, and a wrong one keeps no one from theirs', async () => {
  await contact('First@x.example', primary)
  await contact('first@X.example', invoicing)
  await contact('no address', invoicing)
  expect(await both()).toEqual([['First@x.example'], ['first@X.example']])
})

test('if no contact can be written to, the people in charge are, except those whose account is off', async () => {
  const person = { role: 'primary-contact', passwordHash: '' } as const
  const add = (id: string, email: string, more: object = {}) =>
    app.db
      .insertInto('appUser')
      .values({
        ...person,
        ...{ id, customerId, username: email, email, firstName: '', lastName: '' },
        ...more,
      } as never)
      .execute()
  await add('lakeside-off', 'off@x.example', { disabledAt: new Date() })
  await add('lakeside-staff', 'staff@x.example', { role: 'staff' })
  await add('other-school', 'other@x.example', { customerId: 'demo-riverside' })
  await contact('library@x.example')
  const inCharge = ['trial@lakeside.example']
  expect(await both()).toEqual([inCharge, inCharge])
  await contact('no address', primary)
  expect(await both()).toEqual([inCharge, inCharge])
  await app.db.deleteFrom('appUser').where('id', 'in', ['lakeside-off', 'lakeside-staff', 'other-school']).execute()
})

test('an invoice is for the school as it is now, with its primary contacts before its invoicing ones', async () => {
  await contact('library@x.example')
  await contact('bills@x.example', invoicing)
  await contact('both@x.example', { ...primary, ...invoicing })
  const billTo = await billToOf(app.db, customerId)
  const customer = await app.db
    .selectFrom('customer')
    .select(['customerNo', 'name', 'type', 'streetAddress1', 'streetAddress2', 'suburbCity', 'state', 'country'])
    .select('postCode')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  expect(billTo).toEqual({
    ...customer,
    deliveryAddress: '',
    contacts: [
      { type: 'PRIMARY', firstName: 'A', lastName: `No ${contacts}`, email: 'both@x.example' },
      { type: 'BILLING', firstName: 'A', lastName: `No ${contacts - 1}`, email: 'bills@x.example' },
    ],
  })
})

test('billing details sum what is unpaid, what is overdue, and what was paid in the last 365 days, in the school’s currency', async () => {
  await contact('first@x.example', primary)
  await contact('bills@x.example', invoicing)
  const now = new Date()
  app.setClock(() => now)
  const today = dayIn(defaultZone, now)
  const invoice = async (cents: number, change: object) => {
    const id = await cardPageOf(app).invoiceOf(cents)
    await app.db
      .updateTable('invoice')
      .set({ invoiceNo: `L${randomUUID().slice(0, 8)}`, customerId, issuedOn: '2020-01-01', dueOn: today, ...change })
      .where('id', '=', id)
      .execute()
  }
  await invoice(1_00, {})
  await invoice(10_00, { dueOn: dayAfter(today, -1) })
  await invoice(100_00, { status: 'PAID', paidAt: new Date(now.getTime() - 365 * dayMs) })
  await invoice(1_000_00, { status: 'PAID', paidAt: new Date(now.getTime() - 365 * dayMs - 1) })
  await invoice(10_000_00, { status: 'CANCELLED' })
  await invoice(100_000_00, { status: 'REFUNDED', paidAt: now })
  await invoice(1_000_000_00, { currency: 'NZD' })
  const { response } = await app.as('lakeside')(billingPapersApi.billingDetails, {})
  expect(response).toMatchObject({ outstanding: 11, overdue: 10, paidLastYear: 100, paymentDays: 30 })
  expect(response).toMatchObject({ currency: 'AUD', taxName: 'GST', taxPercent: 10 })
  expect(response.contacts).toEqual([
    { firstName: 'A', lastName: `No ${contacts - 1}`, email: 'first@x.example', primary: true },
    { firstName: 'A', lastName: `No ${contacts}`, email: 'bills@x.example', primary: false },
  ])
  app.setClock(() => new Date())
})
