import { cards, expectReceipt, paidOrders, payNow, payWith, reviewOf, solve } from './card-payment.ts'
import { expect, test } from './portal.ts'

test('an order is declined, and then paid: one order, one invoice, one receipt', async ({ page }) => {
  await reviewOf(page, 'SCISBARCODES')
  const before = await paidOrders(page)
  await payNow(page)
  await payWith(page, cards.declined)
  await expect(page.getByText('The card was declined')).toBeVisible()

  await payNow(page)
  await payWith(page, cards.approved)
  await expectReceipt(page)
  const pdf = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await paidOrders(page)).toBe(before + 1)
})

test('an invoice is requested, and paid without signing in', async ({ page, browser, baseURL }) => {
  await reviewOf(page, 'SCISBARCODES')
  await page.getByLabel('Purchase order number').fill('RC/90')
  await solve(page)
  await page.getByRole('button', { name: 'Request Invoice' }).press('Enter')
  await expect(page).toHaveURL(/\/payment\/receipt\?.*requestInvoice=true/)
  await expect(page.getByText('Your SCIS order has been submitted successfully. Please check')).toBeVisible()
  await expect(page.getByText('RC/90')).toBeVisible()
  const address = await page.getByRole('link', { name: 'Pay invoice now' }).getAttribute('href')

  const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await visitor.goto(address!)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await solve(visitor)
  await visitor.getByRole('button', { name: 'Pay by card' }).press('Enter')
  await payWith(visitor, cards.approved)
  await expectReceipt(visitor)
  await visitor.context().close()
})
