import { expect, expectAccessible, expectToFit, fillSignIn, type Page, signIn, test } from '../portal.ts'

const path = '/discover/advancedSearch'
const form = (page: Page) => page.locator('.advanced-search')
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })
const searchButton = (page: Page) => form(page).getByRole('button', { name: 'Search', exact: true })
const summary = (page: Page) => page.locator('.found p')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const editLink = (page: Page) => page.locator('.edit-search[href^="/discover/advancedSearch"]')

async function foundBy(page: Page) {
  await expect(page.locator('.results-list')).toHaveAttribute('aria-busy', 'false')
  await expect(summary(page)).toHaveText(/record/)
  return Number((await summary(page).textContent())!.replace(/.* of /, '').replace(/\D/g, '') || 0)
}

test('every list filters as labelled', async ({ page }) => {
  test.slow()
  await signIn(page, path)
  await field(page, 'Keywords').fill('*')
  await searchButton(page).click()
  const all = await foundBy(page)
  const alone = async (label: string, option: string) => {
    await page.goto(`${path}?keywords0=*`)
    await expect(field(page, label).locator('option', { hasText: option }).first()).toBeAttached()
    await field(page, label).selectOption({ label: option })
    await searchButton(page).click()
    await expect(title(page)).not.toHaveText(/\*$/)
    const found = await foundBy(page)
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(all)
    return found
  }
  const australia = await alone('Place of publication', 'Australia')
  expect(await alone('Place of publication', 'Anywhere except Australia')).toBe(all - australia)
  const serials = await alone('Issuance', 'Serials only')
  expect(await alone('Issuance', 'No serials')).toBe(all - serials)
  const digital = await alone('Resource type', 'Digital: all')
  expect(await alone('Resource type', 'E-book')).toBeLessThan(digital)
  await alone('Language', 'French')
  await alone('Genre', 'Fantasy')
  await alone('Learning area', 'Science')
})

test('errors are shown at the top and on the field, and reachable by keyboard; nothing is searched', async ({
  page,
}) => {
  test.slow()
  await signIn(page, path)
  await searchButton(page).click()
  const sentence = 'Please enter at least one search keyword'
  await expect(page.locator('.error-box')).toBeFocused()
  await expect(page.locator('.error-box')).toContainText(sentence)
  await expect(field(page, 'Keywords')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#keywords0-error')).toHaveText(sentence)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Keywords')).toBeFocused()
  await page.keyboard.type('*dragon')
  await expect(page.locator('#keywords0-error')).toHaveCount(0)
  await field(page, 'Published from').fill('204')
  await field(page, 'to').fill('3004')
  await page.keyboard.press('Enter')
  await expect(page.locator('#keywords0-error')).toHaveText('A search word can’t start with a wildcard.')
  await expect(page.locator('#publicationYearFrom-error')).toHaveText('Enter a year from 1000 to 2999.')
  await expect(page.locator('#publicationYearTo-error')).toHaveText('Enter a year from 1000 to 2999.')
  await expect(page.locator('.error-box li')).toHaveText([
    'A search word can’t start with a wildcard.',
    'First year: Enter a year from 1000 to 2999.',
    'Last year: Enter a year from 1000 to 2999.',
  ])
  await expect(page).toHaveURL(new RegExp(path))
  await expectAccessible(page)
  await page.reload()
  await expect(field(page, 'Keywords')).toHaveValue('*dragon')
  await field(page, 'Keywords').fill('dragon*')
  await field(page, 'Published from').fill('2013')
  await field(page, 'to').fill('2004')
  await searchButton(page).click()
  await expect(page.locator('#publicationYearFrom-error')).toHaveText('The first year can’t be after the last.')
})

test('with the keyboard alone, from the first row to the records', async ({ page }) => {
  await signIn(page, path)
  await field(page, 'Keywords').focus()
  await page.keyboard.type('dragon')
  await page.keyboard.press('Tab')
  await expect(field(page, 'In')).toBeFocused()
  await page.keyboard.type('Ti')
  await expect(field(page, 'In')).toHaveValue('title')
  await page.keyboard.press('Tab')
  await page.keyboard.type('St')
  await expect(field(page, 'As')).toHaveValue('startsWith')
  for (let i = 0; i < 9; i++) await page.keyboard.press('Tab')
  await expect(field(page, 'Published from')).toBeFocused()
  await page.keyboard.type('1990')
  await searchButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(/^Results for title: dragon…; 1990–/)
  await editLink(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Keywords')).toHaveValue('dragon')
  await form(page).getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(field(page, 'Keywords')).toBeFocused()
  await expect(field(page, 'Keywords')).toHaveValue('')
  await expect(field(page, 'Published from')).toHaveValue('')
})

test('nothing moves when the lists load: the button being pressed stays in place', async ({ page }) => {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/criteria|countries/, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, `${path}?keywords0=magic`)
  const top = async () => (await searchButton(page).boundingBox())!.y
  const before = await top()
  letCome()
  await expect(field(page, 'Language').locator('option', { hasText: 'French' })).toBeAttached()
  expect(await top()).toBe(before)
})

test('order, page size and facets stay while a search is changed; a facet can be taken off', async ({ page }) => {
  await signIn(page, `${path}?keywords0=magic`)
  await searchButton(page).click()
  await foundBy(page)
  await page.getByRole('group', { name: 'Genre' }).getByRole('checkbox').first().check()
  await page.getByLabel('Sort by').selectOption('Title')
  await page.getByLabel('Per page').selectOption('10')
  await expect(summary(page)).toHaveText(/^1–10 of /)
  await editLink(page).click()
  await expect(form(page).locator('.narrowed .chip')).toHaveText(['Fantasy'])
  await field(page, 'Keywords').fill('dragon')
  await searchButton(page).click()
  await expect(title(page)).toHaveText('Results for dragon')
  await expect(page).toHaveURL(/selectedOrder=title.*size=10.*filter=genreScis/)
  await editLink(page).click()
  await form(page).getByRole('button', { name: 'Remove Fantasy' }).click()
  await expect(searchButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/filter=/)
})

test('a visitor can open a link to a search; editing it asks to sign in and then continues', async ({ page }) => {
  const query = { bool: { must: { match: { title: 'dragon' } } } }
  await page.goto(
    `/discover/results/?advSearch=true&keywords0=dragon&field0=title&issuance=nonSerial&publicationYearTo=1999`,
  )
  await expect(title(page)).toHaveText('Results for title: dragon; until 1999; no serials')
  await foundBy(page)
  await editLink(page).click()
  await fillSignIn(page)
  await expect(field(page, 'Keywords')).toHaveValue('dragon')
  await expect(field(page, 'Issuance')).toHaveValue('nonSerial')

  const foreign = new URLSearchParams({
    advSearch: 'true',
    queryForDisplay: 'Dragons <b>at</b> home',
    bodybuilderquery: JSON.stringify({ size: 3, query }),
  })
  await page.goto(`/discover/results/?${foreign}`)
  await expect(title(page)).toHaveText('Results for Dragons <b>at</b> home')
  const found = await foundBy(page)
  await editLink(page).click()
  const before = form(page).getByRole('region', { name: 'Previous search' })
  await expect(before).toContainText('This form can’t show the search Dragons <b>at</b> home.')
  await expectAccessible(page)
  await field(page, 'Keywords').fill('something else')
  await expect(page).toHaveURL(/keywords0=something/)
  await page.reload()
  await expect(field(page, 'Keywords')).toHaveValue('something else')
  await before.getByRole('link').click()
  await expect(title(page)).toHaveText('Results for Dragons <b>at</b> home')
  expect(await foundBy(page)).toBe(found)
})

test('a query that the server refuses says why, and the form is one step away', async ({ page }) => {
  const query = encodeURIComponent('{"query":{"regexp":{"title":"drag.*"}}}')
  await page.goto(`/discover/results/?advSearch=true&bodybuilderquery=${query}`)
  await expect(page.locator('.error-box')).toContainText('“regexp” is not accepted')
  await expectAccessible(page)
  await expect(editLink(page)).toBeVisible()
})

test('the search history leads to the search, and from there to the form', async ({ page }) => {
  await signIn(page, path)
  await field(page, 'Keywords').fill('wombat')
  await field(page, 'In').selectOption('Subject')
  await searchButton(page).click()
  await foundBy(page)
  // It is stored a moment after it is shown.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('wombat')
  await page.goto('/discover')
  await page.getByRole('region', { name: 'Recent searches' }).getByRole('link', { name: 'subject: wombat' }).click()
  await expect(title(page)).toHaveText('Results for subject: wombat')
  await editLink(page).click()
  await expect(field(page, 'In')).toHaveValue('subject')
})

test('a search without results offers broader ones', async ({ page }) => {
  await signIn(page, `${path}?keywords0=dragon&field0=title&language=French&publicationYearFrom=1601`)
  await field(page, 'to').fill('1602')
  await searchButton(page).click()
  await expect(page.getByText('Nothing found for this search')).toBeVisible()
  await expectAccessible(page)
  await page.locator('.ways-on a').first().click()
  expect(await foundBy(page)).toBeGreaterThan(0)
  await expect(editLink(page)).toHaveText('Edit this search')
})

for (const width of [1280, 390, 320])
  test(`the form fits and is accessible, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, path)
    await expect(field(page, 'Language').locator('option', { hasText: 'French' })).toBeAttached()
    await expectAccessible(page)
    await expectToFit(page, width)
    const targets = await form(page)
      .locator('input, select, button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect(Math.min(...targets)).toBeGreaterThanOrEqual(24)
  })
