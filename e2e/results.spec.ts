import { expect, type Page, signIn as signInOnTheWay, test } from './portal.ts'

const results = (query: string) => `/discover/results/?${query}`
const titles = (page: Page) => page.locator('.hit h2')
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the catalogue' })

async function signIn(page: Page, to: string) {
  await signInOnTheWay(page, to)
  await expect(titles(page).first()).toBeVisible()
}

test('a visitor searches from anywhere by keyboard alone', async ({ page }) => {
  await page.goto(results('query=space'))
  await expect(titles(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('dragon')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\?query=dragon$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for dragon')
  await expect(titles(page).first()).toContainText(/dragon/i)
  await expect(titles(page).first().getByRole('link')).toBeFocused()
  // The keys arrive when the browser is idle; the first record is added by one.
  await expect(async () => {
    await page.keyboard.press('a', { delay: 100 })
    await expect(
      page
        .locator('.hit')
        .first()
        .getByRole('button', { name: /^In folder/ }),
    ).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Language' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Resource type' })).toHaveCount(0)
})

test('filters are chosen, shared by their address and removed', async ({ page }) => {
  await signIn(page, results('query=dragon'))
  const summary = page.locator('.found p')
  const before = await summary.textContent()
  const type = page.getByRole('group', { name: 'Resource type' })
  await type.getByRole('checkbox').nth(1).check()
  await type.getByRole('checkbox').nth(2).check()
  await expect(page).toHaveURL(/filter=scisType.*filter=scisType/)
  await expect(summary).not.toHaveText(before!)
  await expect(page.locator('.results-list')).toHaveAttribute('aria-busy', 'false')
  const narrowed = await summary.textContent()

  await page.reload()
  await expect(summary).toHaveText(narrowed!)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(summary).toHaveText(before!)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
