import { solve } from './card-payment.ts'
import { expect, mailTo, test } from './portal.ts'

test('a visitor’s message reaches the customer team, with the page it was sent from', async ({ page }) => {
  await page.goto('/discover/results/?query=owl')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('checkbox', { name: /Tell us the page you came from/ })).toBeChecked()
  await page.getByLabel('Message').fill('Your <b>owls</b> are wonderful.\n\nMore, please.')
  await page.getByLabel('Email').fill('not an address')
  await solve(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter a single email address.')).toBeVisible()
  await page.getByLabel('Email').fill('visitor-of-owls@elsewhere.example')
  await solve(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  const mail = await mailTo(page, 'portal@localhost')
  expect(mail).toContain('visitor-of-owls@elsewhere.example')
  expect(mail).toContain('/discover/results/?query=owl')
  expect(mail).not.toContain('<b>owls')
})
