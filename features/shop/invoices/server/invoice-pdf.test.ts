import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { textOfPdf } from '#kit/server/files/pdf-testing.ts'
import { type BillTo, totalsOf } from '../../billing/rules.ts'
import { taxOf } from '../../tax/rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    work: false,
    env: {
      PROVIDER_ADDRESS: 'Level 1 | 10 Example Street | Melbourne VIC 3000',
      PROVIDER_TAX_NUMBER: 'ABN 00 000 000 000',
      PAYMENT_INSTRUCTIONS: 'By transfer to account 000-000 00000000.',
    },
  })
})
afterAll(() => app.close())

const read = async (id: string) => {
  const { rawPayload } = await app.raw('hillview', { url: `/rest/invoice/${id}/pdf` })
  return textOfPdf(rawPayload)
}
/** The text next to a label. */
const beside = (texts: string[], label: string) => texts[texts.indexOf(label) + 1]

test('an invoice names its sender, number, tax and ways to pay', async () => {
  const [page] = await read('demo-invoice-10001')
  const whole = page!.join(' ')
  for (const text of ['Tax invoice', 'ABN 00 000 000 000', '10 Example Street', 'OVERDUE', 'Hillview Primary School'])
    expect(whole).toContain(text)
  expect(whole).toContain('By transfer to account 000-000 00000000. Please quote SCINV10001.')
  expect(beside(page!, 'Subtotal')).toBe('$270.00')
  expect(beside(page!, 'Postage & handling')).toBe('$12.00')
  expect(beside(page!, 'GST 10%')).toBe('$28.20')
  expect(beside(page!, 'Amount due')).toBe('$310.20 AUD')
})

const school = (country: string): BillTo => ({
  customerNo: '10001',
  name: 'A school with a name that is so long that it needs more than three lines of a letter to be written in full',
  type: '',
  streetAddress1: '1 Street',
  streetAddress2: '',
  suburbCity: 'Town',
  state: '',
  country,
  postCode: '',
  deliveryAddress: '',
  contacts: [],
})

const rewrite = async (country: string, count: number) => {
  const { basisPoints, currency } = taxOf(country, '2026-11-30')
  const post = { productCode: 'SHIPAUS22', productCategory: 'Postage & Handling', description: 'Postage' }
  const lines = [
    ...Array.from({ length: count }, (_, index) => ({
      productCode: `P${index}`,
      productCategory: 'Library supplies',
      description: `Thing ${index}`,
      quantity: 1,
      unitCents: 1001,
    })),
    { ...post, quantity: 1, unitCents: 2400 },
  ]
  const invoiceId = 'demo-invoice-10004'
  await app.db.deleteFrom('invoiceLine').where('invoiceId', '=', invoiceId).execute()
  await app.db
    .insertInto('invoiceLine')
    .values(lines.map((line, index) => ({ ...line, invoiceId, position: index + 1 })))
    .execute()
  await app.db
    .updateTable('invoice')
    .set({
      ...totalsOf(lines, basisPoints),
      currency,
      taxBasisPoints: basisPoints,
      billTo: JSON.stringify(school(country)) as never,
    })
    .where('id', '=', invoiceId)
    .execute()
  return read(invoiceId)
}

test('New Zealand is charged 15% in its own dollars; long names are not cut off; postage appears once', async () => {
  const [page] = await rewrite('New Zealand', 1)
  expect(beside(page!, 'GST 15%')).toBe('$5.10')
  expect(beside(page!, 'Amount due')).toBe('$39.11 NZD')
  expect(page!.join(' ')).toContain('written in full')
  expect(page!.filter((text) => /^Postage/.test(text))).toEqual(['Postage & handling'])
})

test('other countries are charged no tax, and their invoice is not called a tax invoice', async () => {
  const [page] = await rewrite('Fiji', 1)
  expect(page).toContain('Invoice')
  expect(page).not.toContain('Tax invoice')
  expect(beside(page!, 'No tax')).toBe('$0.00')
  expect(beside(page!, 'Amount due')).toBe('$34.01 AUD')
})

test('many lines continue on several numbered pages, each once', async () => {
  const pages = await rewrite('Australia', 80)
  expect(pages.length).toBeGreaterThan(1)
  const all = pages.flat()
  for (const index of [0, 40, 79]) expect(all.filter((text) => text === `Thing ${index}`)).toHaveLength(1)
  expect(all).toContain(`SCINV10004 · page ${pages.length} of ${pages.length}`)
})
