import { endReminders, expect, fillSignIn, librarian, newColleague, type Page, test } from './portal.ts'

/** A device whose fingerprint reader always accepts. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    return credentials.length
  }
}

test('a librarian adds a passkey, signs in with it alone, and removes it', async ({ page }) => {
  const password = 'Nine-purple-owls-7'
  const person = await newColleague(page, librarian, password)
  // Browsers that offer a passkey in the field could be faster than the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/rest/user/login?redirect=/myProfile')
  await fillSignIn(page, person, password)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByText('This device')).toBeVisible()
  await endReminders(page)
  const authenticator = await withAuthenticator(page)

  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name (optional)').fill('Journey')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('is ready.')).toBeVisible()
  expect(await authenticator()).toBe(1)
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('listitem').filter({ hasText: 'Journey' })).toContainText('not used yet')

  // The screen would itself leave for the sign-in page.
  await page.goto('/health/live')
  await page.request.post('/rest/user/logout', { headers: { 'x-requested-with': 'portal' } })
  await page.goto('/rest/user/login?redirect=/myProfile')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/myProfile$/)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('with a passkey')

  const row = passkeys.getByRole('listitem').filter({ hasText: 'Journey' })
  await expect(row).toContainText('last used just now')
  await row.getByRole('button', { name: 'Remove Journey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})
