import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const desk = 'desk@provider.example'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the desk lists orders and payments, on a phone too', async ({ page }) => {
  await signIn(page, '/desk/orders', desk)
  await expect(heading(page, 'Orders')).toBeVisible()
  await expect(page.locator('.desk-lines, .empty-state').first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.goto('/desk/payments')
  await expect(heading(page, 'Payments')).toBeVisible()
  await expect(page.locator('.desk-lines, .empty-state').first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})
