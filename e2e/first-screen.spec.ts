import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, signIn, test } from './portal.ts'

/** Limit of gzipped script bytes before a screen is usable on a first visit. The goal is 125,000. */
const maxBytes = 135_000
/** Screens with a higher limit, because they render too much at once. */
const maxBytesOf: Record<string, number> = { '/myStudents': 195_000, '/CreateCatalogueRequest': 137_000 }

const addresses = [...readFileSync('app/screens.tsx', 'utf8').matchAll(/(?:^ {2}\w+\(|path: )'(\/[^'$]*)'/gm)].map(
  ([, path]) => path!,
)

test('the screens’ addresses are parsed from their table', () => {
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses).toContain('/discover/results/')
  expect(addresses).toContain('/cms/cart')
})

for (const path of addresses)
  test(`a first visit to ${path} fetches at most ${(maxBytesOf[path] ?? maxBytes) / 1000} kB of script`, async ({
    page,
  }) => {
    const person = path.startsWith('/desk') ? 'desk@provider.example' : undefined
    // Sign in only to get the cookies; the measured visit follows with an empty cache.
    await signIn(page, '/discover', person)
    expect(await scriptOfFirstVisit(page, path)).toBeLessThanOrEqual(maxBytesOf[path] ?? maxBytes)
  })

/** Script bytes that Chromium loads until none has come for a while; idle callbacks never run. */
async function scriptOfFirstVisit(page: Page, path: string): Promise<number> {
  const visit = await page.context().newPage()
  await visit.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const scripts = new Set<string>()
  let lastAt = Date.now()
  visit.on('request', (request) => {
    if (request.resourceType() !== 'script') return
    scripts.add(new URL(request.url()).pathname)
    lastAt = Date.now()
  })
  await visit.goto(path)
  await expect(visit.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => Date.now() - lastAt).toBeGreaterThan(700)
  await visit.close()
  expect(scripts.size).toBeGreaterThan(1)
  return [...scripts].reduce((sum, script) => sum + gzipSync(readFileSync(`dist/web${script}`), { level: 9 }).length, 0)
}
