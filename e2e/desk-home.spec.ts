import { expect, signIn, test } from './portal.ts'

test('the desk starts at what needs it, and each list leads to the whole of it', async ({ page }) => {
  await signIn(page, '/desk', 'desk@provider.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveCount(4)

  // The demo's requests, which are older than a week.
  const long = page.getByRole('region', { name: 'Waiting more than 7 days', exact: true })
  await long.getByRole('link', { name: /^Show all/ }).press('Enter')
  await expect(page.getByText('Only requests that have waited more than 7 days.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).press('Enter')
  await expect(page).toHaveURL('/desk/cataloguing')
})
