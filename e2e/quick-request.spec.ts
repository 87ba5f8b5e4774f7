import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { decodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { expect, type Page, signIn, test } from './portal.ts'

type Book = { id: string; title: string; isbn: string }

const field = (page: Page) => page.getByLabel('Identifiers', { exact: true })
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

/** Sample books that exactly one record matches. */
async function someBooks(page: Page, count: number): Promise<Book[]> {
  const search = { size: 60, sort: ['titleSort'], query: { term: { scisType: 'Book' } } }
  const reply = await page.request.post('/rest/catalogue/search', {
    data: { bodybuilderquery: search },
    headers: { 'x-requested-with': 'test' },
  })
  const { hits } = (await reply.json()).hits as {
    hits: { _id: string; _source: { title: { titlePrimary: string }; isbn13: string[] } }[]
  }
  const owners = new Map<string, number>()
  for (const { _source } of hits) for (const isbn of _source.isbn13) owners.set(isbn, (owners.get(isbn) ?? 0) + 1)
  const books = hits.flatMap(({ _id, _source }) => {
    const isbn = _source.isbn13.find((each) => each.startsWith('978') && owners.get(each) === 1)
    return isbn ? [{ id: _id, title: _source.title.titlePrimary, isbn }] : []
  })
  expect(books.length, 'books with an ISBN in the sample').toBeGreaterThanOrEqual(count)
  return books.slice(0, count)
}

const grouped = (isbn: string) => isbn.replace(/^(\d{3})(\d)(\d{5})(\d{3})(\d)$/, '$1 $2 $3 $4 $5')
const wrongCheck = (isbn: string) => isbn.slice(0, 12) + ((Number(isbn[12]) + 1) % 10)

/** Record numbers (001) of a MARC file, read by an independent program if it is installed. */
function recordNumbers(path: string): string[] {
  if (spawnSync('yaz-marcdump', ['-V']).error)
    return [...splitBuffer(readFileSync(path))].map((chunk) => {
      const { record, repairs } = decodeRecord(chunk.bytes)
      expect(repairs).toEqual([])
      return record.fields.flatMap((each) => (each.tag === '001' && 'value' in each ? [each.value] : []))[0]!
    })
  const { stdout, stderr, status } = spawnSync('yaz-marcdump', [path], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  // Its complaints are between the fields, in brackets.
  expect(stdout.match(/^\s*(\(|<!--).*$/gm)).toBeNull()
  return [...stdout.matchAll(/^001 (.*)$/gm)].map((each) => each[1]!)
}

test('from pasted identifiers to a MARC file that another program can read', async ({ page }, info) => {
  await signIn(page, '/')
  const [first, second, third] = await someBooks(page, 3)
  await expect(page.getByText('Nothing to check yet')).toBeVisible()

  await field(page).fill(
    [
      grouped(first!.isbn),
      second!.isbn,
      second!.isbn,
      wrongCheck(third!.isbn),
      '9.78044E+12',
      'nonsense',
      '9780000000002',
    ].join('\n'),
  )
  await expect(row(page, first!.isbn)).toContainText(first!.title)
  await expect(row(page, 'Same as line 2')).toContainText('Duplicate')
  await expect(row(page, 'Number cut short by a spreadsheet')).toContainText('Fix')
  await expect(row(page, '9780000000002')).toContainText('Not found')

  await page.getByRole('button', { name: `Use ${third!.isbn}`, exact: true }).click()
  await expect(row(page, third!.isbn)).toContainText(third!.title)
  await page.getByLabel('Request name').fill('Term 1 picture books')
  await page.getByRole('button', { name: 'Request 3 records' }).click()

  await expect(page).toHaveURL(/\/downloadRequest\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Term 1 picture books')
  await expect(page.getByText('The download request is ready.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Matched 3', exact: true })).toBeVisible()
  for (const { title } of [first!, second!, third!])
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()

  await page.getByRole('tab', { name: /^Unmatched 3/ }).click()
  await expect(row(page, '9780000000002')).toContainText('Not in the catalogue')
  await expect(row(page, '9.78044E+12')).toContainText('Number cut short by a spreadsheet')
  await expect(row(page, 'nonsense')).toContainText('Not an ISBN, ISSN, barcode or record number')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download MARC 21, / }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^scis-\d{4}-\d\d-\d\d-\d+-records?\.mrc$/)
  await expect(page.getByText('Your file will begin downloading in a new window')).toBeVisible()
  const saved = info.outputPath('records.mrc')
  await download.saveAs(saved)
  expect(recordNumbers(saved).sort()).toEqual([first!.id, second!.id, third!.id].sort())
  await expect(page.getByText('Downloaded', { exact: true })).toBeVisible()
})
