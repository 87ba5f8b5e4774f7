import sharp from 'sharp'
import { eicar } from '../../adapters/virus-scan/eicar-testing.ts'
import { eanCheck } from '../../marc/isbn.ts'
import { requestItem } from '../cataloguing.ts'
import { type Browser, expect, expectAccessible, expectNarrow, fillSignIn, type Page, signIn, test } from '../portal.ts'

const desk = 'desk@provider.example'
const picture = () =>
  sharp({ create: { width: 300, height: 420, channels: 3, background: '#7a3b2e' } })
    .png()
    .toBuffer()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => dialog(page, /item|Edit/).getByLabel(label, { exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** In a separate browser, as if at the provider's. */
async function atTheDesk(browser: Browser, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, '/desk/checkin', desk)
  await work(page)
  await context.close()
}

test('from a search without results to the record: draft with pictures, depot, slip, desk, download', async ({
  page,
  browser,
}) => {
  const title = `Zzyzx almanac ${Date.now()}`
  await signIn(page, `/discover/results?query=${encodeURIComponent(title)}`)
  await page
    .getByRole('link', { name: /catalogu/i, exact: false })
    .filter({ hasText: /request/i })
    .first()
    .click()
  await expect(field(page, 'Title')).toHaveValue(title)
  await dialog(page, 'Add an item').getByLabel('Book', { exact: true }).press('Space')
  await field(page, 'Photos and details').press('Space')
  await dialog(page, 'Add an item').getByRole('button', { name: 'Add item' }).press('Enter')
  await expect(dialog(page, 'Add an item').getByText('Please enter a publisher.').first()).toBeVisible()
  // The summary has taken the focus once; from here on each key stays in its field, even while the year shows an error.
  await expect(dialog(page, 'Add an item').getByRole('alert')).toBeFocused()
  const year = dialog(page, 'Add an item').getByRole('textbox', { name: /ublication year/ })
  await year.click()
  await page.keyboard.type('0199')
  await expect(dialog(page, 'Add an item').getByRole('alert')).toContainText('Please enter valid year')
  await expect(year).toBeFocused()
  await expect(year).toHaveValue('0199')
  expect(await dialog(page, 'Add an item').getByRole('alert').getByRole('link').allTextContents()).toEqual([
    'Please enter a publisher.',
    'Please enter valid year for publication year.',
  ])
  await dialog(page, 'Add an item')
    .getByRole('textbox', { name: /^Publisher/ })
    .fill('Zzyzx Press')
  await dialog(page, 'Add an item')
    .getByRole('textbox', { name: /ear of publication|ublication year/ })
    .fill('2025')
  await dialog(page, 'Add an item')
    .getByLabel('Pictures', { exact: true })
    .setInputFiles([{ name: 'cover.png', mimeType: 'image/png', buffer: await picture() }])
  await field(page, 'What cover.png shows').fill('The cover')
  await expectAccessible(page)
  await expectNarrow(page)
  // The picture in large takes the place of the form, which comes back.
  await dialog(page, 'Add an item')
    .getByRole('button', { name: /cover\.png$/ })
    .first()
    .press('Enter')
  await expect(dialog(page, 'The cover')).toBeVisible()
  await expect(page.locator('.veil').first()).toHaveCSS('opacity', '0')
  await page.keyboard.press('Escape')
  await expect(
    dialog(page, 'Add an item')
      .getByRole('button', { name: /cover\.png$/ })
      .first(),
  ).toBeFocused()
  await expect(page.locator('.veil')).toHaveCount(1)
  await dialog(page, 'Add an item').getByRole('button', { name: 'Add item' }).press('Enter')
  await expect(page.getByRole('img', { name: 'The cover' })).toBeVisible()

  await page.getByRole('button', { name: 'Add an item' }).press('Enter')
  await expect(field(page, 'Standard number')).toBeFocused()
  await dialog(page, 'Add an item').getByLabel('DVD or CD', { exact: true }).press('Space')
  await field(page, 'Title').fill(`${title}: the film`)
  await dialog(page, 'Add an item').getByRole('button', { name: 'Add item' }).press('Enter')
  await page.getByRole('button', { name: 'Save as draft' }).press('Enter')
  await expect(page.getByText('Request saved successfully').first()).toBeVisible()
  await expect(page).toHaveURL(/\/CreateCatalogueRequest\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('img', { name: 'The cover' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)

  await page.getByRole('button', { name: 'Proceed to submit' }).press('Enter')
  const confirm = dialog(page, 'Submit catalogue request')
  await expect(confirm.getByRole('radio').first()).toBeFocused()
  await confirm.getByRole('radio', { name: /^Cataloguing depot Melbourne/ }).press('Space')
  await expectAccessible(page)
  await expectNarrow(page)
  await confirm.getByRole('button', { name: 'Submit request' }).press('Enter')
  await expect(page.getByText(/^Request submitted successfully: CR\d+\. We’ve emailed you\. Place/)).toBeVisible()
  await expect(confirm).toBeHidden()
  await page.getByRole('link', { name: 'Postage slip' }).press('Enter')
  await expect(heading(page, 'Postage slip')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Parcel label' })).toContainText('Cataloguing depot Melbourne')
  await expectAccessible(page)
  await expectNarrow(page)
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDF' }).press('Enter'),
  ])
  const number = /CR\d+/.exec(pdf.suggestedFilename())![0]

  await atTheDesk(browser, async (at) => {
    await expect(at.getByLabel('Code', { exact: true })).toBeFocused()
    await at.keyboard.type(number)
    await at.keyboard.press('Enter')
    await expect(at.getByRole('region', { name: 'Last scan' })).toContainText('1 item checked in')
    await expectAccessible(at)
    await expectNarrow(at)
    await at.goto(`/desk/cataloguing?text=${number}`)
    await at.getByRole('link', { name: title, exact: true }).press('Enter')
    await expect(heading(at, title)).toBeVisible()
    await expect(at.getByRole('img', { name: 'The cover' }).first()).toBeVisible()
    await at.getByLabel('Find another record').fill('Shiver')
    await at
      .getByRole('button', { name: /^Attach Shiver/ })
      .first()
      .press('Enter')
    await dialog(at, 'Attach this record').getByRole('button', { name: 'Answer 1 item' }).press('Enter')
    await at.getByRole('button', { name: 'Send now', exact: true }).press('Enter')
    await expect(at.getByText(/^Catalogued as/)).toContainText('We emailed')
    await at.goto(`/desk/cataloguing?text=${number}`)
    await at.getByRole('link', { name: `${title}: the film` }).press('Enter')
    await at.getByRole('tab', { name: 'Decline' }).click()
    await at.getByLabel('Reason', { exact: true }).fill('The disc cannot be played.')
    await at.getByRole('button', { name: 'Decline 1 item' }).press('Enter')
    await at.getByRole('button', { name: 'Send now', exact: true }).press('Enter')
    await expect(at.getByText(/^Declined\./)).toContainText('We emailed')
  })

  await page.goto(`/myCatalogueRequests?text=${number}`)
  await page.getByRole('link', { name: `${title} and 1 other`, exact: true }).press('Enter')
  await expect(heading(page, `Catalogue request ${number}`)).toBeVisible()
  await expect(page.getByText('The disc cannot be played.').first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page
    .getByRole('link', { name: /^Download/ })
    .filter({ hasText: title })
    .press('Enter')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download MARC 21/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.mrc$/)
})

test('identifiers that a download request did not match become items, and one that the catalogue has is reported', async ({
  page,
}) => {
  const absent = ['9780000009999', '9780000009982']
  await signIn(page, '/')
  const made = await page.request.post('/rest/mydownload/request/create', {
    data: { identities: absent, requestName: 'To be catalogued' },
    headers: { 'X-Requested-With': 'journey' },
  })
  await page.goto(`/downloadRequest/${(await made.json()).response.id}`)
  await page.getByRole('tab', { name: 'Unmatched' }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).first().press('Space')
  await page.getByRole('link', { name: 'Request cataloguing', exact: true }).press('Enter')
  await expect(page.getByText('2 items were added')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)

  const scan = page.getByLabel('Scan, type or paste standard numbers')
  await scan.fill('0000009997')
  await scan.press('Enter')
  await expect(page.getByText('This standard number is already in the request.')).toBeVisible()
  await scan.fill('9780545123266')
  await scan.press('Enter')
  await expect(page.getByRole('link', { name: /Shiver/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).press('Enter')
  await expect(page.getByText('No items yet')).toBeVisible()
})

test('what the school has asked for already is shown as such, before it is asked for again', async ({ page }) => {
  const isbn = (start: string) => start + eanCheck(start)
  const submitted = isbn('978000001001')
  const drafted = isbn('978000001002')
  const fresh = isbn('978000001003')
  await signIn(page, '/')
  const post = async (url: string, data: object) => {
    const reply = await page.request.post(url, { data, headers: { 'X-Requested-With': 'journey' } })
    expect(reply.ok()).toBe(true)
    return (await reply.json()).response as { id: string; requestNumber: string }
  }
  const draftOf = (standardNumber: string) =>
    post('/rest/cataloguerequests', {
      items: [
        {
          ...{ resourceType: 'BOOK', physicalResource: false, standardNumber, title: 'The far paddock' },
          ...{ publisher: 'Tussock Press', publicationDate: '2024' },
        },
      ],
    })
  const sent = await draftOf(submitted)
  await post(`/rest/cataloguerequests/${sent.id}/confirm`, {})
  const draft = await draftOf(drafted)
  const made = await post('/rest/mydownload/request/create', {
    identities: ['9780545123266', submitted, drafted, fresh],
    requestName: 'Asked for before',
  })
  await page.goto(`/downloadRequest/${made.id}`)
  await page.getByRole('button', { name: 'See why' }).press('Enter')
  await expect(page.getByRole('tab', { name: /^Unmatched/ })).toBeFocused()
  const inRequest = `Requested in ${sent.requestNumber} by you`
  await expect(page.getByRole('row', { name: submitted }).getByRole('link', { name: inRequest })).toBeVisible()
  await expect(
    page.getByRole('row', { name: drafted }).getByRole('link', { name: `In your draft ${draft.requestNumber}` }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: fresh }).getByRole('link', { name: 'request cataloguing' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)

  await page.goto(`/CreateCatalogueRequest?identifiers=${submitted},${fresh}`)
  const items = page.locator('.request-item')
  await expect(items).toHaveCount(2)
  await expect(items.first().getByText(inRequest)).toBeVisible()
  await expect(items.nth(1).getByText(/Requested in/)).toHaveCount(0)
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: new RegExp(`^Remove from request ?: ${submitted}`) }).press('Enter')
  await expect(items).toHaveCount(1)
  await page.getByRole('button', { name: 'Start over' }).press('Enter')

  const again = await draftOf(submitted)
  await page.goto(`/CreateCatalogueRequest/${again.id}`)
  await page.getByRole('button', { name: 'Proceed to submit' }).press('Enter')
  const confirm = dialog(page, 'Submit catalogue request')
  await expect(confirm.getByText('One of them has been requested already.')).toBeVisible()
  await expect(confirm.getByRole('link', { name: inRequest })).toBeVisible()
  await expectAccessible(page)
})

test('a picture with a virus is removed, and the others stay', async ({ page }) => {
  await signIn(page, '/CreateCatalogueRequest')
  await page.getByRole('button', { name: 'Add an item' }).press('Enter')
  const adding = dialog(page, 'Add an item')
  await adding.getByLabel('E-book', { exact: true }).press('Space')
  const clean = await picture()
  await adding.getByLabel('Pictures', { exact: true }).setInputFiles([
    { name: 'evil.png', mimeType: 'image/png', buffer: Buffer.concat([clean, eicar]) },
    { name: 'good.png', mimeType: 'image/png', buffer: clean },
  ])
  await expect(adding.getByText('Virus found in: evil.png - file removed')).toBeVisible()
  await expect(adding.getByRole('button', { name: 'Remove good.png' })).toBeVisible()
  await expect(adding.getByText('1 of 5')).toBeVisible()
  await expectAccessible(page)
})

test('a session that ends in the middle of a draft loses nothing: sign in, and it is saved', async ({
  page,
  context,
}) => {
  const title = `Interrupted ${Date.now()}`
  await signIn(page, '/CreateCatalogueRequest')
  await page.getByRole('button', { name: 'Add an item' }).press('Enter')
  await dialog(page, 'Add an item').getByLabel('Music score', { exact: true }).press('Space')
  await field(page, 'Title').fill(title)
  await context.clearCookies()
  await page.reload()
  await fillSignIn(page)
  await expect(field(page, 'Title')).toHaveValue(title)
  await dialog(page, 'Add an item').getByRole('button', { name: 'Add item' }).press('Enter')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save as draft' }).press('Enter')
  const again = dialog(page, 'Please sign in to continue')
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    again.getByRole('button', { name: 'Sign in' }).click(),
  ])
  await fillSignIn(other)
  await expect(page.getByText('Request saved successfully').first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete draft' }).press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter')
  await expect(page).toHaveURL(/\/myCatalogueRequests/)
})

test('of two people on one draft the second is warned, and chooses a version', async ({ page, browser }) => {
  const { id, version } = await requestItem(page, { title: `Shared ${Date.now()}`, resourceType: 'READER_SET' })
  await page.goto(`/CreateCatalogueRequest/${id}`)
  await page.getByRole('button', { name: /^Edit Shared/ }).press('Enter')
  await field(page, 'Title').fill('As I call it')
  await dialog(page, /^Edit/).getByRole('button', { name: 'Save item' }).press('Enter')

  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signIn(colleague, `/CatalogueRequestDeatils/${id}`, 'assistant@hillview.example')
  const changed = await colleague.request.patch(`/rest/cataloguerequests/${id}`, {
    headers: { 'x-requested-with': 'journey' },
    data: { version, ops: [{ op: 'replace', path: '/items/0/title', value: 'As my colleague calls it' }] },
  })
  expect(changed.ok()).toBe(true)

  await page.getByRole('button', { name: 'Save as draft' }).press('Enter')
  const deciding = page.locator('[role=dialog], [role=alertdialog]').filter({ hasText: 'As my colleague calls it' })
  await expect(deciding).toContainText('As I call it', { timeout: 30_000 })
  await expectAccessible(page)
  await expectNarrow(page)
  await deciding.getByRole('radio', { name: /^Keep mine/ }).press('Space')
  await deciding.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Request updated successfully').first()).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByRole('heading', { name: 'As I call it' })).toBeVisible()
  await context.close()
  await page.request.delete(`/rest/cataloguerequests/${id}`, { headers: { 'x-requested-with': 'journey' } })
})
