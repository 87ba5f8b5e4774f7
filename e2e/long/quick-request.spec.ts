import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { eanCheck } from '../../marc/isbn.ts'
import { browserFolder } from '../browser-folder.ts'
import { exported } from '../export.ts'
import { expect, expectAccessible, expectNarrow, expectToFit, type Page, signIn, test } from '../portal.ts'

type Book = { id: string; title: string; isbn: string }

const field = (page: Page) => page.getByLabel('Identifiers', { exact: true })
const titleBox = (page: Page) => page.getByRole('combobox', { name: /Search by title/ })
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
  await expectAccessible(page)

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
  await expectAccessible(page)

  await page.getByRole('tab', { name: /^Unmatched 3/ }).click()
  await expect(row(page, '9780000000002')).toContainText('Not in the catalogue')
  await expect(row(page, '9.78044E+12')).toContainText('Number cut short by a spreadsheet')
  await expect(row(page, 'nonsense')).toContainText('Not an ISBN, ISSN, barcode or record number')
  await expectAccessible(page)

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

test('a number that records only reference is confirmed by a person, before or after the request, by keyboard alone', async ({
  page,
  baseURL,
}) => {
  const [print, shared] = ['978000000101', '978000000102'].map((digits) => digits + eanCheck(digits))
  const unload = loadHeld(baseURL!, [
    { id: 'held1', title: 'Lighthouse stories', online: true, held: print! },
    { id: 'held2', title: 'Tide tables', online: true, held: shared! },
    { id: 'held3', title: 'Tide tables for sailors', online: false, held: shared! },
  ])
  try {
    await signIn(page, '/')
    await field(page).fill(print!)
    await expect(row(page, print!)).toContainText('Print ISBN of the e-book “Lighthouse stories”')
    await expect(page.getByRole('button', { name: '1 to confirm' })).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
    await page.getByRole('button', { name: /^Use this record/ }).focus()
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue(print!)
    await expect(row(page, print!)).toContainText('Print ISBN in an e-book record, confirmed.')
    await expect(page.getByRole('button', { name: 'Request 1 record' })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused()
    await page.keyboard.press('Enter')

    // Sent as it is, it stays pending on the request.
    await field(page).fill(`${print}\n${shared}`)
    await expect(page.getByRole('button', { name: '2 to confirm' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('No records chosen yet')).toBeVisible()
    await expect(row(page, print!)).toContainText('Print ISBN of the e-book “Lighthouse stories”')
    await expectAccessible(page)
    await expectNarrow(page)
    await page.getByRole('button', { name: /^Use this record/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 of 2 found.')).toBeVisible()
    await expect(
      page.getByText('One identifier is in the catalogue only as a cancelled or invalid number.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Choose records' }).focus()
    await page.keyboard.press('Enter')
    const choice = page.getByRole('group', { name: new RegExp(shared!) })
    await expect(choice.getByText('Print ISBN of the e-book')).toBeVisible()
    await expect(choice.getByText('Invalid ISBN')).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
    await choice.getByRole('checkbox', { name: /^Tide tables for sailors/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Save and update file' }).press('Enter')
    await expect(page.getByText('2 records in the file.')).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Unmatched 0|^Unmatched$/ })).toBeVisible()
  } finally {
    unload()
  }
})

/** Loads records with a number in 020 $z into the running portal; returns a function that removes them. */
function loadHeld(baseURL: string, records: { id: string; title: string; online: boolean; held: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'held-numbers-'))
  const fieldOf = (tag: string, code: string, value: string) => ({
    tag,
    ind1: tag === '245' ? '0' : ' ',
    ind2: tag === '245' ? '0' : ' ',
    subfields: [{ code, value }],
  })
  const file = Buffer.concat(
    records.map(
      ({ id, title, online, held }) =>
        encodeRecord({
          leader: '00000nam a2200000 a 4500',
          fields: [
            { tag: '001', value: id },
            { tag: '008', value: `261121s2026    at a    ${online ? 'o' : ' '}j      000 1 eng d` },
            fieldOf('020', 'z', held),
            fieldOf('245', 'a', title),
          ],
        }).bytes,
    ),
  )
  writeFileSync(join(folder, 'held.mrc'), file)
  const catalogue = (...command: string[]) =>
    execFileSync('node', ['cli/catalogue.ts', ...command], {
      env: { ...process.env, DATA_DIR: browserFolder(new URL(baseURL).port) },
    })
  catalogue('load', join(folder, 'held.mrc'))
  rmSync(folder, { recursive: true })
  return () => catalogue('remove', ...records.map(({ id }) => id))
}

test('a scanner fills the field, no matter how it ends its codes, and the request is sent by keyboard alone', async ({
  page,
}) => {
  await signIn(page, '/')
  const books = await someBooks(page, 2)
  // Wherever the focus is, a code goes into the field.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.type(`${books[0]!.isbn}\n`)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(`${books[0]!.isbn}\n`)
  // A scanner is recognised by its speed, which a busy machine may miss at the first try.
  await expect(async () => {
    await field(page).fill(`${books[0]!.isbn}\n`)
    await field(page).press('Control+End')
    await page.keyboard.type(books[1]!.isbn)
    await page.keyboard.press('Tab')
    await expect(field(page)).toHaveValue(`${books[0]!.isbn}\n${books[1]!.isbn}\n`, { timeout: 500 })
  }).toPass()
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Request 2 records' })).toBeVisible()

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 records in the file.')).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('')
})

test('codes that are scanned wherever the focus is are all entered, with letters and signs around them', async ({
  page,
}) => {
  await signIn(page, '/')
  await field(page).fill('1441-0176')
  await expect(page.getByRole('button', { name: '1 not found' })).toBeVisible()
  await page.getByRole('button', { name: '1 not found' }).focus()
  const codes = Array.from({ length: 40 }, (_, i) => `B${1000 + i}`)
  await page.keyboard.type(codes.map((code) => `${code}\n`).join(''))
  await expect(field(page)).toBeFocused()
  const lines = (await field(page).inputValue()).trim().split('\n')
  // Whether the first letter counts depends on the machine's load; nothing after it does.
  expect([lines[0], lines[1]?.replace(/^B/, ''), ...lines.slice(2)]).toEqual(['1441-0176', '1000', ...codes.slice(1)])
})

test('a record is added by its title, by keyboard alone', async ({ page }) => {
  await signIn(page, '/')
  const [book] = await someBooks(page, 1)
  await titleBox(page).focus()
  await page.keyboard.type(book!.title.split(' ')[0]!.slice(0, 1))
  await expect(page.getByRole('option').first()).toBeVisible()
  await titleBox(page).fill(book!.title)
  await expect(page.getByRole('option').first()).toContainText(book!.title)
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option').first()).toContainText('In the list')
  await expect(row(page, 'Record number')).toContainText(book!.title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expectNarrow(page)
})

/** Drops a file onto the page, as from a folder. */
const drop = (page: Page, name: string, bytes: Buffer) =>
  page.evaluate(
    ([called, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(content, (byte) => byte)], called))
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('h1')!
          .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [name, [...bytes]] as const,
  )

test('a list dropped anywhere is read, corrected and reported, and can be removed again', async ({ page }) => {
  await signIn(page, '/')
  const [book] = await someBooks(page, 1)
  await field(page).fill('1441-0176')
  // As Excel saves it: UTF-16, tabs, and lost leading zeros.
  await drop(page, 'order.txt', Buffer.from(`\ufeffISBN\tTitle\r\n${book!.isbn}\tA\r\n143506528\tB\r\n`, 'utf16le'))
  await expect(page.getByText('2 identifiers added')).toBeVisible()
  await expect(page.getByText(/We used the column “ISBN”\. We skipped the first row/)).toBeVisible()
  await expect(page.getByText(/1 number had lost leading zeros/)).toBeVisible()
  await expect(field(page)).toHaveValue(`1441-0176\n${book!.isbn}\n0143506528\n`)
  await expect(row(page, book!.isbn)).toContainText(book!.title)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page)).toHaveValue('1441-0176\n')
})

test('in a file with several columns the right one is chosen', async ({ page }) => {
  await signIn(page, '/')
  await drop(page, 'books.csv', Buffer.from('No;Title;ISBN\n1;Kererū;9781869713805\n2;Birds;0143506528\n'))
  const dialog = page.getByRole('dialog', { name: 'Which column has the identifiers?' })
  await expect(dialog.getByRole('radio', { name: /^No / })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /Title/ })).toBeDisabled()
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByRole('radio', { name: /ISBN.*Looks right/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Add 2 from “ISBN”' }).click()
  await expect(field(page)).toHaveValue('9781869713805\n0143506528\n')
  await page.getByRole('button', { name: 'Choose another column' }).click()
  await dialog.getByRole('radio', { name: /^No / }).check({ force: true })
  await dialog.getByRole('button', { name: 'Add 2 from “No”' }).click()
  await expect(field(page)).toHaveValue('1\n2\n')
})

test('a workbook dropped anywhere is read like a list', async ({ page }) => {
  await signIn(page, '/')
  await drop(page, 'order.xlsx', readFileSync('kit/sheets-testing/openpyxl.xlsx'))
  const dialog = page.getByRole('dialog', { name: 'Which column has the identifiers?' })
  await dialog.getByRole('button', { name: /^Add 4 from “ISBN”/ }).click()
  await expect(page.getByText('4 identifiers added')).toBeVisible()
  await expect(page.getByText('We read the sheet “Order”.')).toBeVisible()
  await expect(field(page)).toHaveValue('9781869713805\n0143506528\n0143506528\n978-1-86971-380-5\n')
})

test('an unreadable file is reported with an alternative, and nothing typed is lost', async ({ page }) => {
  await signIn(page, '/')
  await field(page).fill('1441-0176')
  const failed = page.locator('.file-notice.bad')
  await drop(page, 'list.xlsx', Buffer.from(`PK\x03\x04${'.'.repeat(26)}[Content_Types].xml`, 'latin1'))
  await expect(failed).toContainText('Parsing failed')
  await expect(failed).toContainText('This workbook is damaged.')
  await failed.getByRole('button', { name: 'Close' }).click()
  await drop(page, 'many.csv', Buffer.from(Array.from({ length: 4001 }, (_, i) => `nr${i}`).join('\r')))
  await expect(failed).toContainText('Parsing failed as the file is too big')
  await expect(failed).toContainText('It has 4,001 numbers.')
  await expectAccessible(page)
  await expect(field(page)).toHaveValue('1441-0176')
  await failed.getByRole('button', { name: 'Use the first 4,000' }).click()
  await expect(page.getByText('4,000 identifiers added')).toBeVisible()
})

test('one line of 200 MB is refused while the page stays responsive', async ({ page }) => {
  await signIn(page, '/')
  await page.evaluate(() => {
    const part = '9781869713805,'.repeat(75_000)
    const data = new DataTransfer()
    data.items.add(
      new File(
        Array.from({ length: 200 }, () => part),
        'endless.csv',
      ),
    )
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  })
  await field(page).pressSequentially('1441-0176')
  await expect(page.getByText('Parsing failed as the file is too big')).toBeVisible()
  await expect(field(page)).toHaveValue('1441-0176')
})

test('typed text survives a reload and can be restored after clearing', async ({ page }) => {
  await signIn(page, '/')
  await field(page).fill('12345\n67890')
  await page.reload()
  await expect(field(page)).toHaveValue('12345\n67890')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(field(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page)).toHaveValue('12345\n67890')
})

test('a reply that takes longer than eight seconds leads to the scheduled state', async ({ page }) => {
  await signIn(page, '/')
  await page.route('**/rest/mydownload/request/create', () => undefined)
  await field(page).fill('12345')
  await page.getByLabel('Request name').fill('Slow one')
  await page.getByRole('button', { name: /^Request / }).click()
  await expect(page).toHaveURL(/\/downloadRequest\?status=SCHEDULED/, { timeout: 12_000 })
  await expect(page.getByRole('heading', { name: 'This request requires more time to process...' })).toBeVisible()
  await expectAccessible(page)
})

/** The median milliseconds from a key press until its letter is drawn. */
async function waitOfKeys(page: Page, keys: string[]): Promise<number> {
  const waits = await field(page).evaluateHandle((area) => {
    const measured: number[] = []
    const hear = () => {
      const start = performance.now()
      requestAnimationFrame(() => setTimeout(() => measured.push(performance.now() - start)))
    }
    area.addEventListener('keydown', hear)
    return { measured, end: () => area.removeEventListener('keydown', hear) }
  })
  for (const key of keys) await page.keyboard.press(key, { delay: 20 })
  await expect(async () => {
    expect(await waits.evaluate(({ measured }) => measured.length)).toBe(keys.length)
  }).toPass()
  const measured = await waits.evaluate(({ measured, end }) => {
    end()
    return measured
  })
  return measured.sort((a, b) => a - b)[measured.length >> 1]!
}

test('4,000 identifiers are checked while typing continues; one more is refused', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, '/')
  await field(page).focus()
  // Baseline: the server and other tests share this machine's processor.
  const alone = await waitOfKeys(page, [...'1234567'])
  await field(page).fill('')
  const lines = Array.from({ length: 3999 }, (_, i) => `nr${i}`).join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines)
  await field(page).press('Control+V')
  await expect(page.getByText('3,999 identifiers', { exact: true })).toBeVisible()
  // Titles are still being looked up.
  const among = await waitOfKeys(page, ['Enter', ...'nr3999'])
  await expect(page.getByText('4,000 identifiers', { exact: true })).toBeVisible()
  // A generous limit: blocking work takes seconds.
  expect(among - alone, `milliseconds more than the ${alone} of a letter alone`).toBeLessThan(500)
  await expect(page.getByText('4,000 not found')).toBeVisible({ timeout: 20_000 })

  // The rows scroll within their box.
  const end = (box: Element) => (box.getBoundingClientRect().bottom + window.scrollY) / window.innerHeight
  expect(await page.locator('.quick-request').evaluate(end)).toBeLessThan(1.5)

  await page.keyboard.type('\nnr4000')
  await expect(page.locator('#identifiers-error')).toContainText('Parsing failed as the file is too big. Remove 1:')
  await expect(page.getByRole('heading', { name: '4,001 identifiers' })).toBeVisible()
})

test('a title of one endless word does not push the row’s status out of view', async ({ page }) => {
  await signIn(page, '/')
  const [book] = await someBooks(page, 1)
  await page.route('**/rest/catalogue/search*', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replaceAll(book!.title, 'Donaudampfschiff'.repeat(20)),
    })
  })
  await field(page).fill(book!.isbn)
  const table = page.getByRole('region', { name: 'Checked identifiers' })
  await expect(table).toContainText('DonaudampfschiffDonaudampfschiff')
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('one endless word and a whole list fit a phone, and the next action stays visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await signIn(page, '/')
  await field(page).fill([...Array.from({ length: 40 }, (_, i) => `nr${i}`), '9'.repeat(300)].join('\n'))
  await expect(page.getByText('40 not found')).toBeVisible()
  await expectToFit(page, 390)
  // No scrolling box within the page, and the first rows are visible.
  const rows = page.getByRole('region', { name: 'Checked identifiers' })
  expect(await rows.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await row(page, 'nr20').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: /^Request / })).toBeInViewport()
  await page.getByRole('button', { name: '1 to fix' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'nr20' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Request / }).click()
  await expect(page.getByText('No records found')).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expectToFit(page, width)
  }
})

test('a pasted list shows its first row, and the row under the cursor stays visible', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, '/')
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    Array.from({ length: 50 }, (_, i) => `nr${i}`).join('\n'),
  )
  await field(page).press('Control+V')
  await expect(page.getByRole('cell', { name: /^nr0/ })).toBeInViewport()
  await page.keyboard.type('\nlast1')
  await expect(page.getByRole('cell', { name: /^last1/ })).toBeInViewport()
})

test('an unmatched number is corrected in a new request, or searched by its title', async ({ page }) => {
  await signIn(page, '/')
  await field(page).fill('9780000000002\nzzzqqq')
  await page.getByRole('button', { name: /^Request / }).click()
  await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible()
  await page.getByRole('link', { name: 'Fix in a new request' }).first().click()
  await expect(field(page)).toHaveValue('9780000000002\nzzzqqq')
  await row(page, 'zzzqqq').getByRole('button', { name: 'search for “zzzqqq”' }).click()
  await expect(titleBox(page)).toBeFocused()
  await expect(titleBox(page)).toHaveValue('zzzqqq')
  await expect(page.getByText(/^No titles match/)).toBeVisible()
})

test('a request’s lists are sorted by keyboard and saved for a spreadsheet', async ({ page }) => {
  await signIn(page, '/')
  const books = await someBooks(page, 3)
  await field(page).fill([books[2]!.isbn, books[0]!.isbn, books[1]!.isbn, '=1+1'].join('\n'))
  await page.getByLabel('Request name').fill('Term 2')
  await page.getByRole('button', { name: /^Request / }).click()
  // Announced once, when it is known.
  await expect(page.getByRole('status').filter({ hasText: 'Term 2' })).toHaveCount(1)
  const titles = page.locator('.title-cell a')
  await expect(titles).toHaveText([books[2]!.title, books[0]!.title, books[1]!.title])
  await page.getByRole('button', { name: 'Identifiers' }).focus()
  await page.keyboard.press('Enter')
  const byNumber = [...books].sort((a, b) => a.isbn.localeCompare(b.isbn))
  await expect(titles).toHaveText(byNumber.map(({ title }) => title))
  await expect(page.getByRole('columnheader', { name: 'Identifiers' })).toHaveAttribute('aria-sort', 'ascending')

  const saved = await exported(page)
  expect(saved.suggestedFilename()).toBe('Term 2, matched.csv')
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text.match(/(?<=,)97\d{11}(?=,)/g)).toEqual(byNumber.map(({ isbn }) => isbn))
})

test('the provider’s people start at their desk, and learn that requests are not for them', async ({ page }) => {
  await page.goto('/')
  await page.locator('input[name=username]').fill('desk@provider.example')
  await page.locator('input[name=password]').fill('Demo-password-2026')
  await page.locator('input[name=password]').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL('/desk')
  await page.goto('/myDownloads')
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have permission to do this.' })).toBeVisible()
  await expectAccessible(page)
})

test('on a touch screen a tap leaves no row highlighted', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })
  const page = await context.newPage()
  await signIn(page, '/')
  const [book] = await someBooks(page, 1)
  await field(page).fill(book!.isbn)
  await page.getByRole('button', { name: 'Request 1 record' }).click()
  const cell = page.locator('.type-cell')
  const ground = () => cell.evaluate((each) => getComputedStyle(each).backgroundColor)
  await expect(cell).toBeVisible()
  // The state after a tap: the row counts as hovered until the next one.
  const devtools = await context.newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const tapped = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'tr:has(> .type-cell)' })
  await devtools.send('CSS.forcePseudoState', { nodeId: tapped.nodeId, forcedPseudoClasses: ['hover'] })
  expect(await page.locator('tr:has(> .type-cell)').evaluate((each) => each.matches(':hover'))).toBe(true)
  expect(await ground()).toBe('rgba(0, 0, 0, 0)')
  await context.close()
})

test('both pages fit a phone, even at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, '/')
  const [book] = await someBooks(page, 1)
  await field(page).fill(`${book!.isbn}\n9.78044E+12\n9780306406158`)
  await expect(row(page, book!.isbn)).toContainText(book!.title)
  await expectToFit(page, 320)
  await page.getByRole('button', { name: 'Request 1 record' }).click()
  await expect(page.getByText('1 of 3 found.')).toBeVisible()
  await page.getByRole('tab', { name: /^Unmatched/ }).click()
  await expectToFit(page, 320)
})

test('a request page without an ID, or with an unknown one, says so', async ({ page }) => {
  await signIn(page, '/')
  await page.goto('/downloadRequest')
  await expect(page.getByRole('heading', { name: 'No ID provided' })).toBeVisible()
  await page.goto('/downloadRequest/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'We couldn’t find this download request' })).toBeVisible()
  await expectAccessible(page)
})

test('below, an overview lists what waits; it fits a phone, and stays folded away', async ({ page }) => {
  await signIn(page, '/')
  await expect(field(page)).toBeFocused()
  const overview = page.getByRole('region', { name: 'Overview' })
  await overview.scrollIntoViewIfNeeded()
  const cards = ['Ready to download', 'Catalogue requests', 'New in the catalogue', 'Invoices and renewals']
  for (const name of [...cards, 'Your last searches'])
    await expect(overview.getByRole('region', { name }).locator('.skeleton')).toHaveCount(0)
  await expect(overview.getByRole('region', { name: 'New in the catalogue' }).getByRole('link')).toHaveCount(6)
  await expectAccessible(page)
  await expectNarrow(page)
  await overview
    .getByRole('region', { name: 'Ready to download' })
    .getByRole('link', { name: 'My downloads' })
    .press('Enter')
  await expect(page).toHaveURL(/\/myDownloads$/)
  await page.goBack()
  await overview.getByRole('button', { name: 'Hide overview' }).click()
  await page.reload()
  await expect(overview.getByRole('button', { name: 'Show overview' })).toBeVisible()
  await expect(overview.getByRole('region')).toHaveCount(0)
})
