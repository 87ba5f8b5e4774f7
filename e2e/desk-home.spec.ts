import { submitItem } from './cataloguing.ts'
import { expect, type Page, signIn, test } from './portal.ts'

const desk = 'desk@provider.example'
const newBook = (title: string) => ({
  ...{ title: `${title} ${Date.now()}`, resourceType: 'BOOK', physicalResource: false },
  ...{ publisher: 'Journey Press', publicationDate: '2026' },
})
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the desk starts at what waits for it, and each number leads to its list', async ({ page, browser }) => {
  const school = await (await browser.newContext()).newPage()
  await submitItem(school, newBook('Overview'))
  await signIn(page, '/desk', desk)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Waiting for the desk' })
  await expect(waiting.getByRole('link')).toHaveText([
    /^\d+ To catalogue$/,
    /^\d+ Messages to answer$/,
    /^\d+ Payments to review$/,
    /^\d+ Overdue invoices$/,
    /^\d+ Trials ending soon$/,
    /^\d+ Failed jobs$/,
  ])
  for (const name of ['Queue by age', 'Arrivals and answers', 'Time to answer', 'Requests by school'])
    await expect(card(page, name).locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('.home-card .skeleton')).toHaveCount(0)

  // The same number is in the tab, and leads to the same list.
  await expect(page.getByRole('link', { name: /^\d+ to catalogue$/ })).toBeVisible()
  await waiting.getByRole('link', { name: /Overdue invoices/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('Overdue')
  await page.goBack()

  const ages = card(page, 'Queue by age').getByRole('table')
  await ages.getByRole('link', { name: 'Up to 2 days' }).press('Enter')
  await expect(page.getByText('Only requests that have waited up to 2 days.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Overview \d+$/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).press('Enter')
  await expect(page).toHaveURL('/desk/cataloguing')
})
