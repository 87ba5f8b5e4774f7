import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { dayMs } from '#kit/day.ts'
import { cartApi, ownCartApi } from '../contract.ts'
import { forgetCarts } from './cart.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const add = (productCode: string) => app.as('riverside')(ownCartApi.addToCart, { productCode })
const cartIds = async () => (await app.db.selectFrom('cart').select('id').execute()).map(({ id }) => id)

/** Marks the cart as ordered; the orders' own tests cover ordering. */
async function order(cartId: string, status: 'AWAITING_PAYMENT' | 'PLACED') {
  await app.db
    .insertInto('shopOrder')
    .values({
      id: `order-${cartId}`,
      orderNo: `SCORD-${cartId}`,
      cartId,
      customerId: 'demo-riverside',
      userId: 'demo-riverside-librarian',
      status,
      currency: 'AUD',
      billTo: JSON.stringify({}) as never,
      taxBasisPoints: 1000,
      subTotalCents: 100,
      shippingCents: 0,
      gstCents: 10,
      totalCents: 110,
      createdAt: app.clock(),
      placedAt: status === 'PLACED' ? app.clock() : null,
    })
    .execute()
}

test('a cart with an order in progress is not changed: a new one takes over its items', async () => {
  const cmsId = (await add('SCISPLSTART')).response!.cmsId
  await order(cmsId, 'AWAITING_PAYMENT')
  const attempt = {
    id: 'attempt',
    ref: 'attempt-1',
    orderId: `order-${cmsId}`,
    invoiceId: null,
    customerId: 'demo-riverside',
    status: 'BEGUN' as const,
    amountCents: 110,
    currency: 'AUD',
    fpTimestamp: '20260101000000',
    begunBy: 'x',
    createdAt: app.clock(),
    expiresAt: new Date(app.clock().getTime() + dayMs),
  }
  await app.db.insertInto('paymentAttempt').values(attempt).execute()
  const items = () => app.db.selectFrom('cartItem').selectAll().where('cartId', '=', cmsId).execute()
  const before = await items()
  for (const attempted of [
    add('SCISPLHEAD'),
    app.as('riverside')(ownCartApi.removeCartItem, { productCode: 'SCISPLSTART' }),
  ])
    await expect(attempted).rejects.toMatchObject({ code: 'cart_in_process', status: 409 })
  await app.db.updateTable('paymentAttempt').set({ status: 'DECLINED' }).execute()
  const { response } = await add('SCISPLHEAD')
  expect(response!.cmsId).not.toBe(cmsId)
  expect(response!.items.map(({ productCode }) => productCode)).toEqual(['SCISPLSTART', 'SCISPLHEAD'])
  expect(await items()).toEqual(before)
  await expect(app.as('riverside')(cartApi.cartItems, { cmsId })).rejects.toMatchObject({ status: 404 })
  await expect(app.as('riverside')(ordersApi.orderDetails, { id: cmsId })).rejects.toMatchObject({ status: 400 })
})

test('ordered items are no longer in the cart', async () => {
  const { response } = await app.as('riverside')(ownCartApi.readCart, {})
  await order(response!.cmsId, 'PLACED')
  expect(await app.as('riverside')(ownCartApi.readCart, {})).toMatchObject({ response: null, expired: null })
  expect((await add('SCANCORD')).response).toMatchObject({ count: 1 })
})

test('unused carts are removed after weeks; ordered ones are kept', async () => {
  const orders = await app.db.selectFrom('shopOrder').select('cartId').execute()
  expect(orders).toHaveLength(2)
  const open = (await app.as('riverside')(ownCartApi.readCart, {})).response!.cmsId
  await forgetCarts.run(app, {}, new AbortController().signal)
  expect(await cartIds()).toContain(open)
  app.setClock(() => new Date(Date.now() + 61 * dayMs))
  await forgetCarts.run(app, {}, new AbortController().signal)
  const left = await cartIds()
  expect(left).not.toContain(open)
  expect(left.toSorted()).toEqual(['demo-cart', ...orders.map(({ cartId }) => cartId)].toSorted())
})
