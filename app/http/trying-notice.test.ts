import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing.ts'

const publicUrl = 'https://books.example'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: publicUrl, PAYMENT_SANDBOX: 'true', DEV_OUTBOX: 'true' }, work: false })
})
afterAll(() => app.close())

const pageAt = async (url: string, of = app) => {
  const reply = await of.raw(null, { url, headers: { accept: 'text/html', host: new URL(of.env.publicUrl).host } })
  expect(reply.headers['content-type']).toMatch(/^text\/html/)
  return reply.body
}
const pages = ['/', '/discover', '/docs/api', '/sign-in/unknown', '/dev/outbox', '/sandbox/card']

test.each(pages)('%s of a portal that others reach shows the sandbox notice', async (url) => {
  const body = await pageAt(url)
  const [, band] = /<body[^>]*>\s*<link [^>]*>(<p class="trying-notice".*?<\/p>)/.exec(body) ?? []
  expect(band).toMatch(/demo accounts.*no money moves.*\/dev\/outbox/)
})

test('the band has its own style, and compressed pages have it too', async () => {
  const style = await app.raw(null, { url: '/trying-notice.css' })
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  const reply = await app.raw(null, { url: '/docs/api', headers })
  expect(reply.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(reply.rawPayload).toString()).toContain('class="trying-notice"')
})

test('it is absent on a portal for this machine only, or if nothing is on', async () => {
  for (const env of [{}, { PUBLIC_URL: publicUrl, DEMO: 'false' }] as Record<string, string>[]) {
    const other = await testApp({ env, work: false })
    expect(await pageAt('/docs/api', other)).not.toContain('trying-notice')
    expect((await other.raw(null, { url: '/trying-notice.css' })).statusCode).toBe(404)
    await other.close()
  }
})
