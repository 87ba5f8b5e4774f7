import type { InjectOptions } from 'fastify'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { composeMail, enqueueMail, waitUntilSent } from './mail.ts'

let app: TestApp
let id: string
const hostile = '<script>alert(1)</script>" onload="x'
const send = async (subject: string) => {
  const mail = composeMail({ subject, heading: subject, intro: ['Hello'], providerName: 'SCIS' })
  const left = await enqueueMail(app, { to: 'reader@school.example', ...mail })
  await waitUntilSent(app, left.id, 10_000, new AbortController().signal)
  return left.id
}
beforeAll(async () => {
  app = await testApp()
  id = await send(hostile)
})
afterAll(() => app.close())

const page = (path: string, options: InjectOptions = {}) => app.raw(null, { url: `/dev/outbox${path}`, ...options })

test('the outbox lists the mails, and each can be opened and saved', async () => {
  const list = await page('')
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(list.body).toContain(`href="/dev/outbox/${id}"`)
  expect(list.body).toContain('reader@school.example')
  const mail = await page(`/${id}`)
  expect(mail.body).toContain(`src="/dev/outbox/${id}/html"`)
  expect(mail.body).toContain('Hello')
  const saved = await page(`/${id}/eml`)
  expect(saved.headers['content-disposition']).toBe(`attachment; filename="${id}.eml"`)
  expect(await PostalMime.parse(saved.rawPayload)).toMatchObject({ subject: hostile })
})

test("an email's attachments can be opened from its page, and nothing else", async () => {
  const mail = composeMail({ subject: 'Invoice', heading: 'Invoice', providerName: 'SCIS' })
  const bytes = Buffer.from('%PDF-1.7')
  const attachments = [{ name: `<b>${'"'}1.pdf`, type: 'application/pdf', bytes }]
  const left = await enqueueMail(app, { to: 'reader@school.example', ...mail, attachments })
  await waitUntilSent(app, left.id, 10_000, new AbortController().signal)
  const { body } = await page(`/${left.id}`)
  expect(body).toContain(`<a href="/dev/outbox/${left.id}/files/1">&#60;b&#62;&#34;1.pdf</a> (1 kB)`)
  const file = await page(`/${left.id}/files/1`)
  expect([file.headers['content-type'], file.rawPayload]).toEqual(['application/pdf', bytes])
  for (const wrong of ['0', '2', 'x', '1.5', '-1'])
    expect((await page(`/${left.id}/files/${wrong}`)).statusCode).toBe(404)
})

test('markup in an email is text on each of its pages', async () => {
  for (const path of ['', `/${id}`, `/${id}/html`]) {
    const { body } = await page(path)
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34; onload=&#34;x')
    expect(body).not.toContain('<script')
  }
})

test('the HTML part is in a fully sandboxed frame', async () => {
  const { headers } = await page(`/${id}/html`)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; .*; sandbox /)
  expect(headers['content-security-policy']).not.toContain('script')
  expect(headers['x-content-type-options']).toBe('nosniff')
  for (const path of ['', `/${id}`]) {
    const policy = (await page(path)).headers['content-security-policy']
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
  }
})

test('the newest mail comes first', async () => {
  const newer = await send('Newer')
  const { body } = await page('')
  expect(body.indexOf(newer)).toBeLessThan(body.indexOf(id))
})

test('an email known only from its file can still be saved', async () => {
  const gone = await send('Gone from the database')
  await app.db.deleteFrom('outgoingMail').where('id', '=', gone).execute()
  expect((await page('')).body).toContain(`href="/dev/outbox/${gone}/eml"`)
  expect((await page(`/${gone}`)).statusCode).toBe(404)
  expect((await page(`/${gone}/eml`)).statusCode).toBe(200)
})

test.each([
  ['another machine', { remoteAddress: '192.0.2.7' }],
  ['another machine by a proxy on this one', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ['a foreign page that calls this machine by its own name', { headers: { host: 'evil.example' } }],
])('%s gets no outbox', async (_, options) => {
  for (const path of ['', `/${id}`, `/${id}/html`, `/${id}/eml`, '/style.css'])
    expect([path, (await page(path, options)).statusCode]).toEqual([path, 404])
})

test.each(['/..%2f..%2fdb', '/none/eml', '/none', '/..%2fx/eml'])('%s is not an email', async (path) => {
  expect((await page(path)).statusCode).toBe(404)
})

test('there is no outbox without the demo world, nor if mails are really sent', async () => {
  for (const env of [{ DEMO: 'false' }, { SMTP_URL: 'smtp://127.0.0.1:1' }] as Record<string, string>[]) {
    const other = await testApp({ env, work: false })
    expect((await other.raw(null, { url: '/dev/outbox' })).statusCode).toBe(404)
    await other.close()
  }
})
