import { expect, expectAccessible, expectToFit, moveTo, type Page, signIn, test } from '../portal.ts'

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the catalogue' })
const shelf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fails = (page: Page, path: string, status: number) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status, json: { responseCode: status, code: 'test', messages: ['Your subscription has ended.'] } }),
  )

test('a visitor finds new records and entries by subject, genre, series and audience', async ({ page }) => {
  await page.goto('/discover')
  for (const name of ['New fiction', 'New non-fiction'])
    await expect(shelf(page, name).getByRole('heading', { level: 3 })).toHaveCount(20)
  for (const name of ['Subjects of new titles', 'Genres', 'Series with new titles', 'Audience'])
    await expect(shelf(page, name).getByRole('link').first()).toBeVisible()
  const genre = shelf(page, 'Genres').getByRole('link', { name: 'New Zealand stories' })
  await genre.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/New Zealand stories$/)
  await expect(page.locator('.hit h2').first()).toBeVisible()
  await page.goBack()
  await expect(genre).toBeFocused()
  await shelf(page, 'Series with new titles').getByRole('link').first().click()
  await expect(page.locator('.hit h2').first()).toBeVisible()
})

test('switching between places moves none of them', async ({ page }) => {
  const places = () =>
    page.locator('.sub a').evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().left)))
  await page.goto('/discover')
  await expect(page.locator('.sub a[aria-current]')).toHaveText('New in the catalogue')
  const before = await places()
  await page.locator('.sub a', { hasText: 'Thesaurus' }).click()
  await expect(page.locator('.sub a[aria-current]')).toHaveText('Thesaurus')
  expect(await places()).toEqual(before)
})

test('eligible customers see the number of records of each entry', async ({ page }) => {
  await signIn(page, '/discover')
  await expect(shelf(page, 'Subjects').locator('.num').first()).toHaveText(/^\d/)
  await signIn(page, '/discover', 'librarian@riverside.example')
  await expect(shelf(page, 'Subjects of new titles')).toBeVisible()
})

test('an unauthorised person sees a message, and nothing else fails', async ({ page }) => {
  await fails(page, '/rest/discover/recent/fiction', 403)
  await fails(page, '/rest/discover/recent/non-fiction', 403)
  await moveTo(page, '/discover')
  await expect(page.getByRole('heading', { name: 'You can’t search the catalogue at the moment' })).toBeVisible()
  await expect(page.getByText('Your subscription has ended.')).toBeVisible()
  await expectAccessible(page)
})

test('recent items that fail to load: a message and a retry', async ({ page }) => {
  await fails(page, '/rest/discover/recent/fiction', 500)
  await moveTo(page, '/discover')
  const fiction = shelf(page, 'New fiction')
  await expect(fiction).toContainText('Error fetching fiction catalogued items. Please come back later')
  await expect(shelf(page, 'New non-fiction').getByRole('heading', { level: 3 })).toHaveCount(20)
  await expectAccessible(page)
  await page.unroute('**/rest/discover/recent/fiction')
  await fiction.getByRole('button', { name: 'Try again' }).click()
  await expect(fiction.getByRole('heading', { level: 3 })).toHaveCount(20)
})

test('typed text is completed with titles, authors and subjects, by keyboard alone', async ({ page }) => {
  await page.goto('/discover')
  await expect(searchBox(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('drag')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('group', { name: 'Titles' }).getByRole('option').first()).toContainText(/drag/i)
  await expect(list.getByRole('group', { name: 'Subjects' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  const first = list.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('drag')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/results\/\?query=drag$/)
})

test('an ISBN leads straight to its record', async ({ page }) => {
  await signIn(page, '/discover')
  await page.goto('/discover/results/?query=dragon')
  const isbn = await page.locator('.hit .facts', { hasText: 'ISBN' }).first().innerText()
  const digits = /97[89]\d{10}/.exec(isbn)![0]
  // A lookup slower than 1.5 seconds is given up, which can happen on a busy machine.
  await expect(async () => {
    await searchBox(page).fill(`${digits.slice(0, 3)}-${digits.slice(3)}`)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(/\/discover\/details\//, { timeout: 4000 })
  }).toPass()
  await expect(page.locator('.record h1')).toBeVisible()
})

test('searches are remembered on this device, offered in the empty field, cleared and switched off', async ({
  page,
}) => {
  for (const query of ['wombat', 'dragon&filter=genreScis%3AFantasy']) {
    await page.goto(`/discover/results/?query=${query}`)
    await expect(page.locator('.hit h2').first()).toBeVisible()
    const storage = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(storage).toContain(query.split('&')[0])
  }
  await page.goto('/discover')
  const mine = page.getByRole('region', { name: 'Recent searches' })
  await expect(mine.getByRole('link')).toHaveText(['dragon · Fantasy', 'wombat'])
  await searchBox(page).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await mine.getByRole('button', { name: 'Clear' }).click()
  await expect(mine.getByRole('link')).toHaveCount(0)
  await mine.getByRole('checkbox').uncheck()
  await page.goto('/discover/results/?query=space')
  await expect(page.locator('.hit h2').first()).toBeVisible()
  await page.goto('/discover')
  await expect(mine).toContainText('Search history is off.')
})

for (const width of [1280, 390])
  test(`the front page is accessible and fits, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, '/discover')
    await expect(shelf(page, 'New fiction').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(shelf(page, 'Audience')).toBeVisible()
    await expectToFit(page, width)
    await expectAccessible(page)
  })

test('a search is sent without the Enter key, and its button becomes visible once the Tab key reaches it', async ({
  page,
}) => {
  await page.goto('/discover/results/')
  const box = page.getByRole('combobox', { name: 'Search the catalogue' })
  const go = page.getByRole('search').getByRole('button', { name: 'Search' })
  await box.fill('wombat')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(go).toBeFocused()
  expect(await go.evaluate((button) => getComputedStyle(button).clipPath)).toBe('none')
  await box.click()
  await go.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for wombat')
})

test('suggestions fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/discover')
  await searchBox(page).click()
  await page.keyboard.type('womb')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectToFit(page, 390)
  await expectAccessible(page)
  await searchBox(page).fill('harry potter and the')
  const long = page.locator('.suggestions-text', { hasText: 'Chamber of Secrets' }).first()
  await expect(long).toBeVisible()
  expect(await long.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
})

for (const width of [1280, 390])
  test(`the tips beside the search field tell what can be typed, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/discover/results/')
    await page.getByRole('combobox', { name: 'Search the catalogue' }).click()
    await expect(page.getByRole('button', { name: 'Search tips' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const tips = page.getByRole('region', { name: 'Search tips' })
    await expect(tips).toContainText('title:holes')
    await expectToFit(page, width)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(tips).toHaveCount(0)
  })

test('an ISBN with a wrong check digit: one press searches the right one', async ({ page }) => {
  await page.goto('/discover')
  await searchBox(page).fill('978-0-545-12326-7')
  await searchBox(page).press('Enter')
  const right = page.getByRole('link', { name: '9780545123266', exact: true })
  await expect(right).toBeVisible()
  await expectAccessible(page)
  await right.press('Enter')
  await expect(page.locator('.hit h2').first()).toContainText('Shiver')
})
