import { expect, type Page, signIn, test } from './portal.ts'

const desk = 'desk@provider.example'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('an organisation is added by keyboard, found by its number, and given a subscription', async ({ page }) => {
  const name = `Journey School ${Date.now()}`
  await signIn(page, '/desk/organisations', desk)
  await page.getByRole('button', { name: 'Add organisation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add an organisation' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill(`head-${Date.now()}@desk.example`)
  await dialog.getByLabel('Email', { exact: true }).press('Enter')
  await expect(heading(page, name)).toBeVisible()
  const number = await page.locator('.facts dd').first().innerText()

  await page.getByRole('button', { name: 'Add subscription' }).press('Enter')
  const adding = page.getByRole('dialog', { name: `Add a subscription to ${name}` })
  await adding.getByLabel('Product', { exact: true }).selectOption('SCISDATA')
  await adding.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const subscriptions = page.getByRole('table', { name: 'Subscriptions' })
  await expect(subscriptions.getByRole('row').nth(1)).toContainText('SCISDATA')
  await expect(subscriptions.getByRole('row').nth(1)).toContainText('Current')
  await expect(adding).toHaveCount(0)

  await page.getByRole('link', { name: 'Organisations', exact: true }).first().click()
  await page.getByLabel('Find an organisation').fill(number)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`text=${number}`))
})
