import { expect, type Page, signIn, test } from './portal.ts'

const desk = 'desk@provider.example'
const headers = { 'x-requested-with': 'journey' }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the desk adds a product and a planned price, sees the price of that day, and removes both again', async ({
  page,
}) => {
  const code = `JOURNEY${String(Date.now()).slice(-8)}`
  await signIn(page, '/desk/products', desk)
  await expect(page.getByRole('table', { name: 'Subscription', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add product' }).press('Enter')
  const added = page.getByRole('dialog', { name: 'Add a product' })
  await added.getByLabel('Code').fill(code)
  await added.getByLabel('Name').fill(`Course ${code}`)
  await added.getByLabel('Category').selectOption('Professional learning')
  await added.getByRole('button', { name: 'Add product' }).press('Enter')
  await expect(heading(page, `Course ${code}`)).toBeVisible()

  await page.getByRole('button', { name: 'Add price' }).press('Enter')
  const price = page.getByRole('dialog', { name: `Add a price for Course ${code}` })
  await price.getByLabel('Unit price, excluding tax').fill('149.50')
  await price.getByLabel('First day').fill('2099-03-01')
  await price.getByLabel('First day').blur()
  await price.getByRole('button', { name: 'Add price' }).press('Enter')
  const prices = page.getByRole('table', { name: 'All prices' })
  await expect(prices).toContainText('149.50')
  await expect(prices).toContainText('Planned')
  await expect(page.getByText('There is no price on this date, so schools can’t order it then.')).toBeVisible()
  await page.getByLabel('On', { exact: true }).fill('2099-03-01')
  await page.getByLabel('On', { exact: true }).blur()
  await expect(page.getByRole('table', { name: 'Prices on a date' })).toContainText('149.50')

  // Leaves nothing in the shop.
  await prices.getByRole('button', { name: /^Remove/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove price' }).press('Enter')
  await expect(page.getByText('No prices yet. Add one to offer this product.')).toBeVisible()
  const withdrawn = await page.request.post(`/rest/desk/products/${code}/withdraw`, {
    headers,
    data: { productCode: code, withdrawn: true },
  })
  expect(withdrawn.status(), await withdrawn.text()).toBe(200)
})
