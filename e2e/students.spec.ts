import { expect, fillSignIn, invitationTo, signIn, test } from './portal.ts'

const admin = 'librarian@riverside.example'
const password = 'Nine-purple-owls-7'

test('a student is invited, joins, has only discovery, and is signed out when removed', async ({ page, browser }) => {
  const email = `reader-${Date.now()}@riverside.example`
  await signIn(page, '/myStudents', admin)
  await page.getByRole('button', { name: 'Invite students' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite students' })
  await dialog.getByRole('textbox', { name: 'First name' }).fill('First')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Student')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('We emailed an invitation to First Student.')).toBeVisible()

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL! })
  const student = await context.newPage()
  await student.goto(await invitationTo(student, email))
  await student.getByLabel('New password', { exact: true }).fill(password)
  await student.getByLabel('Confirm new password').fill(password)
  await student.keyboard.press('Enter')
  await expect(student.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
  await student.getByRole('link', { name: 'Sign in' }).last().click()
  await fillSignIn(student, email, password)
  await expect(student).toHaveURL(/\/discover$/)
  const areas = student.getByRole('navigation', { name: 'Areas' })
  await expect(areas.getByRole('link')).toHaveText(['Discover', 'Cataloguing', 'Account'])
  await student.goto('/myDownloads')
  await expect(student.getByRole('heading', { name: 'You don’t have permission to do this.' })).toBeVisible()

  await page.goto(`/myStudents?searchValue=${email}`)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Active')
  await page.getByRole('checkbox', { name: /^Select all/ }).press('Space')
  const chosen = page.getByRole('region', { name: 'Selected students' })
  await chosen.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('No students found')).toBeVisible()
  expect((await student.request.get('/rest/user/current')).status()).toBe(403)
  await context.close()
})
