import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// Used by no other journey: its password and its sessions end here.
const person = 'trial@lakeside.example'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the profile: a name is changed by keyboard, an address awaits confirmation, all of it accessible', async ({
  page,
}) => {
  await signIn(page, '/myProfile', person)
  const details = section(page, 'Your details')
  await details.getByLabel('First name').fill('')
  await details.getByLabel('Email').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(details.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Please enter your first name.' }).press('Enter')
  await page.keyboard.type('Lakeside')
  await expect(details.getByLabel('First name')).toHaveValue('Lakeside')
  await details.getByLabel('Email').fill('new@lakeside.example')
  await page.keyboard.press('Enter')
  await expect(details.getByText('You details have been saved')).toBeFocused()
  await expect(details.getByText(/open the email we sent there/)).toContainText('new@lakeside.example')
  await expectAccessible(page)
  await expectNarrow(page)
  await details.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(details.getByText(/open the email we sent there/)).toHaveCount(0)
})

test('changing the password: right after signing in; refused and easily guessed passwords are reported', async ({
  page,
}) => {
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent('/myProfile')}`)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  await section(page, 'Password').getByRole('link', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/changePassword\?guid=/)

  const [first, second] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm new password')]
  await first.fill('Password123456')
  await expect(page.getByText('Too easy to guess')).toBeVisible()
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

test('a forgotten password: from the sign-in page to an emailed link; one that does not work says what to do', async ({
  page,
}) => {
  await page.goto('/rest/user/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please enter username')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Username').fill('nobody@lakeside.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)

  await page.goto('/changePassword?guid=guess')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
