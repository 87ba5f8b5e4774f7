import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from './portal.ts'

// Used by no other journey: its password and its sessions end here.
const person = 'trial@lakeside.example'

test.describe.configure({ timeout: 120_000 })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the profile: a name is changed by keyboard, an address awaits confirmation, all of it accessible', async ({
  page,
}) => {
  await signIn(page, '/myProfile', person)
  const details = section(page, 'Your details')
  await details.getByLabel('First name').fill('')
  await details.getByLabel('E-mail').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(details.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Please enter your first name.' }).press('Enter')
  await page.keyboard.type('Lakeside')
  await expect(details.getByLabel('First name')).toHaveValue('Lakeside')
  await details.getByLabel('E-mail').fill('new@lakeside.example')
  await page.keyboard.press('Enter')
  await expect(details.getByText('You details have been saved')).toBeFocused()
  await expect(details.getByText(/waits for its confirmation/)).toContainText('new@lakeside.example')
  await expectAccessible(page)
  await expectNarrow(page)
  await details.getByRole('button', { name: 'Give the change up' }).click()
  await expect(details.getByText(/waits for its confirmation/)).toHaveCount(0)
})

test('changing the password: right after signing in; refused and easily guessed passwords are reported', async ({
  page,
}) => {
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent('/myProfile')}`)
  await page.getByLabel('User name').fill(person)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  await section(page, 'Password').getByRole('link', { name: 'Change the password' }).click()
  await expect(page).toHaveURL(/\/changePassword\?guid=/)

  const [first, second] = [page.getByLabel('New password', { exact: true }), page.getByLabel('New password again')]
  await first.fill('Password123456')
  await expect(page.getByText('Easily guessed: it will not be taken')).toBeVisible()
  await second.fill('another')
  await second.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Both password fields must match' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  for (const field of [first, second]) await field.fill('Demo-password-2026')
  await second.press('Enter')
  const used = "The password that you've entered has been used before. Please choose another password."
  await expect(page.getByRole('link', { name: used })).toBeVisible()
})

test('a forgotten password: from the sign-in page to a mailed link; one that does not work says what to do', async ({
  page,
}) => {
  await page.goto('/rest/user/login')
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Please enter username')).toBeVisible()
  await expect(page.getByLabel('User name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('User name').fill('nobody@lakeside.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)

  await page.goto('/changePassword?guid=guess')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
})
