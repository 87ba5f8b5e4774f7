import type { BrowserContext } from '@playwright/test'
import { expect, expectAccessible, expectNarrow, fillSignIn, invitationTo, type Page, signIn, test } from '../portal.ts'

// No other journey has students at this school.
const admin = 'librarian@riverside.example'
const stamp = Date.now()
const first = `first-${stamp}@riverside.example`
const second = `second-${stamp}@riverside.example`
const password = 'Nine-purple-owls-7'

// The tests follow one student; several accessibility checks are slow.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let student: BrowserContext
test.beforeAll(async ({ browser }) => {
  student = await browser.newContext({ baseURL: test.info().project.use.baseURL! })
})
test.afterAll(() => student.close())

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('one student is invited by a form and a class by a list, by keyboard', async ({ page }) => {
  await signIn(page, '/myStudents', admin)
  await page.getByRole('button', { name: 'Invite students' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite students' })
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('First')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Student')
  await page.keyboard.press('Tab')
  await page.keyboard.type('first@elsewhere.example')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The address is not in your email domain.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(first)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('We emailed an invitation to First Student.')).toBeVisible()

  await dialog.getByRole('tab', { name: 'One student' }).press('ArrowRight')
  const list = dialog.getByRole('textbox', { name: 'List of students' })
  await list.fill(`Second,Student,${second},F\nThird,Student,third@elsewhere.example`)
  await expect(dialog.getByText('1 student can be invited, 1 can’t.')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByRole('button', { name: 'Invite 1 student' }).press('Enter')
  await expect(dialog.getByText('We emailed 1 student an invitation.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Find a student' }).fill(String(stamp))
  await expect(page.getByText('2 students found')).toBeVisible()
  await expect(row(page, second)).toContainText('Female')
  await expectAccessible(page)
  await expectNarrow(page)
})

test('the student accepts the emailed invitation, signs in, and has only discovery', async () => {
  const page = await student.newPage()
  const link = await invitationTo(page, first)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome, First' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill('another')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Both password fields must match' })).toBeVisible()
  await page.getByLabel('Confirm new password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation has been accepted' })).toBeVisible()

  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await fillSignIn(page, first, password)
  await expect(page).toHaveURL(/\/discover$/)
  const areas = page.getByRole('navigation', { name: 'Areas' })
  await expect(areas.getByRole('link')).toHaveText(['Discover', 'Cataloguing', 'Account'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Riverside College' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // Screens for school staff say so, and lead on.
  await page.goto('/myDownloads')
  await expect(page.getByRole('heading', { name: 'You don’t have permission to do this.' })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/discover/)
  // Nothing is offered that would be refused.
  await page.goto('/discover/results/?query=the')
  const hit = page.locator('.hit').first()
  await expect(hit.getByRole('button', { name: /folder/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await hit.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Download/ })).toHaveCount(0)
})

test('a removed student is signed out at once, and gone from the list', async ({ page }) => {
  await signIn(page, `/myStudents?searchValue=${stamp}`, admin)
  await expect(row(page, first)).toContainText('Active')
  await page.getByRole('checkbox', { name: /^Select all/ }).press('Space')
  const chosen = page.getByRole('region', { name: 'Selected students' })
  await expect(chosen).toContainText('2 students selected')
  await expectAccessible(page)
  await chosen.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('2 students were removed.')).toBeVisible()
  await expect(page.getByText('No students found')).toBeVisible()
  expect((await student.request.get('/rest/user/current')).status()).toBe(403)
})
