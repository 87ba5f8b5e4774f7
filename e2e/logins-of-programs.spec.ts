import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from './portal.ts'

// Programs sign in for a school with its Z39.50 password and its access key. No other journey uses this school's.
const riverside = 'librarian@riverside.example'

// Several accessibility checks are slow.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const dialog = (page: Page) => page.getByRole('alertdialog')

test('a Z39.50 password is made by keyboard, after the human check, and shown once', async ({ page }) => {
  await signIn(page, '/mySettings', riverside)
  const z3950 = page.getByRole('region', { name: 'Z39.50' })
  await expect(z3950).toContainText('z10002')
  await expect(z3950).toContainText(/Host\s*localhost[\s\S]*Database\s*SCIS/)
  await z3950.getByRole('button', { name: 'Make a password' }).press('Enter')
  await expect(dialog(page)).toContainText('takes up to 60 minutes to take effect')
  const make = dialog(page).getByRole('button', { name: 'Make a password' })
  await make.press('Enter')
  await expect(dialog(page)).toContainText('Please verify that you are not a robot.')
  await dialog(page).getByRole('checkbox', { name: 'I am not a robot' }).press('Space')
  await expect(dialog(page)).toContainText('Checked. You can go on.', { timeout: 60_000 })
  await expectAccessible(page)
  await expectNarrow(page)
  await make.press('Enter')
  const noted = dialog(page).getByRole('button', { name: 'I have noted it' })
  await expect(noted).toBeFocused()
  const password = await dialog(page)
    .getByText(/^\w{5}(-\w{5}){3}$/)
    .innerText()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(z3950).toContainText('The new password works from')
  await expect(page.getByText(password)).toHaveCount(0)
  await expect(z3950.getByRole('button', { name: 'Reset the password' })).toBeFocused()

  await z3950.getByLabel('Pick your library system').selectOption('Koha')
  await expect(z3950).toContainText(/Hostname\s*localhost[\s\S]*Userid\s*z10002[\s\S]*Encoding\s*utf8/)
  await z3950.getByRole('button', { name: 'Check the sign-in' }).press('Enter')
  const check = page.getByRole('dialog')
  await check.getByLabel('Z39.50 password').fill(password)
  await page.keyboard.press('Enter')
  await expect(check).toContainText('This password works from')
  await expectAccessible(page)
  await expectNarrow(page)
})

test('the demo’s library system signs in, and the check says so', async ({ page }) => {
  await signIn(page, '/mySettings')
  const z3950 = page.getByRole('region', { name: 'Z39.50' })
  await z3950.getByRole('button', { name: 'Check the sign-in' }).click()
  const check = page.getByRole('dialog')
  await check.getByLabel('Z39.50 password').fill('Demo-z3950-2026')
  await check.getByRole('button', { name: 'Sign in' }).click()
  await expect(check).toContainText(/It works\. Your library system can search [\d,]+ records\./)
})

test('an access key lets a program make calls until it is withdrawn', async ({ page, playwright, baseURL }) => {
  await signIn(page, '/mySettings', riverside)
  const section = page.getByRole('region', { name: 'API user' })
  await section.getByRole('button', { name: 'Make an access key' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Make an access key' }).press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'I have noted it' })).toBeFocused()
  const key = await dialog(page).locator('code').innerText()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Enter')
  await expect(section).toContainText(`…${key.slice(-4)}`)
  await expectAccessible(page)
  await expectNarrow(page)

  const authorization = `Basic ${Buffer.from(`demo-riverside-api:${key}`).toString('base64')}`
  const program = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: { authorization } })
  expect((await (await program.get('/rest/customer/current')).json()).customer.customerNo).toBe('10002')
  await section.getByRole('button', { name: 'Withdraw it' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Withdraw the access key' }).press('Enter')
  await expect(section).toContainText('None has been made yet')
  expect((await program.get('/rest/customer/current')).status()).toBe(403)
  await program.dispose()
})
