import sharp from 'sharp'
import { eicar } from '../adapters/virus-scan/eicar-testing.ts'
import { expect, expectAccessible, expectNarrow, fillSignIn, type Page, signIn, test } from './portal.ts'

test.describe.configure({ timeout: 120_000 })

const picture = () =>
  sharp({ create: { width: 300, height: 420, channels: 3, background: '#7a3b2e' } })
    .png()
    .toBuffer()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => dialog(page, /item|Edit/).getByLabel(label, { exact: true })

test('identifiers that a download request could not match become items, and one that the catalogue has is said', async ({
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
  await expect(page.getByText('Nothing is asked for yet')).toBeVisible()
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
  const again = dialog(page, 'Please sign in to go on')
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
