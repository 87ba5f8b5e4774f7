import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword, demoSchools } from '#demo/world/world.ts'
import { findChromium } from '../e2e/chromium.ts'
import { freePorts } from '../scale/services/free-port.ts'

/**
 * `npm run docs:pictures [PORT]`: the pictures of the README, taken from the demo world in Chromium. Each is a PNG of 256
 * colours, which keeps it below 150 kB.
 */
const folder = join(import.meta.dirname, 'pictures')
const librarian = 'librarian@hillview.example'
const desk = 'desk@provider.example'

type Picture = { name: string; person: string; path: string; prepare: (page: Page) => Promise<void> }

const pictures: Picture[] = [
  {
    name: 'search',
    person: librarian,
    path: '/discover/results/?query=dragon',
    prepare: async (page) => {
      await expect(page.locator('.hit h2').first()).toBeVisible()
    },
  },
  {
    name: 'quick-request',
    person: librarian,
    path: '/',
    prepare: async (page) => {
      const [first, second, ...more] = await isbns(page)
      const typed = [first, second, second, ...more, '9780000000002']
      await page.getByLabel('Identifiers', { exact: true }).fill(typed.join('\n'))
      await expect(page.getByRole('row').filter({ hasText: '9780000000002' })).toContainText('Not found')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    },
  },
  {
    name: 'desk',
    person: desk,
    path: '/desk/cataloguing',
    prepare: async (page) => {
      await expect(page.getByRole('row').nth(3)).toBeVisible()
    },
  },
]

/** Of books of the sample catalogue. */
async function isbns(page: Page): Promise<string[]> {
  const query = { size: 40, sort: ['titleSort'], query: { term: { scisType: 'Book' } } }
  const data = { bodybuilderquery: query }
  const reply = await page.request.post('/rest/catalogue/search', { data, headers: { 'x-requested-with': 'pictures' } })
  const { hits } = (await reply.json()).hits as { hits: { _source: { isbn13: string[] } }[] }
  return hits.flatMap(({ _source }) => _source.isbn13.slice(0, 1)).slice(0, 5)
}

async function take(browser: Browser, origin: string, { name, person, path, prepare }: Picture) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1360, height: 720 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // As if the reminders of this session had been read: they would cover the screen.
  const id = demoSchools.flatMap(({ people }) => people).find(({ username }) => username === person)?.id
  if (id) await context.addCookies([{ name: 'reminders', value: id, url: origin }])
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent(path)}`)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL((url) => url.pathname + url.search === path)
  await prepare(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled' })
  const { size } = await sharp(png)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(join(folder, `${name}.png`))
  console.log(`${name}.png: ${Math.round(size / 1000)} kB`)
  await context.close()
}

/** Resolves when the portal prints its address; rejects if it ends before. */
const listening = () =>
  new Promise<void>((resolve, reject) => {
    portal.stdout.on('data', (text) => String(text).includes('Ctrl-C') && resolve())
    portal.once('exit', () => reject(new Error('The portal did not start.')))
  })

const port = Number(process.argv[2] ?? (await freePorts(1))[0])
const origin = `http://localhost:${port}`
mkdirSync(folder, { recursive: true })
const portal = spawn(process.execPath, [join(import.meta.dirname, '../e2e/serve.ts'), String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let browser: Browser | undefined
try {
  await listening()
  const found = await findChromium()
  browser = await chromium.launch({
    executablePath: found.path,
    args: found.args,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  for (const picture of pictures) await take(browser, origin, picture)
} finally {
  await browser?.close()
  portal.kill('SIGTERM')
  if (portal.exitCode === null) await once(portal, 'exit')
}
