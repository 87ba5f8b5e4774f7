import { exported } from '../export.ts'
import { expect, expectAccessible, expectToFit, type Page, signIn, test } from '../portal.ts'

const thesaurus = (query: string) => `/discover/thesaurus?${query}`
const entries = (page: Page) => page.locator('.heading-entry')
const headings = (page: Page) => page.locator('.heading-entry h2')
const words = (page: Page) => page.getByRole('textbox', { name: 'Search the thesaurus' })
const summary = (page: Page) => page.locator('.thesaurus-bar p')

async function expectNoSideScroll(page: Page) {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectToFit(page, width)
  }
}

test('a heading’s link finds as many records as it says', async ({ page }) => {
  await page.goto(thesaurus('query=dinosaurs&selectedThesaurus=subjects'))
  const entry = entries(page)
    .filter({ has: page.locator('h2 a') })
    .first()
  const count = Number((await entry.locator('.records').textContent())!.replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  await entry.locator('h2 a').click()
  await expect(page.locator('.found p')).toHaveText(new RegExp(`of ${count.toLocaleString('en')} records?$`))
})

test('authority, order and page are in the address; back and forward restore them', async ({ page }) => {
  await page.goto(thesaurus('query=a*'))
  await expect(headings(page).first()).toBeVisible()
  const authority = page.getByRole('navigation', { name: 'Authority' })
  await authority.getByRole('link', { name: /^Subjects/ }).click()
  await expect(page).toHaveURL(/selectedThesaurus=subjects/)
  await expect(authority.locator('[aria-current]')).toHaveText(/^Subjects/)
  await page.getByLabel('Sort by').selectOption('Headings descending')
  await expect(page).toHaveURL(/selectedOrder=heading&orderByOperator=desc/)
  await expect(page.locator('.headings-found')).toHaveAttribute('aria-busy', 'false')
  const names = (await headings(page).allTextContents()).slice(0, 50)
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, 'en')))

  await page.getByRole('link', { name: 'Next' }).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(summary(page)).toHaveText(/^51–/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(summary(page)).toHaveText(/^1–50 of /)
  await expect(page.locator('.pager a[href*="page=2"]:focus')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('relevance desc')
  await page.goForward()
  await expect(page.getByLabel('Sort by')).toHaveValue('heading desc')
})

test('a letter leads to the headings that begin with it, and these can be saved for spreadsheets', async ({ page }) => {
  await page.goto('/discover/thesaurus')
  await page.getByRole('link', { name: 'Headings starting with D' }).click()
  await expect(headings(page).first()).toHaveText(/^(the |a |an )?d/i)
  for (const name of await headings(page).allTextContents()) expect(name).toMatch(/^(the |a |an )?d/i)
  const file = await exported(page)
  expect(file.suggestedFilename()).toBe('Headings found.csv')
})

test('an empty term and a leading wildcard are refused at the field', async ({ page }) => {
  await page.goto(thesaurus('query=dogs'))
  await expect(headings(page).first()).toBeVisible()
  await words(page).fill('   ')
  await words(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter a search term.')
  await expect(words(page)).toBeFocused()
  await words(page).fill('*dogs')
  await words(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A search word can’t start with a wildcard.')
  await expectAccessible(page)
})

test('no result leads on to words that begin so and to the catalogue', async ({ page }) => {
  await page.goto(thesaurus('query=dinosuars&selectedThesaurus=names'))
  await expect(page.getByText('No headings found for “dinosuars” among names')).toBeVisible()
  await expect(page.getByRole('link', { name: 'dinos*' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Search the catalogue' }).click()
  await expect(page).toHaveURL(/\/discover\/results\/\?query=dinosuars$/)
})

for (const [what, query] of [
  ['with its ways in', ''],
  ['with headings', 'query=animals'],
  ['whose address cannot be read', 'bodybuilderquery=%7Bbroken'],
])
  test(`the thesaurus ${what} passes axe, and fits a phone`, async ({ page }) => {
    await page.goto(thesaurus(query!))
    await expect(query === '' ? page.locator('.top-terms') : page.locator('main h2').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
  })

test('an authority without a word lists everything, from figures to Z', async ({ page }) => {
  await page.goto('/discover/thesaurus')
  await page.getByRole('navigation', { name: 'Authority' }).getByRole('link', { name: 'Series' }).click()
  await expect(page).toHaveTitle('All series – thesaurus')
  await expect(summary(page)).toHaveText(/^1–50 of /)
  await page.getByRole('link', { name: 'Headings starting with 0–9' }).click()
  await expect(page).toHaveTitle('0–9 – thesaurus')
  await expect(page.locator('.headings-found')).toHaveAttribute('aria-busy', 'false')
  for (const name of await headings(page).allTextContents()) expect(name).toMatch(/^(the |a |an )?\d/i)
  await expect(page.getByRole('navigation', { name: 'Authority' }).locator('[aria-current]')).toHaveText(/^Series/)
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('a record’s subject leads into the thesaurus, and back to where it was', async ({ page }) => {
  await signIn(page, '/catServices')
  await page.goto('/discover/results/?query=dogs')
  await page.locator('main :is(h2, h3) a').first().click()
  await expect(page).toHaveURL(/\/discover\/details\//)
  const link = page.getByRole('link', { name: / in the thesaurus$/ }).first()
  const subject = (await link.textContent())!.replace(' in the thesaurus', '')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(headings(page).first()).toHaveText(subject)
  await page.goBack()
  await expect(link).toBeFocused()
})

test('a failure to load headings is reported, can be retried, and passes axe', async ({ page }) => {
  const answer = (status: number, code: string, sentence: string) =>
    page.route('**/rest/heading/search**', (route) =>
      route.fulfill({ status, json: { responseCode: status, code, messages: [sentence] } }),
    )
  await answer(403, 'not_authorised', 'Your subscription has ended.')
  await page.goto(thesaurus('query=dogs'))
  await expect(page.getByText('You can’t search the thesaurus at the moment')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/rest/heading/search**')
  await answer(500, 'internal', 'Something is wrong inside.')
  await page.goto(thesaurus('query=dogs'))
  await expect(page.getByRole('alert')).toContainText("We're unable to perform the search. Please try again later")
  await expectAccessible(page)
  await page.unroute('**/rest/heading/search**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(headings(page).first()).toBeVisible()
})

test('the standard asks a visitor to sign in and then shows the requested page', async ({ page }) => {
  await signIn(page, '/standards/index-d')
  await expect(page).toHaveURL(/\/standards\/index-d$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Subject Headings')
  await expect(page.locator('.headings').getByRole('link', { name: 'Dogs', exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Cataloguing services' }).click()
  await expect(page).toHaveURL(/\/catServices$/)
})

test('the tree unfolds by keyboard and is restored after a step back', async ({ page }) => {
  await signIn(page, '/standards/tree')
  const first = page.locator('.tree .unfold').first()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  const below = page.locator('.tree ul li').first()
  await expect(below).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(below.locator(':focus')).toHaveCount(1)
  await expectAccessible(page)
  const link = below.getByRole('link').first()
  const name = await link.textContent()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!)
  await page.goBack()
  await expect(link).toBeFocused()
  await expect(first).toHaveAttribute('aria-expanded', 'true')
})

test('headings appear while typing', async ({ page }) => {
  await signIn(page, '/standards')
  const box = page.getByRole('combobox', { name: 'Find a heading' })
  await box.pressSequentially('dinos')
  await expect(page.getByRole('option').first()).toContainText(/dinos/i)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/standards\/(?!index)/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/dinos/i)
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('an unknown page of the standard leads back', async ({ page }) => {
  await signIn(page, '/standards')
  for (const id of ['nothing-of-the-kind', 'index-%21', 'tree-nothing', '..%2F..%2Fpackage.json']) {
    await page.goto(`/standards/${id}`)
    await expect(page.getByText('We couldn’t find this page of the subject headings')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Browse A–Z' }).click()
  await expect(page).toHaveURL(/\/standards$/)
})

for (const address of ['/catServices', '/standards', '/standards/index-a', '/standards/tree'])
  test(`${address} passes axe, and fits a phone`, async ({ page }) => {
    await signIn(page, address)
    await expect(page.locator('main :is(.tree, .letters, .service)').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
  })

test('the page of a heading passes axe, and fits a phone', async ({ page }) => {
  await signIn(page, '/standards/index-d')
  await page.locator('.headings').getByRole('link', { name: 'Dogs', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dogs')
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('a heading’s page leads to its records, its place in the tree, and the thesaurus', async ({ page }) => {
  await signIn(page, '/standards/index-a')
  const animals = page.locator('.headings').getByRole('link', { name: 'Animals', exact: true }).first()
  await animals.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Animals')
  const records = page.getByRole('link', { name: /records in the catalogue$/ })
  const linkText = (await records.textContent())!.replace(' in the catalogue', '')
  await records.click()
  await expect(page.locator('.found p')).toHaveText(new RegExp(`of ${linkText}$`))
  await page.goBack()
  await page.getByRole('link', { name: 'In the tree' }).click()
  await expect(page.locator('.tree').getByRole('link', { name: 'Birds', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await page.getByRole('link', { name: 'About this heading' }).click()
  await page.getByRole('link', { name: 'In the thesaurus' }).click()
  await expect(headings(page).first()).toHaveText('Animals')
})

test('a page of the standard that cannot be fetched can be tried again', async ({ page }) => {
  await signIn(page, '/standards')
  await page.route('**/rest/standard/**', (route) =>
    route.fulfill({ status: 500, json: { responseCode: 500, code: 'internal', messages: ['It does not work.'] } }),
  )
  await page.locator('.letters').getByRole('link', { name: /^D\b/ }).click()
  await expect(page.getByRole('alert')).toContainText('It does not work.')
  await expectAccessible(page)
  await page.unroute('**/rest/standard/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.headings')).toBeVisible()
})

test('the overview highlights its area, and each service has a link', async ({ page }) => {
  await signIn(page, '/catServices')
  await expect(page.locator('.top .areas [aria-current]')).toHaveText('Cataloguing')
  await page.getByRole('link', { name: 'Subject headings standard' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Subject Headings')
  await page.goto('/standards/tree')
  await expect(page.locator('.top .sub [aria-current]')).toHaveText('Subject headings standard')
  await page.goto('/discover/thesaurus')
  await expect(page.locator('.top .sub [aria-current]')).toHaveText('Thesaurus')
})
