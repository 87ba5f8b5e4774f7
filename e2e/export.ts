import { type Download, expect, type Page } from '@playwright/test'

/** Saves the table of a page in one of the three forms, by keys alone. */
export async function exported(
  page: Page,
  form: 'CSV' | 'CSV for spreadsheets' | 'Excel (.xlsx)' = 'CSV',
): Promise<Download> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const item = page.getByRole('menuitem', { name: form, exact: true })
  await expect(item).toBeVisible()
  for (let at = 0; at < 3 && !(await item.evaluate((each) => each === document.activeElement)); at++)
    await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  return saved
}
