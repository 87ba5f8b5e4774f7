import sharp from 'sharp'
import { type Browser, expect, type Page, signIn, test } from './portal.ts'

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

  await page.getByRole('button', { name: 'Proceed to submit' }).press('Enter')
  const confirm = dialog(page, 'Submit catalogue request')
  await expect(confirm.getByRole('radio').first()).toBeFocused()
  await confirm.getByRole('radio', { name: /^Cataloguing depot Melbourne/ }).press('Space')
  await confirm.getByRole('button', { name: 'Submit request' }).press('Enter')
  await expect(page.getByText(/^Request submitted successfully: CR\d+\. We’ve emailed you\. Place/)).toBeVisible()
  await expect(confirm).toBeHidden()
  await page.getByRole('link', { name: 'Postage slip' }).press('Enter')
  await expect(heading(page, 'Postage slip')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Parcel label' })).toContainText('Cataloguing depot Melbourne')
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
