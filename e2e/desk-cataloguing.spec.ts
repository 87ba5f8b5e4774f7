import { readFile } from 'node:fs/promises'
import { type Browser, expect, expectAccessible, expectNarrow, type Page, signIn, test } from './portal.ts'

test.describe.configure({ timeout: 120_000 })

const desk = 'desk@provider.example'
const riverside = 'librarian@riverside.example'
const hillview = 'librarian@hillview.example'
const headers = { 'x-requested-with': 'journey' }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

type NewItem = { title: string; resourceType: string } & Record<string, unknown>
type Submitted = { id: string; requestNumber: string; items: { id: string; itemNumber: string }[] }

/** A school's submitted request; the school is signed in in a separate browser. */
async function requestedBy(
  browser: Browser,
  name: string,
  items: NewItem[],
): Promise<{ request: Submitted; school: Page }> {
  const context = await browser.newContext()
  const school = await context.newPage()
  await signIn(school, '/myCatalogueRequests', name)
  const draft = await school.request.post('/rest/cataloguerequests', { headers, data: { items } })
  const { response } = await draft.json()
  const posted = items.some(({ resourceType }) => resourceType === 'READER_SET')
  const confirmed = await school.request.post(`/rest/cataloguerequests/${response.id}/confirm`, {
    headers,
    data: posted ? { depot: 'demo-depot-vic' } : {},
  })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
  return { request: (await confirmed.json()).response, school }
}

/** An unused ISBN with its check digit, so that each journey's two schools request the same new book. */
function newIsbn(): string {
  const digits = `9780${String(Date.now()).slice(-8)}`
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

test('a parcel is checked in by a scanner, once, undone, and checked in again', async ({ page, browser }) => {
  const { request } = await requestedBy(browser, hillview, [
    { title: `Readers of ${Date.now()}`, resourceType: 'READER_SET' },
    { title: `More readers of ${Date.now()}`, resourceType: 'READER_SET' },
  ])
  await signIn(page, '/desk/checkin', desk)
  const result = page.getByRole('region', { name: 'Last scan' })
  const scan = async (code: string) => {
    // Types as a scanner does, wherever the focus is.
    await page.locator('body').press('Tab')
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  await scan(request.items[0]!.itemNumber)
  await expect(result).toContainText('1 of 2 items checked in')
  await expect(result).toContainText('Of the same slip, not scanned yet')
  await scan(request.requestNumber)
  await expect(result).toContainText('Had come before')
  await scan(request.requestNumber)
  await expect(result).toContainText('These had come before')
  await scan(`${request.requestNumber.slice(0, -1)}${(Number(request.requestNumber.at(-1)) + 1) % 10}`)
  await expect(result).toContainText('was read wrongly')
  await expectAccessible(page)
  await expectNarrow(page)
  const session = page.getByRole('table', { name: 'Scans of this session' })
  await session
    .getByRole('button', { name: `Undo ${request.requestNumber}` })
    .last()
    .press('Enter')
  await expect(session.getByText('Taken back')).toHaveCount(1)
  await scan(request.requestNumber)
  await expect(result).toContainText('1 of 2 items checked in')
  // Leaves nothing in the queue for other journeys.
  const data = { itemIds: request.items.map(({ id }) => id), reason: 'Only a journey.' }
  expect((await page.request.post('/rest/desk/cataloguing/decline', { headers, data })).status()).toBe(200)
})

test('two schools that request the same item are messaged and answered together, with the stub’s MARC file', async ({
  page,
  browser,
}) => {
  const isbn = newIsbn()
  const title = `Journey to the desk ${isbn}`
  const book = {
    title,
    standardNumber: isbn,
    resourceType: 'BOOK',
    physicalResource: false,
    publisher: 'Own',
    publicationDate: '2025',
  }
  const first = await requestedBy(browser, riverside, [book])
  const second = await requestedBy(browser, hillview, [book])
  await signIn(page, `/desk/cataloguing?text=${isbn}`, desk)
  // Found by its number and opened by keyboard; both schools are in one row.
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Riverside College')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.locator('body').press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page, title)).toBeVisible()
  await page.getByRole('button', { name: `Take ${title}` }).press('Enter')
  await expect(page.locator('.work-facts')).toContainText('taken by')
  await page.getByLabel(/^Message to/).fill('Which edition is it?')
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'What has happened' })).toContainText('Which edition is it?')
  await expect(page.getByRole('tab', { name: 'From the catalogue' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)

  // The stub is the starting record; the journey changes nothing in it before the answer.
  const [stub] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'MARC file' }).press('Enter'),
  ])
  const bytes = await readFile(await stub.path())
  await page.getByRole('tab', { name: 'MARC file' }).click()
  await page
    .getByLabel('MARC file', { exact: true })
    .last()
    .setInputFiles({ name: stub.suggestedFilename(), mimeType: 'application/marc', buffer: bytes })
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Attach this record' }).press('Enter')
  const attach = dialog(page, 'Attach this record')
  await expect(attach).toContainText('new in the catalogue')
  await attach.getByLabel('Note to them (optional)').fill('Made from your picture.')
  await expectAccessible(page)
  await expectNarrow(page)
  await attach.getByRole('button', { name: 'Answer 2 items' }).press('Enter')
  await expect(page.getByText(/^Catalogued as/)).toContainText('Hillview Primary School')

  for (const { request, school } of [first, second]) {
    await school.goto(`/CatalogueRequestDeatils/${request.id}`)
    await expect(school.getByText('Made from your picture.').first()).toBeVisible()
  }
})
