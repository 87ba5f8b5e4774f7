import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('a cover is a picture of the requested width, cached by the browser and not sent twice', async () => {
  const first = await app.raw(null, { url: '/covers/nobody.jpg?width=128' })
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toBe('image/jpeg')
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 128 })

  const again = await app.raw(null, {
    url: '/covers/nobody.jpg?width=128',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['/covers/..%2F..%2Fetc%2Fpasswd', '/covers/%00.jpg', `/covers/${'a'.repeat(200)}.jpg?width=64`])(
  '%s shows the neutral cover or is refused, never a file',
  async (url) => {
    const reply = await app.raw(null, { url })
    expect([200, 400]).toContain(reply.statusCode)
    if (reply.statusCode === 200) expect(reply.headers['content-type']).toBe('image/jpeg')
  },
)

test.each(['width=1', 'width=100000', 'width=wide', 'width=64&width=128'])('%s is refused', async (width) => {
  expect((await app.raw(null, { url: `/covers/nobody.jpg?${width}` })).statusCode).toBe(400)
})
