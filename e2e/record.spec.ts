import { readFileSync } from 'node:fs'
import { type Download, expect, fillSignIn, type Page, test } from './portal.ts'

const heading = (page: Page) => page.locator('.record h1')

/** A sample record: a book with an ISBN, a series and subjects. */
async function someRecord(page: Page, words = 'dragon') {
  const query = { size: 20, query: { query_string: { query: words } } }
  const reply = await page.request.post('/rest/catalogue/search', {
    data: { bodybuilderquery: query },
    headers: { 'x-requested-with': 'test' },
  })
  type Found = { _id: string; _source: { title: { titlePrimary: string }; isbn13: string[]; series: string[] } }
  const { hits } = (await reply.json()).hits as { hits: Found[] }
  const found = hits.find(({ _source }) => _source.isbn13.length > 0 && _source.series.length > 0)!
  return { address: `/discover/details/${found._id}`, id: found._id, ...found._source }
}

async function openRecord(page: Page, words?: string) {
  const record = await someRecord(page, words)
  await page.goto(record.address)
  await fillSignIn(page)
  await expect(heading(page)).toHaveText(record.title.titlePrimary)
  return record
}

/** The file that the browser saves when `press` opens its new window. */
async function downloadOf(page: Page, press: () => Promise<void>) {
  const saved = new Promise<Download>((resolve) => {
    page.on('download', resolve)
    page.context().on('page', (other) => other.on('download', resolve))
  })
  await press()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

const file = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('one record is downloaded from its page as MARC, as data and as a web page', async ({ page }) => {
  const record = await openRecord(page)
  const marc = await downloadOf(page, () => file(page, /^MARC record/).click())
  expect(marc.name).toMatch(/\.mrc$/)
  expect(marc.bytes.toString()).toContain(record.isbn13[0]!)
  await expect(page.getByText('The download request is ready. Your file will begin')).toBeVisible()
  await expect(page.getByRole('link', { name: /Get the file here/ })).toBeVisible()
  const data = await downloadOf(page, () => file(page, /^Data file/).press('Enter'))
  expect(data.bytes.length).toBeGreaterThan(200)
  const html = await downloadOf(page, () => file(page, /^Web page/).click())
  expect(html.name).toMatch(/\.html$/)
  expect(html.bytes.toString()).toContain(record.id)
})
