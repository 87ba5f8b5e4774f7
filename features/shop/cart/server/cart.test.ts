import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cartApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const count = (person: 'hillview' | 'assistant' | 'riverside', userId: string) =>
  app.as(person)(cartApi.countCart, { userId })

test('postage is in the cart but is not counted as an item', async () => {
  expect(await count('hillview', 'demo-hillview-librarian')).toEqual({ responseCode: 200, count: 2 })
})

test('someone without a cart has no items', async () => {
  expect(await count('riverside', 'demo-riverside-librarian')).toMatchObject({ count: 0 })
})

test.each(['demo-hillview-librarian', 'no one', "' or 1=1"])('the cart of %j is reported as absent', async (id) => {
  for (const person of ['assistant', 'riverside'] as const)
    await expect(count(person, id)).rejects.toMatchObject({ code: 'cart_not_found', status: 404 })
})

test('a visitor is sent to sign in', async () => {
  expect((await app.raw(null, { url: '/cms/cart/count/demo-hillview-librarian' })).statusCode).toBe(403)
})

test('an expired cart holds nothing', async () => {
  const set = (expiresAt: Date) => app.db.updateTable('cart').set({ expiresAt }).where('id', '=', 'demo-cart').execute()
  await set(new Date(Date.now() - 1000))
  expect(await count('hillview', 'demo-hillview-librarian')).toMatchObject({ count: 0 })
  await set(new Date(Date.now() + 60_000))
  expect(await count('hillview', 'demo-hillview-librarian')).toMatchObject({ count: 2 })
})

test('with another content site configured, ours does not answer', async () => {
  const other = await testApp({ work: false, env: { CMS_URL: 'https://shop.example' } })
  try {
    const reply = await other.raw('hillview', { url: '/cms/cart/count/demo-hillview-librarian' })
    expect(reply.statusCode).toBe(404)
  } finally {
    await other.close()
  }
})
