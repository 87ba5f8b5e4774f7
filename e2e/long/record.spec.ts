import { readFileSync } from 'node:fs'
import {
  type Download,
  expect,
  expectAccessible,
  expectNarrow,
  expectToFit,
  fillSignIn,
  type Page,
  test,
} from '../portal.ts'

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

test('a visitor signs in and comes back to the record', async ({ page }) => {
  const { address } = await openRecord(page)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('results are stepped through from record to record, also by keys and after a reload', async ({ page }) => {
  await page.goto('/discover/results/?query=dragon&size=5&page=2')
  const titles = page.locator('.hit h2')
  await expect(titles).toHaveCount(5)
  const [sixth, seventh] = await titles.allTextContents()
  await titles.first().getByRole('link').click()
  await fillSignIn(page)
  await expect(heading(page)).toHaveText(sixth!)
  const results = page.getByRole('navigation', { name: 'Results' })
  await expect(results).toContainText(/6 of [\d,]+/)
  await results.getByRole('link', { name: /^Next/ }).click()
  await expect(heading(page)).toHaveText(seventh!)
  await expect(results).toContainText(/7 of [\d,]+/)
  await page.reload()
  await expect(results).toContainText(/7 of [\d,]+/)
  await expectAccessible(page)
  await expectNarrow(page)

  await page.keyboard.press('p')
  await expect(heading(page)).toHaveText(sixth!)
  await expect(results).toContainText(/6 of [\d,]+/)
  await page.keyboard.press('p')
  await expect(results).toContainText(/5 of [\d,]+/)
  await page.keyboard.press('n')
  await expect(results).toContainText(/6 of [\d,]+/)
  await results.getByRole('link', { name: /^6 of / }).click()
  await expect(page).toHaveURL(/results\/\?query=dragon&page=2&size=5$/)
  await expect(titles.first()).toHaveText(sixth!)
})

test('a record without results, or with results that say nothing, has no neighbours', async ({ page }) => {
  const { address } = await openRecord(page)
  await expect(page.getByRole('navigation', { name: 'Results' })).toHaveCount(0)
  for (const query of [
    '?results=query%3Ddragon&at=0',
    '?results=query%3Ddragon&at=%27',
    '?results=bodybuilderquery%3Dx&at=1',
  ]) {
    await page.goto(address + query)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Results' })).toHaveCount(0)
  }
  // The record is not among these results: they are a link, without neighbours.
  await page.goto(`${address}?results=query%3Dzebra&at=1`)
  await expect(page.getByRole('navigation', { name: 'Results' }).getByRole('link')).toHaveText(['Results'])
})

test('MARC is reached by keyboard and copied in full', async ({ page, context }) => {
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

test('a subject leads to its records, and back leads to the record', async ({ page }) => {
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

test('a missing cover is reported, and the way leads to the product page unless its reader chooses to stay', async ({
  page,
}) => {
  const { address } = await openRecord(page)
  const cover = file(page, /^Cover picture None/)
  await cover.click()
  const dialog = page.getByRole('alertdialog', { name: 'No file available' })
  await expect(dialog).toContainText('There is no image available to download.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay on this record' }).click()
  await expect(cover).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await cover.click()
  await dialog.getByRole('link', { name: 'Go to the product page' }).click()
  await expect(page).toHaveURL(/\/cms\/products$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('a session that ends in the middle of work is renewed in a dialog, and the work continues', async ({
  page,
  context,
}) => {
  await openRecord(page)
  await expect(file(page, /^MARC record MARC 21/)).toBeVisible()
  await context.clearCookies()
  await file(page, /^MARC record/).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in to continue' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Sign in' }).click(),
  ])
  await fillSignIn(other)

  await expect(page.getByText('The download request is ready. Your file will begin')).toBeVisible()
})

test('someone who declines to sign in again stays on the page', async ({ page, context }) => {
  const { address } = await openRecord(page)
  await expect(file(page, /^MARC record MARC 21/)).toBeVisible()
  await context.clearCookies()
  await file(page, /^MARC record/).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  const reason = page.getByRole('alertdialog', { name: 'No file available' })
  await expect(reason).toContainText('Please sign in.')
  await reason.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('the record as HTML is read in a dialog, saved, and printed without the portal around it', async ({ page }) => {
  const record = await openRecord(page)
  await page.getByRole('button', { name: 'View as HTML' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record as HTML' })
  const inside = dialog.frameLocator('iframe')
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText(record.title.titlePrimary)
  await expectAccessible(page)
  const address = await dialog.locator('iframe').getAttribute('src')
  const saved = await downloadOf(page, () => dialog.getByRole('link', { name: 'Download HTML' }).click())
  expect(saved.name).toMatch(/\.html$/)
  expect(saved.bytes.toString()).toContain(record.id)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View as HTML' })).toBeFocused()

  await page.goto(address!)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(record.title.titlePrimary)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFit(page, 320)
})

test('the record is emailed by keyboard alone; an invalid address is reported on the field', async ({ page }) => {
  const record = await openRecord(page)
  await page.getByRole('button', { name: 'Email', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Email this record' })
  const address = dialog.getByLabel('Email address')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('librarian@hillview.example')
  await expectAccessible(page)
  await address.fill('one@hillview.example, two@hillview.example')
  await page.keyboard.press('Enter')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await address.fill('one@hillview.example')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Email sent successfully')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Email', exact: true })).toBeFocused()

  await page.goto('/dev/outbox')
  await expect(page.locator('body')).toContainText('one@hillview.example')
  await expect(page.locator('body')).toContainText(record.title.titlePrimary)
})

test('the record is cited in five styles and three files, all by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const record = await openRecord(page)
  await page.getByRole('button', { name: 'Cite' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cite this record' })
  const words = record.title.titlePrimary.split(' ')[0]!
  const style = dialog.getByLabel('Style')
  await style.focus()
  for (const label of ['APA', 'Harvard (Australia)', 'MLA', 'Chicago', 'Vancouver', 'RIS', 'BibTeX', 'CSL-JSON']) {
    await expect(dialog.getByRole('region', { name: `${label} reference` })).toContainText(words)
    await page.keyboard.press('ArrowDown')
  }
  await style.selectOption('APA')
  await dialog.getByRole('button', { name: 'Copy APA' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const [html] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return [await (await item!.getType('text/html')).text()]
  })
  expect(html).toContain('<i>')
  await expectAccessible(page)
  await expectNarrow(page)
  await style.selectOption('RIS')
  await expectAccessible(page)
  const saved = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download .ris' }).click())
  expect(saved.name).toBe(`record-${record.id}.ris`)
  expect(saved.bytes.toString()).toMatch(/^TY {2}- BOOK\r\n[\s\S]*ER {2}- \r\n$/)
})

test('a page of results and a whole search are cited together', async ({ page }) => {
  await page.goto('/rest/user/login?redirect=/discover/results%3Fquery%3Ddragon')
  await fillSignIn(page)
  await page.getByRole('button', { name: 'Cite', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Cite \d+ records$/ })
  const references = dialog.getByRole('region').getByRole('listitem')
  await dialog.getByLabel('Style').selectOption('Vancouver')
  const onPage = await dialog.getByLabel('Records').locator('option').first().textContent()
  await expect(references).toHaveCount(Number(/\d+/.exec(onPage!)![0]))
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByLabel('Records').selectOption({ index: 1 })
  const all = await dialog.getByLabel('Records').locator('option').nth(1).textContent()
  await expect(references).toHaveCount(Number(/\d+/.exec(all!.replace(/,/g, ''))![0]))
  await dialog.getByLabel('Style').selectOption('RIS')
  const saved = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download .ris' }).click())
  expect(saved.bytes.toString().match(/^ER {2}- /gm)).toHaveLength(Number(/\d+/.exec(all!.replace(/,/g, ''))![0]))
})

test('the permalink is copied, and leads to the record', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { address, id, title } = await openRecord(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toBe(`/record/${id}`)
  await page.goto(link)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(heading(page)).toHaveText(title.titlePrimary)
})

test('an error and a wrong cover are reported; typed text survives a refusal', async ({ page }) => {
  await openRecord(page)
  await page.getByRole('button', { name: 'Report a problem' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please tell us what’s wrong.')).toBeVisible()
  await expect(dialog.getByLabel('Details')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Details').fill('The <b>year</b> is 1998.')
  await page.route('**/rest/catalogue/record/report', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Details')).toHaveValue('The <b>year</b> is 1998.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Thank you. We’ve received your report.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Report a problem' }).click()
  await dialog.getByLabel('The wrong cover').check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Thank you. We’ve received your report.')).toBeVisible()
})

test('printed, the record is on white, its title beside the cover, without controls', async ({ page }) => {
  await openRecord(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 718, height: 1000 })
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const [title, cover, facts] = [await box('.record h1'), await box('.record .cover'), await box('.facts-table')]
  expect(title.x).toBeGreaterThan(cover.x + cover.width)
  expect(Math.abs(title.y - cover.y)).toBeLessThan(24)
  expect(facts.x).toBe(title.x)
  expect(facts.y).toBeLessThan(cover.y + cover.height + 200)
  const lightness = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => Number(/[\d.]+/.exec(getComputedStyle(each).color)![0]))
  for (const selector of ['.facts-table dt', '.record .values a']) expect(await lightness(selector)).toBeLessThan(0.6)
  for (const gone of ['.in-thesaurus', '.item-downloads', '.record-actions.more', '.copy-button'])
    await expect(page.locator(`.record ${gone}`).first()).toBeHidden()
})

test('the series leads to its other volumes, and back', async ({ page }) => {
  const record = await openRecord(page, 'harry potter')
  const series = page.getByRole('region', { name: /^In the series/ })
  await expect(series.locator('[aria-current="page"]')).toContainText(record.title.titlePrimary)
  const covers = series.locator('li img')
  await expect(covers).toHaveCount(await series.locator('li').count())
  const drawn = () => covers.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0))
  await series.scrollIntoViewIfNeeded()
  await expect.poll(drawn).toBe(true)
  const other = series.locator('li a:not([aria-current])').first()
  const name = await other.locator('.name').textContent()
  await other.click()
  await expect(heading(page)).toHaveText(name!)
  await page.locator('.back-link', { hasText: 'Back' }).click()
  await expect(heading(page)).toHaveText(record.title.titlePrimary)
})

test('the address’s return link leads back, under its title', async ({ page }) => {
  const { address } = await someRecord(page)
  const query = new URLSearchParams({ return: '/discover/results/?query=dragon', 'return-title': 'Dragons' })
  await page.goto(`${address}?${query}`)
  await fillSignIn(page)
  await page.locator('.back-link', { hasText: 'Dragons' }).click()
  await expect(page).toHaveURL(/\/discover\/results\/\?query=dragon$/)
})

test('an unknown record number', async ({ page }) => {
  await page.goto('/discover/details/no-such-record')
  await fillSignIn(page)
  await expect(page.getByRole('heading', { name: 'We couldn’t find this record' })).toBeVisible()
  await expectAccessible(page)
})

/** The record with two links, one as long as those of a library's proxy. */
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
    await expectToFit(page, width)
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
    await expectToFit(page, 320)
  })

for (const name of ['View as HTML', 'Email', 'Cite', 'Report a problem'])
  test(`on a telephone the dialog fits: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openRecord(page)
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const box = (await dialog.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    expect(box.y + box.height).toBeLessThanOrEqual(844)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })

/** Of the sample: a map of Australia. */
const mapAddress = '/discover/details/1004143'

for (const width of [1280, 390])
  test(`a map shows the area that it covers, and names it, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(mapAddress)
    await fillSignIn(page)
    const map = page.locator('.record-map')
    await expect(map).toHaveAccessibleName('Covers 10° S to 44° S, 112° E to 154° E')
    // Once in words, above the picture.
    await expect(page.getByText('112° E to 154° E, 10° S to 44° S')).toHaveCount(1)
    const [land, box] = [await map.locator('.land').boundingBox(), await map.locator('> rect').boundingBox()]
    expect(land).not.toBeNull()
    const picture = (await map.boundingBox())!
    // In the middle of the picture, within a pixel for its border.
    expect(Math.abs(box!.x + box!.width / 2 - (picture.x + picture.width / 2))).toBeLessThan(2)
    expect(Math.abs(box!.y + box!.height / 2 - (picture.y + picture.height / 2))).toBeLessThan(2)
    await expectAccessible(page)
    await expectNarrow(page)
  })

test('the outline of the land is fetched only for a record that has an area', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''))
  })
  await openRecord(page)
  await page.waitForLoadState('networkidle')
  const outline = () => scripts.filter((text) => text.includes('record-map')).length
  expect(outline()).toBe(0)
  await page.goto(mapAddress)
  await expect(page.locator('.record-map')).toBeVisible()
  await expect.poll(outline).toBe(1)
})
