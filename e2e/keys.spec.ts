import { expect, type Page, signIn, test } from './portal.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Screen, action or search' })
const option = (page: Page, name: string) => page.getByRole('option', { name })

test('by keys alone a librarian goes to a screen, back to a recent one and to a search', async ({ page }) => {
  await signIn(page, '/discover')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('saved f')
  await expect(option(page, 'Saved folders')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Saved folders' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Saved foldersDiscover'])
  await page.keyboard.type('red fox')
  await expect(option(page, 'Search the catalogue for “red fox”')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/results\/\?query=red\+fox/)
})
