import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { cartApi, ownCartApi } from '../contract.ts'

let app: TestApp
let site: Server
let requests: { url: string; cookie: string | undefined }[] = []
/** The other site's answer for any cart: status and body. */
let answer: [number, unknown] = [404, '']

beforeAll(async () => {
  site = createServer((request, response) => {
    requests.push({ url: request.url!, cookie: request.headers.cookie })
    const [status, body] = answer
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  app = await testApp({ work: false, env: { CMS_URL: `http://127.0.0.1:${port}/shop` } })
  app.expectErrors(/cart_away/)
})
afterAll(async () => {
  await app.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})
beforeEach(async () => {
  requests = []
  app.setClock(() => new Date())
  app.signInAgain()
  await app.db.deleteFrom('cart').where('elsewhere', '=', true).execute()
})

const review = (id: string, person: 'hillview' | 'riverside' = 'riverside') =>
  app.as(person)(ordersApi.orderDetails, { id })
const items = [
  { productCode: 'SCISDATA', quantity: 1, enrollmentSize: 950, price: 0.01 },
  { productCode: 'SCANCORD', quantity: 2, price: -5 },
  { productCode: 'SHIPAUS22', quantity: 7 },
]
const cartRows = () => app.db.selectFrom('cart').selectAll().where('elsewhere', '=', true).execute()

test('our own cart calls are switched off', async () => {
  for (const { methods, path } of [...Object.values(cartApi), ...Object.values(ownCartApi)])
    expect((await app.raw('hillview', { method: methods[0], url: path.replace(/:\w+/, 'x') })).statusCode).toBe(404)
})

test('the other site says what is in the cart; we set the prices', async () => {
  answer = [200, { items, total: 1 }]
  const { response } = await review('cart-1')
  expect(requests).toEqual([{ url: '/shop/cart/cart-1', cookie: undefined }])
  expect(response).toMatchObject({
    items: [
      { productCode: 'SCISDATA', unitPrice: 560, enrollmentSize: 950 },
      { productCode: 'SCANCORD', unitPrice: 165, quantity: 2 },
      { productCode: 'SHIPAUS22', unitPrice: 12, quantity: 1 },
    ],
    subTotal: 890,
    shipping: 12,
    gst: 90.2,
    total: 992.2,
    hasPostage: true,
    countDown: expect.any(Number),
  })
  expect(response!.countDown).toBeGreaterThan(3590)
})

test('the time runs on while the cart is unchanged, and restarts with other items', async () => {
  answer = [200, { items: [{ productCode: 'SCISPLSTART', quantity: 2 }] }]
  await review('cart-2')
  app.setClock(() => new Date(Date.now() + 30 * 60_000))
  expect((await review('cart-2')).response!.countDown).toBeLessThan(1801)
  answer = [200, { items: [{ productCode: 'SCISPLSTART', quantity: 3 }] }]
  expect((await review('cart-2')).response).toMatchObject({ countDown: 3600, items: [{ quantity: 3 }] })
  app.setClock(() => new Date(Date.now() + 100 * 60_000))
  app.signInAgain()
  await expect(review('cart-2')).rejects.toMatchObject({ status: 400, messages: ['SHOPPING_CART_EXPIRED'] })
})

test('a cart belongs to the school that opens it first, even when two do at once', async () => {
  answer = [200, { items: [{ productCode: 'SCISPLSTART', quantity: 1 }] }]
  const both = await Promise.all([review('cart-3', 'riverside'), review('cart-3', 'hillview')])
  expect(both.filter(({ response }) => response !== null)).toHaveLength(1)
  expect(both.filter(({ errorCode }) => errorCode === 'INVALID_CUSTOMER_ID')).toHaveLength(1)
  const other = both[0]!.response ? 'hillview' : 'riverside'
  const before = await cartRows()
  answer = [200, { items: [{ productCode: 'SCISPLSTART', quantity: 9 }] }]
  requests = []
  expect(await review('cart-3', other)).toMatchObject({ response: null, errorCode: 'INVALID_CUSTOMER_ID' })
  expect(requests).toEqual([])
  expect(await cartRows()).toEqual(before)
})

test.each([
  ['of no such cart', 404, ''],
  ['of nothing', 200, { items: [] }],
  ['of postage alone', 200, { items: [{ productCode: 'SHIPAUS22' }] }],
])('a reply %s means an empty cart', async (_, status, body) => {
  answer = [status, body]
  await expect(review('cart-4')).rejects.toMatchObject({ status: 400, messages: ['UNABLE_TO_RETRIEVE_CART'] })
  expect(await cartRows()).toEqual([])
})

test.each([
  ['no JSON', 200, '<h1>Welcome</h1>'],
  ['another form', 200, { carts: [] }],
  ['a negative quantity', 200, { items: [{ productCode: 'SCANCORD', quantity: -1 }] }],
  ['a huge quantity', 200, { items: [{ productCode: 'SCANCORD', quantity: 1e9 }] }],
  ['a quantity in words', 200, { items: [{ productCode: 'SCANCORD', quantity: '1' }] }],
  ['a code that is none', 200, { items: [{ productCode: '../../x', quantity: 1 }] }],
  ['too many items', 200, { items: Array.from({ length: 101 }, (_, n) => ({ productCode: `A${n}` })) }],
  ['a very long answer', 200, { items: [], more: 'x'.repeat(100_000) }],
  ['an error', 500, ''],
  ['a way elsewhere', 302, ''],
])('%s is not a valid cart, and nothing of it is stored', async (_, status, body) => {
  answer = [status, body]
  await expect(review('cart-5')).rejects.toMatchObject({ code: 'cart_away', status: 503 })
  expect(await cartRows()).toEqual([])
})

test.each(['..', '../../admin', 'a/b', 'a?b=c', 'a%2fb', '\0', 'ü', 'x'.repeat(101)])(
  'the site is not asked for cart %j',
  async (id) => {
    answer = [200, { items }]
    await expect(review(id)).rejects.toMatchObject({ status: 400 })
    expect(requests).toEqual([])
  },
)

test('an older cart of the bundled shop is not available', async () => {
  answer = [200, { items }]
  await expect(review('demo-cart', 'hillview')).rejects.toMatchObject({ messages: ['UNABLE_TO_RETRIEVE_CART'] })
  expect(requests).toEqual([])
})

test('what we do not sell cannot be ordered', async () => {
  answer = [200, { items: [{ productCode: 'UNKNOWN', quantity: 1 }] }]
  await expect(review('cart-6')).rejects.toMatchObject({ code: 'not_orderable' })
})
