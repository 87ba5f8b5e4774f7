import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, signIn, test } from './portal.ts'

/** Bytes of script, gzip, that a first visit may need before its screen can be used. The goal is 125,000. */
const maxBytes = 135_000

const addresses = [...readFileSync('app/screens.tsx', 'utf8').matchAll(/(?:^ {2}\w+\(|path: )'(\/[^'$]*)'/gm)].map(
  ([, path]) => path!,
)

test('the addresses of the screens are read from their table', () => {
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses).toContain('/discover/results/')
  expect(addresses).toContain('/cms/cart')
})

for (const path of addresses)
  test(`a first visit to ${path} fetches at most ${maxBytes / 1000} kB of script`, async ({ page }) => {
    const person = path.startsWith('/desk') ? 'desk@provider.example' : undefined
    // The cookies alone: the visit itself comes after, with an empty cache.
    await signIn(page, '/discover', person)
    expect(await scriptOfFirstVisit(page, path)).toBeLessThanOrEqual(maxBytes)
  })

/** What Chromium fetches until nothing waits any more; work put off until the browser is idle never starts. */
async function scriptOfFirstVisit(page: Page, path: string): Promise<number> {
  const visit = await page.context().newPage()
  await visit.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const sizes = new Map<string, Promise<number>>()
  visit.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
  })
  await visit.goto(path, { waitUntil: 'networkidle' })
  await expect(visit.locator('main')).toBeVisible()
  const all = await Promise.all(sizes.values())
  await visit.close()
  expect(all.length).toBeGreaterThan(1)
  return all.reduce((sum, bytes) => sum + bytes, 0)
}
