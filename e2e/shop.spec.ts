import { expect, signIn, test } from './portal.ts'

test('a product is added to the cart by keyboard, changed there, quoted, and removed again', async ({ page }) => {
  await signIn(page, '/cms/products/SCISBARCODES', 'trial@lakeside.example')
  await page.getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: 'Add to cart' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Go to your cart' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByText('$405.00').first()).toBeVisible()
  await expect(page.getByText('$12.00')).toBeVisible()
  await page.getByRole('button', { name: /^Fewer/ }).press('Enter')
  await expect(page.getByText('$270.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Get a quote' }).click()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Quote SCQUO/ }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
})
