import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { modulesOfScreens } from '../app/build/first-files.ts'
import { expect, type Page, signIn, test } from './portal.ts'

/** Limit of gzipped script bytes before a screen is usable on a first visit. */
const maxBytes = 125_000
/** Screens with a higher limit, because they render too much at once. */
const maxBytesOf: Record<string, number> = { '/discover/results/': 126_000 }

const addresses = [...modulesOfScreens(readFileSync('app/screens.tsx', 'utf8')).keys()]
  .map((path) => path.replace(/(\/\$\w+\?)+$/, ''))
  .filter((path) => !path.includes('$'))

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
    expect((await firstVisit(page, path)).bytes).toBeLessThanOrEqual(maxBytesOf[path] ?? maxBytes)
  })

test('the page of an address names the scripts of its screen, and no others', async ({ page }) => {
  await signIn(page, '/discover')
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))
  for (const [path, screen] of [
    ['/myDownloads', 'features/downloads/my-downloads/web/my-downloads-screen.tsx'],
    ['/standards/1', 'features/catalogue/headings/web/standard-screen.tsx'],
    ['/discover/results/?query=owl', 'features/catalogue/web/results-screen.tsx'],
  ] as const) {
    const reply = await page.request.get(path, { headers: { accept: 'text/html' } })
    const named = [...(await reply.text()).matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, file]) => file!,
    )
    expect(named).toContain(`/${manifest[screen]!.file}`)
    const { scripts } = await firstVisit(page, path)
    expect([...scripts]).toEqual(expect.arrayContaining(named))
    expect(scripts.size - named.length).toBeLessThan(12)
  }
  const nowhere = await page.request.get('/nowhere', { headers: { accept: 'text/html' } })
  expect(await nowhere.text()).not.toContain(manifest['features/catalogue/web/results-screen.tsx']!.file)
})

/** The scripts that Chromium loads until none has come for a while, and their size; idle callbacks never run. */
async function firstVisit(page: Page, path: string): Promise<{ scripts: Set<string>; bytes: number }> {
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
  const sizes = [...scripts].map((script) => gzipSync(readFileSync(`dist/web${script}`), { level: 9 }).length)
  return { scripts, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
