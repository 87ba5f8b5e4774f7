import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type Person, type TestApp, testApp } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([recordOf({ id: 'd1', title: 'Dragons </script><b>bold' })])
})
afterAll(() => app.close())

const pageAt = async (url: string, who: Person | null = null) => {
  const { body, headers } = await app.raw(who, { url, headers: { accept: 'text/html' } })
  const replies = body.match(/id="replies">([\s\S]*?)<\/script>/)?.[1] ?? ''
  return { body, headers, replies, root: body.match(/<div id="root"[\s\S]*?(?=<script)/)?.[0] ?? '' }
}

test('a search arrives with its results drawn, and with the replies that the browser takes over', async () => {
  const { body, root, replies } = await pageAt('/discover/results/?query=dragons')
  expect(body).toContain('<title>dragons – search results</title>')
  expect(root).toContain('data-drawn="screen"')
  expect(root).toContain('Dragons &lt;/script&gt;&lt;b&gt;bold')
  const paths = (JSON.parse(replies) as [[string], unknown][]).map(([[path]]) => path)
  expect(paths).toEqual(expect.arrayContaining(['/rest/user/current', '/rest/catalogue/search']))
})

test('another screen arrives as the frame with a placeholder, for whoever asks', async () => {
  const { root } = await pageAt('/myDownloads', 'hillview')
  expect(root).toContain('data-drawn="frame"')
  expect(root).toContain('Hillview Primary School')
  expect(root).toContain('screen-waiting')
  expect((await pageAt('/myDownloads')).root).not.toContain('Hillview')
})

test('a page with a person’s data is kept by no cache, a visitor’s only by their browser', async () => {
  expect((await pageAt('/discover', 'hillview')).headers['cache-control']).toBe('no-store')
  expect((await pageAt('/discover')).headers['cache-control']).toBe('private, no-cache')
})

test('the policy lets in exactly the page’s style sheets, and no style attribute', async () => {
  const { body, headers, root } = await pageAt('/discover/results/?query=dragons')
  const hashes = [...body.replace(/<!--.*?-->/g, '').matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style]) => `'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
  )
  expect(hashes.length).toBeGreaterThan(1)
  const [, sources] = /style-src ([^;]*)/.exec(String(headers['content-security-policy']))!
  expect(sources!.split(' ')).toEqual(["'self'", ...hashes])
  expect(root).not.toContain(' style="')
})
