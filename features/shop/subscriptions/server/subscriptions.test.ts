import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cartApi } from '#features/shop/cart/contract.ts'
import { subscriptionsApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

type School = 'hillview' | 'assistant' | 'riverside' | 'lakeside'
const list = async (person: School) => (await app.as(person)(subscriptionsApi.listSubscriptions, {})).response
const renew = async (person: School, subscriptionId: string) =>
  (await app.as(person)(subscriptionsApi.renewSubscription, { subscriptionId })).response
const cartItems = () => app.db.selectFrom('cartItem').selectAll().orderBy('cartId').orderBy('productCode').execute()
const data = 'demo-hillview-scisdata'

test('a school sees its subscriptions in full, the one that ends last first', async () => {
  const all = await list('hillview')
  expect(all.map((each) => [each.productCode, each.state, each.dueForRenewal])).toEqual([
    ['SCISSAF', 'CURRENT', false],
    ['SCISDATA', 'CURRENT', true],
    ['SCISDATA', 'ENDED', false],
    ['SCISDATA', 'ENDED', false],
    ['SCISDATA', 'ENDED', false],
    ['SCISDATA', 'ENDED', false],
  ])
  expect(all[1]).toEqual({
    id: data,
    subscriptionType: { name: 'SUBSCRIPTION' },
    productCode: 'SCISDATA',
    product: { name: 'Catalogue data' },
    effectiveStartDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    effectiveEndDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    enrollmentSize: 412,
    createdDate: expect.stringMatching(/T.*Z$/),
    invoiceNumber: 'SCINV10002',
    purchaseOrder: 'HPS-1988',
    payorName: 'Hillview Primary School',
    dueForRenewal: true,
    state: 'CURRENT',
    inCart: true,
  })
})

test('a school sees no other school’s subscriptions', async () => {
  expect((await list('riverside')).map((each) => each.productCode)).toEqual(['SCISZ'])
  expect((await list('lakeside')).map((each) => each.productCode)).toEqual(['SCISTRIAL'])
})

test('renewing puts the product into the caller’s cart, opened if needed; simultaneous requests add it once', async () => {
  const put = await Promise.all(Array.from({ length: 8 }, () => renew('assistant', data)))
  expect(put.filter((each) => each.added)).toHaveLength(1)
  expect(new Set(put.map((each) => each.cmsId)).size).toBe(1)
  expect(put.map((each) => each.count)).toEqual(Array(8).fill(1))
  expect((await cartItems()).filter((item) => item.cartId === put[0]!.cmsId)).toMatchObject([
    { cartId: put[0]!.cmsId, productCode: 'SCISDATA', productCategory: 'Subscription', quantity: 1 },
  ])
  expect(await app.as('assistant')(cartApi.countCart, { userId: 'demo-hillview-assistant' })).toMatchObject({
    count: 1,
  })
  expect((await list('assistant')).find((each) => each.id === data)?.inCart).toBe(true)
  const noted = await app.db
    .selectFrom('auditEntry')
    .where('action', '=', 'subscription_renewal_in_cart')
    .selectAll()
    .execute()
  expect(noted).toMatchObject([
    { customerId: 'demo-hillview', userId: 'demo-hillview-assistant', subject: 'Catalogue data' },
  ])
})

test('a product already in the cart stays unchanged', async () => {
  const before = await cartItems()
  expect(await renew('hillview', data)).toEqual({ cmsId: 'demo-cart', count: 2, added: false })
  expect(await cartItems()).toEqual(before)
})

test('another school’s subscription is absent, and one that is not due is refused; no cart changes', async () => {
  const before = await cartItems()
  for (const id of [data, 'nobody', "' or 1=1"])
    await expect(renew('riverside', id)).rejects.toMatchObject({ code: 'subscription_not_found', status: 404 })
  await expect(renew('hillview', 'demo-hillview-scissaf')).rejects.toMatchObject({ code: 'not_due', status: 409 })
  const [old] = (await list('hillview')).filter((each) => each.state === 'ENDED')
  await expect(renew('hillview', old!.id)).rejects.toMatchObject({ code: 'not_due' })
  await expect(renew('lakeside', 'demo-lakeside-scistrial')).rejects.toMatchObject({ code: 'not_due' })
  expect(await cartItems()).toEqual(before)
})

test('visitors, students and the provider’s team have no subscriptions to see or renew', async () => {
  const before = await cartItems()
  for (const person of [null, 'student', 'desk', 'administrator'] as const) {
    expect((await app.raw(person, { url: '/rest/subscriptions' })).statusCode).toBe(403)
    const sent = { method: 'POST', url: '/rest/subscriptions/renew', payload: { subscriptionId: data } } as const
    expect((await app.raw(person, sent)).statusCode).toBe(403)
  }
  const headers = { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie: await app.sessionOf('assistant') }
  const sent = { method: 'POST', url: '/rest/subscriptions/renew', payload: { subscriptionId: data } } as const
  expect((await app.http.inject({ ...sent, headers })).statusCode).toBe(403)
  expect(await cartItems()).toEqual(before)
})

test('unknown members and a missing id are refused', async () => {
  for (const payload of [{}, { subscriptionId: data, userId: 'x' }, { subscriptionId: 7 }]) {
    const reply = await app.raw('assistant', { method: 'POST', url: '/rest/subscriptions/renew', payload })
    expect(reply.statusCode).toBe(400)
  }
})

test('with an external shop, the cart is not ours', async () => {
  const other = await testApp({ work: false, env: { CMS_URL: 'https://shop.example' } })
  try {
    const sent = other.as('hillview')(subscriptionsApi.renewSubscription, { subscriptionId: data })
    await expect(sent).rejects.toMatchObject({ code: 'cart_elsewhere', status: 409 })
  } finally {
    await other.close()
  }
})
