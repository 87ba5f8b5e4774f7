import { expect, test } from './portal.ts'

test('a visitor chooses te reo Māori: the frame follows, and later visits too', async ({ page }) => {
  await page.goto('/discover')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Te reo Māori' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mi')
  await expect(page.getByRole('link', { name: 'Waitohu mai' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Wāhanga' })).toContainText('Tūhura')
  await page.getByRole('button', { name: 'Whakaaturanga' }).click()
  await expect(page.getByRole('menu').locator('[lang="en-NZ"]')).toHaveText('English (New Zealand)')
  await page.keyboard.press('Escape')
  // Untranslated screens are read out in English.
  await page.goto('/discover/thesaurus')
  await expect(page.locator('main')).toHaveAttribute('lang', 'en-AU')
  const reply = await page.request.get('/discover', { headers: { accept: 'text/html' } })
  expect(reply.headers().vary).toContain('Cookie')
})
