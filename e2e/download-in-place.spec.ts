import { readFileSync } from 'node:fs'
import { type Download, expect, signIn, test } from './portal.ts'

test('a record is downloaded from the results without leaving them', async ({ page }) => {
  await signIn(page, '/discover/results/?query=dragon')
  // The file comes in a window of its own.
  const file = new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.context().once('page', (other) => other.once('download', resolve))
  })
  await page
    .locator('.hit')
    .first()
    .getByRole('button', { name: /^Download/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Download record' })
  await expect(dialog.getByRole('radio', { name: 'Record', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('The download request is ready.')
  const saved = await file
  expect(saved.suggestedFilename()).toMatch(/\.mrc$/)
  expect(readFileSync(await saved.path()).length).toBeGreaterThan(100)
  await expect(page).toHaveURL(/\/discover\/results\/\?query=dragon/)
})
