import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayAfter, dayIn, dayMs, defaultZone } from '#kit/day.ts'
import { deskShopApi, shopApi } from '../../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const inDays = (days: number) => dayAfter(dayIn(defaultZone, new Date()), days)
const members = {
  name: 'Library bags, 10',
  productCategory: 'Library supplies' as const,
  summary: 'Of cotton.',
  description: '',
  termMonths: null,
  typeName: '',
  byEnrollment: false,
  physical: true,
  mostInCart: 5,
}
const price = { currency: 'AUD' as const, enrollmentFrom: 0, unitPrice: 24.95, startsDate: inDays(0), endsDate: null }
const add = (more: object = {}) => app.as('desk')(deskShopApi.addProduct, { productCode: 'BAGS', ...members, ...more })
const addPrice = (more: object = {}) => app.as('desk')(deskShopApi.addPrice, { productCode: 'BAGS', ...price, ...more })
const all = async () => (await app.as('desk')(deskShopApi.deskProducts, {})).response
const sold = async (code: string) =>
  (await app.as(null)(shopApi.listProducts, {})).response.find(({ productCode }) => productCode === code)
const audit = async () =>
  (await app.db.selectFrom('auditEntry').select('action').where('customerId', 'is', null).execute()).map(
    ({ action }) => action,
  )

test('the desk’s product is sold once it has a price, until it is withdrawn', async () => {
  expect((await add()).response).toMatchObject({ productCode: 'BAGS', name: 'Library bags, 10', prices: [] })
  expect(await sold('BAGS')).toBeUndefined()
  await addPrice()
  expect(await sold('BAGS')).toMatchObject({ tiers: [{ unitPrice: 24.95 }] })
  const withdraw = (withdrawn: boolean) =>
    app.as('desk')(deskShopApi.withdrawProduct, { productCode: 'BAGS', withdrawn })
  expect((await withdraw(true)).response.withdrawnDate).not.toBeNull()
  expect(await sold('BAGS')).toBeUndefined()
  await withdraw(true)
  await withdraw(false)
  expect(await sold('BAGS')).toBeDefined()
  const { changedDate } = (await all()).find(({ productCode }) => productCode === 'BAGS')!
  const rename = (name: string) =>
    app.as('desk')(deskShopApi.changeProduct, { productCode: 'BAGS', changedDate, ...members, name })
  await rename('Library bags')
  await expect(rename('Bags')).rejects.toMatchObject({ status: 409, code: 'product_changed' })
  expect(await sold('BAGS')).toMatchObject({ name: 'Library bags' })
  expect(await audit()).toEqual([
    'product_added',
    'price_added',
    'product_withdrawn',
    'product_offered',
    'product_changed',
  ])
})

test('an offer takes precedence over the open-ended price; removing a future price deletes it, removing a current one ends it', async () => {
  const states = (prices: { unitPrice: number; state: string }[]) => prices.map((each) => [each.unitPrice, each.state])
  const { response } = await addPrice({ unitPrice: 19.95, startsDate: inDays(3), endsDate: inDays(9) })
  expect(states(response.prices)).toEqual([
    [24.95, 'CURRENT'],
    [19.95, 'PLANNED'],
  ])
  const offer = response.prices[1]!.id
  app.setClock(() => new Date(Date.now() + 5 * dayMs))
  app.signInAgain()
  expect(states((await all()).find((each) => each.productCode === 'BAGS')!.prices)).toEqual([
    [24.95, 'CURRENT'],
    [19.95, 'CURRENT'],
  ])
  expect(await sold('BAGS')).toMatchObject({ tiers: [{ unitPrice: 19.95, endsDate: inDays(9) }] })
  const remove = (priceId: string) => app.as('desk')(deskShopApi.removePrice, { productCode: 'BAGS', priceId })
  expect((await remove(offer)).response.prices[1]).toMatchObject({ state: 'PAST', endsDate: inDays(4) })
  expect(await sold('BAGS')).toMatchObject({ tiers: [{ unitPrice: 24.95 }] })
  await expect(remove(offer)).rejects.toMatchObject({ code: 'price_is_past', status: 409 })
  const later = (await addPrice({ unitPrice: 30, startsDate: inDays(20) })).response.prices.at(-1)!
  expect(states((await remove(later.id)).response.prices)).not.toContainEqual([30, 'PLANNED'])
  expect(await audit()).toContain('price_removed')
  app.setClock(() => new Date())
  app.signInAgain()
})

test.each([
  [{ startsDate: inDays(-1) }, 'price_begins_in_past'],
  [{ startsDate: inDays(2), endsDate: inDays(1) }, 'price_ends_before'],
  [{ startsDate: inDays(1), enrollmentFrom: 100 }, 'not_by_enrollment'],
  [{}, 'price_there'],
  [{ productCode: 'NOTHING' }, 'product_not_found'],
  [{ unitPrice: -1 }, 'invalid_input'],
  [{ unitPrice: 1.999 }, 'invalid_input'],
  [{ unitPrice: 1e9 }, 'invalid_input'],
  [{ currency: 'USD' }, 'invalid_input'],
  [{ startsDate: '2026-02-31' }, 'invalid_input'],
])('a price with %j is refused as %s', async (more, code) => {
  const before = await all()
  await expect(addPrice(more)).rejects.toMatchObject({ code })
  expect(await all()).toEqual(before)
})

test.each([
  [{}, 'product_there'],
  [{ productCode: 'MORE', productCategory: 'Postage & Handling' }, 'product_wrong'],
  [{ productCode: 'MORE', termMonths: 12 }, 'product_wrong'],
  [{ productCode: 'MORE', typeName: 'SUBSCRIPTION' }, 'product_wrong'],
  [{ productCode: 'MORE', termMonths: 12, typeName: 'SUBSCRIPTION', mostInCart: 2 }, 'product_wrong'],
  [{ productCode: 'more stuff' }, 'invalid_input'],
  [{ productCode: 'MORE', name: ' ' }, 'invalid_input'],
  [{ productCode: 'MORE', unitPrice: 3 }, 'invalid_input'],
])('a product with %j is refused as %s', async (more, code) => {
  const before = await all()
  await expect(add(more)).rejects.toMatchObject({ code })
  expect(await all()).toEqual(before)
})

test('of two simultaneous prices for the same day one is added', async () => {
  const both = await Promise.allSettled([10, 11].map((unitPrice) => addPrice({ unitPrice, startsDate: inDays(40) })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('control characters in texts are removed; markup stays text', async () => {
  const { response } = await add({
    productCode: 'CLEAN',
    name: 'A\u0007b <b>c</b>\n',
    description: 'One\r\n\r\ntwo\u0007',
  })
  expect(response).toMatchObject({ name: 'Ab <b>c</b>', description: 'One\n\ntwo' })
})
