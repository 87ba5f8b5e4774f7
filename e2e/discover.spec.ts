import { expect, type Page, test } from './portal.ts'

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the catalogue' })

test('typed text is completed with titles, authors and subjects, by keyboard alone', async ({ page }) => {
  await page.goto('/discover')
  await expect(searchBox(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('drag')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('group', { name: 'Titles' }).getByRole('option').first()).toContainText(/drag/i)
  await expect(list.getByRole('group', { name: 'Subjects' })).toBeVisible()
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
