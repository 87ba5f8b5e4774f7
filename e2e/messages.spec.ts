import { expect, signIn, test } from './portal.ts'

// For one school alone, and planned: other journeys must not see it.
test('the desk writes a message by keyboard, ends it and removes it', async ({ page }) => {
  const title = `Labels ${Date.now()}`
  await signIn(page, '/desk/messages', 'desk@provider.example')
  await expect(page.getByRole('heading', { name: /^Current/ })).toBeVisible()
  await page.getByRole('button', { name: 'Write a message' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write a message' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Text').fill('See https://shop.example/labels.')
  await dialog.getByLabel('Only for these organisations').fill('10002')
  await dialog.getByLabel('Starts on').fill('2098-01-01')
  await dialog.getByLabel('Starts at').fill('9:30')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(title)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const planned = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Planned/ }) })
  await expect(planned).toContainText(title)
  await expect(planned).toContainText('only at Riverside College')

  await page.getByRole('button', { name: `End ${title}` }).click()
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(title)).toHaveCount(0)
})
