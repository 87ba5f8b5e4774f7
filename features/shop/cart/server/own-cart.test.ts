import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hourMs } from '#kit/day.ts'
import { cartApi, ownCartApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

type Person = 'hillview' | 'assistant' | 'riverside'
const read = (person: Person = 'riverside') => app.as(person)(ownCartApi.readCart, {})
const add = (
  productCode: string,
  more: { quantity?: number; enrollmentSize?: number } = {},
  person: Person = 'riverside',
) => app.as(person)(ownCartApi.addToCart, { productCode, ...more })
const change = (productCode: string, more: object, person: Person = 'riverside') =>
  app.as(person)(ownCartApi.changeCartItem, { productCode, ...more })
const remove = (productCode: string, person: Person = 'riverside') =>
  app.as(person)(ownCartApi.removeCartItem, { productCode })
const carts = () => app.db.selectFrom('cart').selectAll().orderBy('id').execute()
const items = () => app.db.selectFrom('cartItem').selectAll().orderBy('cartId').orderBy('productCode').execute()
const everything = async () => [await carts(), await items()]
const atTime = (ms: number) => app.setClock(() => new Date(Date.now() + ms))

beforeEach(async () => {
  app.setClock(() => new Date())
  await app.db.deleteFrom('cart').where('id', '!=', 'demo-cart').execute()
})

test('someone who has added nothing has no cart', async () => {
  expect(await read()).toEqual({ responseCode: 200, response: null, expired: null })
})

test('added items have today’s prices, tax and postage, and are kept for 30 days', async () => {
  const now = Date.now()
  app.setClock(() => new Date(now))
  await add('SCISDATA', { enrollmentSize: 950 })
  const { response } = await add('SCISBARCODES', { quantity: 2 })
  expect(response).toMatchObject({
    count: 2,
    currency: 'AUD',
    taxPercent: 10,
    subTotal: 830,
    shipping: 12,
    gst: 84.2,
    total: 926.2,
    purchaseOrder: '',
    quoteNumber: null,
    items: [
      { productCode: 'SCISDATA', quantity: 1, enrollmentSize: 950, unitPrice: 560, mostInCart: 1, problem: null },
      { productCode: 'SCISBARCODES', quantity: 2, enrollmentSize: null, unitPrice: 135, name: 'Barcode labels, 1,000' },
    ],
  })
  expect(Date.parse(response!.expiresDate) - now).toBe(30 * 24 * hourMs)
  expect((await app.as('riverside')(cartApi.cartItems, { cmsId: response!.cmsId })).items).toEqual([
    { productCode: 'SCISDATA', quantity: 1, enrollmentSize: 950 },
    { productCode: 'SCISBARCODES', quantity: 2, enrollmentSize: null },
    { productCode: 'SHIPAUS22', quantity: 1, enrollmentSize: null },
  ])
})

test('postage is removed with the last item sent by post', async () => {
  await add('SCISPLSTART')
  expect((await add('SCANCORD')).response).toMatchObject({ shipping: 12, count: 2 })
  expect((await remove('SCANCORD')).response).toMatchObject({ shipping: 0, count: 1, subTotal: 65, total: 71.5 })
  expect((await remove('SCISPLSTART')).response).toBeNull()
  expect((await items()).filter(({ cartId }) => cartId !== 'demo-cart')).toEqual([])
})

test('adding more of the same raises its quantity, in place', async () => {
  await add('SCISPLSTART', { quantity: 3 })
  await add('SCISPLHEAD')
  const { response } = await add('SCISPLSTART', { quantity: 4 })
  expect(response!.items.map((item) => [item.productCode, item.quantity])).toEqual([
    ['SCISPLSTART', 7],
    ['SCISPLHEAD', 1],
  ])
})

test('quantity and number of students are changed in place', async () => {
  await add('SCISPLSTART', { quantity: 3 })
  await add('SCISSAF', { enrollmentSize: 150 })
  await change('SCISPLSTART', { quantity: 2 })
  const { response } = await change('SCISSAF', { enrollmentSize: 500 })
  expect(response).toMatchObject({ subTotal: 270, items: [{ quantity: 2 }, { enrollmentSize: 500, unitPrice: 140 }] })
})

test('a missing number of students comes from the newest subscription; without one it is asked for', async () => {
  expect((await add('SCISSAF', {}, 'assistant')).response).toMatchObject({ items: [{ enrollmentSize: 412 }] })
  await expect(add('SCISSAF')).rejects.toMatchObject({
    code: 'enrollment_needed',
    status: 400,
    errors: { enrollmentSize: [expect.any(String)] },
  })
  expect((await read()).response).toBeNull()
})

test.each([
  ['SCISDATA', { enrollmentSize: 10, quantity: 2 }, 'too_many'],
  ['SCANCORD', { quantity: 21 }, 'too_many'],
  ['SHIPAUS22', {}, 'product_not_found'],
  ['NOTHING', {}, 'product_not_found'],
  ['SCANCORD', { quantity: 0 }, 'invalid_input'],
  ['SCANCORD', { quantity: -1 }, 'invalid_input'],
  ['SCANCORD', { quantity: 1.5 }, 'invalid_input'],
  ['SCANCORD', { quantity: 1e12 }, 'invalid_input'],
  ['SCANCORD', { quantity: '3' }, 'invalid_input'],
  ['SCANCORD', { unitPrice: 1 }, 'invalid_input'],
  ['SCANCORD', { userId: 'demo-hillview-librarian' }, 'invalid_input'],
  ['SCISSAF', { enrollmentSize: 0 }, 'invalid_input'],
  ['SCISSAF', { enrollmentSize: -400 }, 'invalid_input'],
  ['SCISSAF', { enrollmentSize: 100_001 }, 'invalid_input'],
  ["' or 1=1", {}, 'invalid_input'],
])('%s with %j is refused as %s, and nothing is added', async (productCode, more, code) => {
  await add('SCISPLSTART')
  const before = await everything()
  await expect(add(productCode, more as object)).rejects.toMatchObject({ code })
  await expect(change(productCode, { quantity: 2, ...more })).rejects.toMatchObject({ status: expect.any(Number) })
  expect(await everything()).toEqual(before)
})

test('adding a second of a product limited to one is refused', async () => {
  await add('SCISDATA', { enrollmentSize: 400 })
  await expect(add('SCISDATA', { enrollmentSize: 400 })).rejects.toMatchObject({
    code: 'too_many',
    messages: ['This is already in your cart.'],
    about: { most: '1' },
  })
})

test('items not in the cart, and postage, cannot be changed or removed', async () => {
  await add('SCANCORD')
  const before = await everything()
  for (const code of ['SCISPLSTART', 'SHIPAUS22', 'NOTHING']) {
    await expect(remove(code)).rejects.toMatchObject({ code: 'not_in_cart', status: 404 })
    await expect(change(code, { quantity: 2 })).rejects.toMatchObject({ code: 'not_in_cart', status: 404 })
  }
  expect(await everything()).toEqual(before)
})

test('fifty simultaneous additions: one cart, each counted', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => add('SCISBARCODES')))
  expect(new Set(all.map(({ response }) => response!.cmsId)).size).toBe(1)
  expect((await read()).response).toMatchObject({ items: [{ quantity: 50 }], shipping: 12 })
  await expect(add('SCISBARCODES')).rejects.toMatchObject({ code: 'too_many' })
})

test('no call reaches another person’s cart', async () => {
  const { response } = await add('SCANCORD')
  const cmsId = response!.cmsId
  atTime(31 * 24 * hourMs)
  app.signInAgain()
  const before = await everything()
  for (const person of ['hillview', 'assistant'] as const) {
    for (const call of [ownCartApi.restoreCart, ownCartApi.forgetCart] as const)
      await expect(app.as(person)(call, { cmsId })).rejects.toMatchObject({ code: 'cart_not_found', status: 404 })
    await expect(app.as(person)(cartApi.cartItems, { cmsId })).rejects.toMatchObject({ status: 404 })
    await expect(app.as(person)(cartApi.countCart, { userId: 'demo-riverside-librarian' })).rejects.toMatchObject({
      status: 404,
    })
  }
  expect((await read('assistant')).response).toBeNull()
  expect(await everything()).toEqual(before)
  for (const person of [null, 'student', 'desk', 'administrator'] as const)
    for (const { methods, path } of Object.values(ownCartApi))
      expect((await app.raw(person, { method: methods[0], url: path })).statusCode).toBe(403)
  app.signInAgain()
})

test.each(['no one', "' or 1=1"])('cart %j does not exist', async (cmsId) => {
  for (const call of [ownCartApi.restoreCart, ownCartApi.forgetCart] as const)
    await expect(app.as('riverside')(call, { cmsId })).rejects.toMatchObject({ code: 'cart_not_found', status: 404 })
  await expect(app.as('riverside')(cartApi.cartItems, { cmsId })).rejects.toMatchObject({ status: 404 })
})

test('an expired cart is reported, and its items are restored once, however often and by however many people', async () => {
  const { response } = await add('SCANCORD', { quantity: 2 })
  const cmsId = response!.cmsId
  await app.db.updateTable('cart').set({ expiresAt: new Date() }).where('id', '=', cmsId).execute()
  expect(await read()).toMatchObject({ response: null, expired: { cmsId, count: 1 } })
  await expect(app.as('riverside')(cartApi.cartItems, { cmsId })).rejects.toMatchObject({ status: 404 })
  await add('SCISPLSTART')
  const put = await Promise.all(Array.from({ length: 5 }, () => app.as('riverside')(ownCartApi.restoreCart, { cmsId })))
  for (const reply of put)
    expect(reply).toMatchObject({
      expired: null,
      response: {
        count: 2,
        shipping: 12,
        items: [{ productCode: 'SCISPLSTART' }, { productCode: 'SCANCORD', quantity: 2 }],
      },
    })
  expect(put[0]!.response!.cmsId).not.toBe(cmsId)
})

test('an expired cart can be discarded', async () => {
  const { response } = await add('SCANCORD')
  const { cmsId } = response!
  await app.db.updateTable('cart').set({ expiresAt: new Date() }).where('id', '=', cmsId).execute()
  expect(await app.as('riverside')(ownCartApi.forgetCart, { cmsId })).toMatchObject({ response: null, expired: null })
  expect(await app.as('riverside')(ownCartApi.restoreCart, { cmsId })).toMatchObject({ response: null, expired: null })
})

test('changing a cart under review restarts its 30 days', async () => {
  const { response } = await add('SCANCORD')
  const soon = new Date(Date.now() + hourMs)
  await app.db
    .updateTable('cart')
    .set({ reviewedAt: new Date(), expiresAt: soon })
    .where('id', '=', response!.cmsId)
    .execute()
  const changed = await change('SCANCORD', { quantity: 2 })
  expect(changed.response!.cmsId).toBe(response!.cmsId)
  expect(Date.parse(changed.response!.expiresDate)).toBeGreaterThan(soon.getTime())
  expect((await carts()).find(({ id }) => id === response!.cmsId)).toMatchObject({ reviewedAt: null })
})

test('a purchase order number is kept with the cart', async () => {
  const set = (purchaseOrder: string) => app.as('riverside')(ownCartApi.savePurchaseOrder, { purchaseOrder })
  await expect(set('RC/78')).rejects.toMatchObject({ code: 'cart_not_found' })
  await add('SCANCORD')
  expect((await set(' RC/78 ')).response).toMatchObject({ purchaseOrder: 'RC/78' })
  expect((await add('SCISPLSTART')).response).toMatchObject({ purchaseOrder: 'RC/78' })
  await expect(set('x'.repeat(41))).rejects.toMatchObject({ status: 400 })
})

test('a withdrawn product stays visible, without a price, and is not in the total', async () => {
  await add('SCANCORD')
  await add('SCISPLSTART')
  const withdraw = (withdrawnAt: Date | null) =>
    app.db.updateTable('product').set({ withdrawnAt }).where('code', '=', 'SCANCORD').execute()
  await withdraw(new Date())
  expect((await read()).response).toMatchObject({
    subTotal: 65,
    items: [
      { productCode: 'SCANCORD', unitPrice: null, problem: 'not_offered' },
      { unitPrice: 65, problem: null },
    ],
  })
  await expect(add('SCANCORD')).rejects.toMatchObject({ code: 'not_offered' })
  expect((await remove('SCANCORD')).response).toMatchObject({ count: 1 })
  await withdraw(null)
})

test('a school in New Zealand pays in New Zealand dollars, with that country’s tax', async () => {
  const move = (country: string) =>
    app.db.updateTable('customer').set({ country }).where('id', '=', 'demo-riverside').execute()
  await move('New Zealand')
  expect((await add('SCANCORD')).response).toMatchObject({
    currency: 'NZD',
    taxPercent: 15,
    subTotal: 180,
    shipping: 24,
    gst: 30.6,
    total: 234.6,
  })
  await move('Australia')
})
