import { expect, type Page, signIn } from './portal.ts'

/** A school for which no other journey orders. */
export const riverside = 'librarian@riverside.example'
export const cards = {
  approved: '4444333322221111',
  declined: '4444333322221129',
  slow: '4444333322221145',
  double: '4444333322221152',
}

/** Puts a product into a new cart and opens its review. */
export async function reviewOf(page: Page, productCode: string) {
  await signIn(page, '/subscriptions', riverside)
  const added = await page.request.post('/rest/cart/items', {
    data: { productCode },
    headers: { 'x-requested-with': 'fetch' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  const { response } = (await added.json()) as { response: { cmsId: string } }
  await page.goto(`/orderDetails?cmsId=${response.cmsId}`)
  await expect(page.getByRole('timer')).toBeVisible({ timeout: 30_000 })
}

export async function solve(page: Page) {
  await page.getByRole('checkbox', { name: 'I am not a robot' }).press('Space')
  await expect(page.getByText('Checked. You can continue.')).toBeVisible({ timeout: 60_000 })
}

export async function payNow(page: Page) {
  await solve(page)
  await page.getByRole('button', { name: 'Pay Now' }).press('Enter')
  await expect(page.getByText('Card sandbox').first()).toBeVisible({ timeout: 30_000 })
}

export async function payWith(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

export async function expectReceipt(page: Page) {
  await expect(page).toHaveURL(/\/payment\/receipt\?/, { timeout: 40_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Please see below for your recept:')).toBeVisible()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
}

export async function paidOrders(page: Page) {
  const { response } = (await (await page.request.get('/rest/orders')).json()) as { response: { status: string }[] }
  return response.filter(({ status }) => status === 'PAID').length
}
