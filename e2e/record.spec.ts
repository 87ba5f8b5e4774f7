import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const heading = (page: Page) => page.locator('.record h1')

async function fillSignIn(page: Page) {
  await page.getByLabel('User name').fill('librarian@hillview.example')
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
}

/** Some record of the sample: a book with an ISBN, a series and subjects. */
async function someRecord(page: Page) {
  const query = { size: 20, query: { query_string: { query: 'dragon' } } }
  const reply = await page.request.post('/rest/catalogue/search', {
    data: { bodybuilderquery: query },
    headers: { 'x-requested-with': 'test' },
  })
  type Found = { _id: string; _source: { title: { titlePrimary: string }; isbn13: string[]; series: string[] } }
  const { hits } = (await reply.json()).hits as { hits: Found[] }
  const found = hits.find(({ _source }) => _source.isbn13.length > 0 && _source.series.length > 0)!
  return { address: `/discover/details/${found._id}`, id: found._id, ...found._source }
}

async function openRecord(page: Page) {
  const record = await someRecord(page)
  await page.goto(record.address)
  await fillSignIn(page)
  await expect(heading(page)).toHaveText(record.title.titlePrimary)
  return record
}

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  }
}

test('a visitor signs in and comes back to the record', async ({ page }) => {
  const { address } = await openRecord(page)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('MARC is reached with the keyboard and copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const record = await openRecord(page)
  await page.getByRole('tab', { name: 'Details' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'MARC' })).toBeFocused()
  await expect(page.getByRole('row', { name: /^245/ })).toContainText('$a')

  await page.getByRole('button', { name: 'Copy MARC' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^LDR {4}\d{5}/)
  expect(copied).toContain(`001    ${record.id}`)
  expect(copied).toContain(record.isbn13[0])
})

test('a subject leads to the records that have it, and back leads to the record', async ({ page }) => {
  const record = await openRecord(page)
  const subject = page.locator('.record-part .values a').first()
  const name = await subject.textContent()
  await subject.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!)
  await expect(page.locator('.hit').first()).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText(record.title.titlePrimary)
  await expect(subject).toBeFocused()
})

test('one record is downloaded from its page', async ({ page }) => {
  const record = await openRecord(page)
  await page.getByRole('button', { name: /^Download/ }).click()
  await expect(page).toHaveURL(/\/downloadRequest\/[\w-]+$/)
  await expect(page.getByText('The download request is ready.')).toBeVisible()
  await expect(page.getByRole('link', { name: record.title.titlePrimary })).toBeVisible()
})

test('a session that ends in the middle of work is renewed in a dialog, and the work goes on', async ({
  page,
  context,
}) => {
  await openRecord(page)
  await context.clearCookies()
  await page.getByRole('button', { name: /^Download/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in to go on' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Sign in' }).click(),
  ])
  await fillSignIn(other)

  await expect(page).toHaveURL(/\/downloadRequest\/[\w-]+$/)
  await expect(page.getByText('The download request is ready.')).toBeVisible()
})

test('who does not want to sign in again stays where they are', async ({ page, context }) => {
  const { address } = await openRecord(page)
  await context.clearCookies()
  await page.getByRole('button', { name: /^Download/ }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Please sign in.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('a number that no record has', async ({ page }) => {
  await page.goto('/discover/details/no-such-record')
  await fillSignIn(page)
  await expect(page.getByRole('heading', { name: 'There is no such record' })).toBeVisible()
  await expectAccessible(page)
})

/** The record with two links, one of them as long as a library's proxy makes them. */
async function withLinks(page: Page) {
  const long = `https://example.org/${'a'.repeat(1500)}`
  await page.route('**/rest/catalogue/record?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const source = reply.hits?.hits[0]?._source
    if (source) {
      source.url = [
        { href: 'https://example.org/one', label: 'Read online' },
        { href: long, label: '' },
      ]
      source.bibMarcData = source.bibMarcData.replace(
        '</record>',
        `<datafield tag="856" ind1="4" ind2="0"><subfield code="u">${long}</subfield></datafield></record>`,
      )
    }
    await route.fulfill({ response, json: reply })
  })
}

for (const width of [1280, 390, 320])
  test(`links and MARC fit, however long, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await withLinks(page)
    await openRecord(page)
    const links = page.locator('.record-links a')
    await expect(links).toHaveCount(2)
    for (const link of await links.all()) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'MARC' }).click()
    await expect(page.getByRole('row', { name: /^856.*aaaa/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const box = page.locator('.marc-lines')
    expect(await box.evaluate((lines) => lines.scrollWidth - lines.clientWidth)).toBe(0)
  })

for (const width of [1280, 390])
  test(`the record is accessible, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openRecord(page)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'MARC' }).click()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
