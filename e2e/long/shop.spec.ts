import { expect, expectAccessible, expectNarrow, signIn, test } from '../portal.ts'

// Has no cart in the demo world, and no other journey fills one.
const buyer = 'trial@lakeside.example'

test('a visitor sees prices by number of students and country, on any screen', async ({ page }) => {
  await page.goto('/cms')
  await page.getByLabel('Number of students').fill('412')
  await expect(page.getByText('$425.00 a year')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await expect(page.getByText('for 412 students').first()).toBeVisible()
  await page.getByLabel('Country').selectOption('New Zealand')
  await expect(page.getByText('excluding GST 15%.')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})

test('a product is added to the cart by keyboard, changed there, quoted, and removed again', async ({ page }) => {
  await signIn(page, '/cms/products/SCISBARCODES', buyer)
  await page.getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: 'Add to cart' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Go to your cart' })).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByText('$405.00').first()).toBeVisible()
  await expect(page.getByText('$12.00')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
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
  await expectAccessible(page)
})
