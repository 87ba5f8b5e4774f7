import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { modulesOfScreens } from '../../app/build/first-files.ts'
import { expect, librarian, type Page, signIn, test } from '../portal.ts'

/** Limit of gzipped script bytes before a screen is usable on a first visit. */
const maxBytes = 125_000
/** Its sentences are longer. */
const maxBytesInMaori = 125_500

const addresses = [...modulesOfScreens(readFileSync('app/screens.tsx', 'utf8')).keys()]
  .map((path) => path.replace(/(\/\$\w+\?)+$/, ''))
  .filter((path) => !path.includes('$'))

test('the screens’ addresses are parsed from their table', () => {
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses).toContain('/discover/results/')
  expect(addresses).toContain('/cms/cart')
})

/** Screens measured side by side: most of a visit is waiting for scripts that might still come. */
const atOnce = 4

for (const [who, paths] of Object.entries(
  Object.groupBy(addresses, (path) => (path.startsWith('/desk') ? 'desk@provider.example' : librarian)),
))
  for (let from = 0; from < paths!.length; from += atOnce) {
    const some = paths!.slice(from, from + atOnce)
    test(`a first visit fetches at most ${maxBytes / 1000} kB of script: ${some.join(', ')}`, async ({ page }) => {
      await signIn(page, '/discover', who)
      const bytes = await Promise.all(some.map(async (path) => [path, (await firstVisit(page, path)).bytes] as const))
      expect(bytes.filter(([, fetched]) => fetched > maxBytes)).toEqual([])
    })
  }

test('in te reo Māori too, where the screens are translated', async ({ page, baseURL }) => {
  await signIn(page, '/discover')
  await page.context().addCookies([{ name: 'language', value: 'mi', url: baseURL! }])
  for (const path of ['/', '/discover/results/']) {
    const { scripts, bytes } = await firstVisit(page, path)
    expect([...scripts].some((script) => script.startsWith('/assets/mi/'))).toBe(true)
    expect([path, Math.max(bytes, maxBytesInMaori)]).toEqual([path, maxBytesInMaori])
  }
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
