import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, signIn, test } from '../portal.ts'

/** Limit of gzipped script bytes before a screen is usable on a first visit; e2e/screens.spec.ts has the same. */
const maxBytes = 140_000

test('a first visit in te reo Māori arrives in as little script, where the screens are translated', async ({
  page,
  baseURL,
}) => {
  await signIn(page, '/discover')
  await page.context().addCookies([{ name: 'language', value: 'mi', url: baseURL! }])
  for (const path of ['/', '/discover/results/']) {
    const { scripts, bytes } = await firstVisit(page, path)
    expect([...scripts].some((script) => script.startsWith('/assets/mi/'))).toBe(true)
    expect([path, Math.max(bytes, maxBytes)]).toEqual([path, maxBytes])
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
