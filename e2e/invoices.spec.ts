import { expect, signIn, test } from './portal.ts'

test('billing details show who is billed and how, with tabs for payments, orders and quotes', async ({ page }) => {
  await signIn(page, '/billing/details')
  await expect(page.getByText('Within 30 days')).toBeVisible()
  const payments = page.getByRole('tab', { name: /^Payments/ })
  await payments.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/show=orders/)
  await expect(page.getByRole('tab', { name: /^Orders/ })).toBeFocused()
})
