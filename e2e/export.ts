import { type Download, expect, type Page } from '@playwright/test'

const forms = ['CSV', 'CSV for spreadsheets', 'Excel (.xlsx)'] as const

/** Saves a page's table in one of the three formats, by keyboard alone. */
export async function exported(page: Page, form: (typeof forms)[number] = 'CSV'): Promise<Download> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  for (const name of forms.slice(0, forms.indexOf(form) + 1)) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeFocused()
    await page.keyboard.press(name === form ? 'Enter' : 'ArrowDown')
  }
  return saved
}
