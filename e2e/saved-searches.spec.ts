import { expect, signIn, test } from './portal.ts'

test('a search is saved from its results, by keyboard alone', async ({ page }) => {
  await signIn(page, '/discover/results/?query=wombat&filter=language%3AEnglish', 'librarian@riverside.example')
  const save = page.getByRole('button', { name: 'Save this search' })
  await save.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('wombat · English')
  await expect(dialog.getByLabel('Email me when new records match')).toBeChecked()
  await page.keyboard.type('Wombats in English')
  await page.keyboard.press('Enter')
  const saved = page.locator('.save-search')
  await expect(saved).toContainText('Saved as Wombats in English')
  await page.goto('/savedSearches')
  await page.getByRole('link', { name: 'Wombats in English' }).click()
  await expect(page).toHaveURL(/query=wombat.*filter=language/)
})
