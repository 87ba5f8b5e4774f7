import { readFile } from 'node:fs/promises'
import { type Browser, expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

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
  await expect(result).toContainText('On the same slip, not scanned yet')
  await scan(request.requestNumber)
  await expect(result).toContainText('Already checked in')
  await scan(request.requestNumber)
  await expect(result).toContainText('Already checked in')
  await scan(`${request.requestNumber.slice(0, -1)}${(Number(request.requestNumber.at(-1)) + 1) % 10}`)
  await expect(result).toContainText('doesn’t match')
  await expectAccessible(page)
  await expectNarrow(page)
  const session = page.getByRole('table', { name: 'Scans of this session' })
  await session
    .getByRole('button', { name: `Undo ${request.requestNumber}` })
    .last()
    .press('Enter')
  await expect(session.getByText('Undone: not checked in')).toHaveCount(1)
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
  await page.getByRole('button', { name: new RegExp(`^Assign to me.*${title}$`) }).press('Enter')
  await expect(page.locator('.work-facts')).toContainText('assigned to')
  await page.getByLabel(/^Message to/).fill('Which edition is it?')
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Which edition is it?')
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
  await expect(attach).toContainText('new to the catalogue')
  await expect(attach.getByRole('row', { name: `Number ${isbn} ${isbn}` })).toBeVisible()
  await attach.getByLabel('Note to them (optional)').fill('Made from your picture.')
  await expectAccessible(page)
  await expectNarrow(page)
  await attach.getByRole('button', { name: 'Answer 2 items' }).press('Enter')
  const answered = page.getByText(/^Catalogued as/)
  await expect(answered).toContainText('Hillview Primary School at')
  await expectAccessible(page)
  await expectNarrow(page)
  // Undone, the work is as before; answered again and sent at once.
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(heading(page, title)).toBeFocused()
  await page.getByRole('tab', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Outside our catalogue' }).press('Enter')
  await page.getByRole('button', { name: 'Decline 2 items' }).press('Enter')
  await page.goto('/desk/cataloguing')
  await page.getByRole('button', { name: `Undo the answer to ${title}` }).press('Enter')
  await page.getByRole('link', { name: title, exact: true }).press('Enter')
  await page.getByRole('tab', { name: 'MARC file' }).click()
  await page
    .getByLabel('MARC file', { exact: true })
    .last()
    .setInputFiles({ name: stub.suggestedFilename(), mimeType: 'application/marc', buffer: bytes })
  await page.getByRole('button', { name: 'Attach this record' }).press('Enter')
  await expect(attach.getByLabel('Note to them (optional)')).toHaveValue('Made from your picture.')
  await attach.getByRole('button', { name: 'Answer 2 items' }).press('Enter')
  await page.getByRole('button', { name: 'Send now', exact: true }).press('Enter')
  await expect(answered).toContainText('We emailed')

  for (const { request, school } of [first, second]) {
    await school.goto(`/CatalogueRequestDeatils/${request.id}`)
    await expect(school.getByText('Made from your picture.').first()).toBeVisible()
  }
})

test('requests of one item under two titles are merged after a preview, separated, and declined together', async ({
  page,
  browser,
}) => {
  const word = `Merged${Date.now()}`
  const book = { resourceType: 'BOOK', physicalResource: false, publisher: 'Own', publicationDate: '2025' }
  await requestedBy(browser, riverside, [{ ...book, title: `${word} rivers` }])
  await requestedBy(browser, hillview, [{ ...book, title: `The ${word} rivers`, standardNumber: newIsbn() }])
  await signIn(page, `/desk/cataloguing?text=${word}`, desk)
  const rows = page.getByRole('table', { name: 'Items to catalogue' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  const merge = async () => {
    await page.getByRole('checkbox', { name: 'Select all 2 items' }).press('Space')
    await page.getByRole('button', { name: 'Merge…' }).press('Enter')
  }
  await merge()
  const preview = dialog(page, 'Merge the selected items')
  await expect(preview).toContainText(`Joins “${word} rivers”`)
  await expect(preview).toContainText('One item for 2 requests of 2 schools')
  await expectAccessible(page)
  await expectNarrow(page)
  await preview.getByRole('button', { name: 'Merge 2 items' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Riverside College and Hillview Primary School')
  const recent = page.getByRole('region', { name: 'Recently merged' })
  const undo = { name: `Undo the merge of ${word} rivers and The ${word} rivers` }
  await expect(recent.getByRole('button', undo)).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await recent.getByRole('button', undo).press('Enter')
  await expect(rows).toHaveCount(2)
  await merge()
  await preview.getByRole('button', { name: 'Merge 2 items' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: `${word} rivers`, exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Merged from' }).getByRole('button', undo)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Requested by (2)' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('tab', { name: 'Decline' }).click()
  await page.getByLabel('Reason').fill('Only a journey.')
  await page.getByRole('button', { name: 'Decline 2 items' }).press('Enter')
  await page.getByRole('button', { name: 'Send now', exact: true }).press('Enter')
  await expect(page.getByText(/^Declined\./)).toContainText('We emailed')
})

test('the desk writes, changes, moves and deletes a template, and a form for answers offers it', async ({
  page,
  browser,
}) => {
  const title = `Templates ${Date.now()}`
  const name = `Too new ${Date.now()}`
  await requestedBy(browser, riverside, [
    { title, resourceType: 'BOOK', physicalResource: false, publisher: 'Own', publicationDate: '2025' },
  ])
  await signIn(page, '/desk/cataloguing', desk)
  await page.getByRole('link', { name: 'Answer templates' }).press('Enter')
  await expect(heading(page, 'Answer templates')).toBeVisible()
  const reasons = page.getByRole('region', { name: 'Reasons for declining' })
  await expect(reasons.getByRole('listitem').first()).toContainText('Not enough detail')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Add template to Reasons for declining' }).press('Enter')
  const add = dialog(page, 'Add to reasons for declining')
  await add.getByRole('button', { name: 'Add template' }).press('Enter')
  await expect(add.getByLabel('Name')).toBeFocused()
  await expect(add).toContainText('Please enter the text.')
  await add.getByLabel('Name').fill(name)
  await add.getByLabel('Text').fill('It isn’t published yet.')
  await expectAccessible(page)
  await expectNarrow(page)
  await add.getByRole('button', { name: 'Add template' }).press('Enter')
  await expect(reasons.getByRole('listitem').last()).toContainText(name)
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter')
  await expect(reasons.getByRole('listitem').nth(-2)).toContainText(name)
  await page.getByRole('button', { name: `Change ${name}` }).press('Enter')
  const change = dialog(page, `Change “${name}”`)
  await change.getByLabel('Text').fill('It isn’t published yet. Please ask again.')
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(reasons).toContainText('Please ask again.')

  await page.goto(`/desk/cataloguing?text=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title, exact: true }).press('Enter')
  await page.getByRole('tab', { name: 'Decline' }).click()
  await page.getByRole('button', { name, exact: true }).press('Enter')
  await expect(page.getByLabel('Reason')).toHaveValue('It isn’t published yet. Please ask again.')
  await page.getByRole('button', { name: 'Decline 1 item' }).press('Enter')
  await page.getByRole('button', { name: 'Send now', exact: true }).press('Enter')
  await expect(page.getByText(/^Declined\./)).toContainText('We emailed')

  await page.goto('/desk/answerTemplates')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(reasons.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
})
