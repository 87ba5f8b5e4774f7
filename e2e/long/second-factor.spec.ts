import { codeFor } from '#features/account/second-factor/server/second-factor-testing.ts'
import { expect, expectAccessible, expectNarrow, fillSignIn, newColleague, type Page, test } from '../portal.ts'

const password = 'Nine-purple-owls-7'
const headers = { 'x-requested-with': 'journey' }

async function givePassword(page: Page, username: string) {
  // A screen would itself leave for the sign-in page.
  await page.goto('/health/live')
  await page.request.post('/rest/user/logout', { headers })
  await page.goto('/rest/user/login?redirect=/myProfile')
  await fillSignIn(page, username, password)
}

test('a librarian sets up an app, signs in with its code and with a recovery code, and removes it', async ({
  page,
}) => {
  // Until a code is given, no one else could sign in to an account with a second factor.
  const person = await newColleague(page, 'trial@lakeside.example', password)
  await givePassword(page, person)
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent())!.replaceAll(' ', '')
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByLabel(/6-digit code/).fill(codeFor(secret, { steps: -1 }))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = (await codes.getByRole('listitem').first().textContent())!
  await expectAccessible(page)
  await expectNarrow(page)
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  await givePassword(page, person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect or has already been used.')
  await page.getByLabel('Code').fill(codeFor(secret))
  await page.getByLabel('Code').press('Enter')
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  await givePassword(page, person)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByLabel('Recovery code').press('Enter')
  await expect(page).toHaveURL(/\/myProfile$/)
  await expect(section.getByText('9 recovery codes left')).toBeVisible()

  await section.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('No authenticator app is set up.')).toBeVisible()
})
