import { expect, expectAccessible, test } from './portal.ts'

test('a visit alone begins nothing; a press begins the trial, once', async ({ page }) => {
  await page.goto('/freeTrial?id=demo-trial')
  await expect(page.getByText('Bayside School')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Start free trial' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your free trial has started' })).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('This link has already been used.')).toBeVisible()
})
