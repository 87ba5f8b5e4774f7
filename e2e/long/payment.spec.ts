import { cards, expectReceipt, paidOrders, payNow, payWith, reviewOf, riverside, solve } from '../card-payment.ts'
import { expect, expectAccessible, expectNarrow, signIn, test } from '../portal.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

test('an order is cancelled, declined, and then paid: one order, one invoice, one receipt', async ({ page }) => {
  await reviewOf(page, 'SCISBARCODES')
  const before = await paidOrders(page)
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Pay Now' }).press('Enter')
  await expect(page.getByText('Please verify that you are not a robot.')).toBeVisible()

  await payNow(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The payment was cancelled')).toBeVisible()

  await payNow(page)
  await payWith(page, cards.declined)
  await expect(page.getByText('The card was declined')).toBeVisible()
  await expectAccessible(page)

  await payNow(page)
  await payWith(page, cards.approved)
  await expectReceipt(page)
  await expectAccessible(page)
  await expectNarrow(page)
  const pdf = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await paidOrders(page)).toBe(before + 1)
})

test('a callback that arrives before the return, and one that is repeated, each make only one payment', async ({
  page,
}) => {
  await signIn(page, '/subscriptions', riverside)
  const before = await paidOrders(page)
  for (const number of [cards.slow, cards.double]) {
    await reviewOf(page, 'SCISBARCODES')
    await payNow(page)
    await payWith(page, number)
    await expectReceipt(page)
  }
  expect(await paidOrders(page)).toBe(before + 2)
})

test('stepping back from the card page posts nothing, and the same payment can be continued', async ({ page }) => {
  await reviewOf(page, 'SCISBARCODES')
  await payNow(page)
  await page.goBack()
  await expect(page.getByText('You’ve left the card page')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to the card page' }).press('Enter')
  await payWith(page, cards.approved)
  await expectReceipt(page)
})

test('an invoice is requested, and paid without signing in', async ({ page, browser, baseURL }) => {
  await reviewOf(page, 'SCISBARCODES')
  await page.getByLabel('Purchase order number').fill('RC/90')
  await solve(page)
  await page.getByRole('button', { name: 'Request Invoice' }).press('Enter')
  await expect(page).toHaveURL(/\/payment\/receipt\?.*requestInvoice=true/)
  await expect(page.getByText('Your SCIS order has been submitted successfully. Please check')).toBeVisible()
  await expect(page.getByText('RC/90')).toBeVisible()
  await expectAccessible(page)
  const address = await page.getByRole('link', { name: 'Pay invoice now' }).getAttribute('href')

  const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await visitor.goto(address!)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await solve(visitor)
  await expectAccessible(visitor)
  await expectNarrow(visitor)
  await visitor.getByRole('button', { name: 'Pay by card' }).press('Enter')
  await payWith(visitor, cards.approved)
  await expectReceipt(visitor)
  await visitor.context().close()
})

test('two numbers that do not match reveal nothing', async ({ page }) => {
  await page.goto('/payInvoice/10002/SCINV10004')
  await expect(page.getByRole('alert')).toContainText('We couldn’t find an unpaid invoice with these numbers.')
  await expectAccessible(page)
})
