import { expect, expectAccessible, expectNarrow, type Page, test } from '../portal.ts'

const person = 'librarian@riverside.example'

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
  await page.goto('/rest/user/login?redirect=/myProfile')
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByText('This device')).toBeVisible()
  const authenticator = await withAuthenticator(page)

  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name (optional)').fill('Journey')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('is ready.')).toBeVisible()
  expect(await authenticator()).toBe(1)
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('listitem').filter({ hasText: 'Journey' })).toContainText('not used yet')
  await expectAccessible(page)
  await expectNarrow(page)

  // The screen would itself leave for the sign-in page.
  await page.goto('/health/live')
  await page.request.post('/rest/user/logout', { headers: { 'x-requested-with': 'portal' } })
  await page.goto('/rest/user/login?redirect=/myProfile')
  // A browser that offers the passkey in the field may be faster than the button.
  await page
    .getByRole('button', { name: 'Sign in with a passkey' })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(page).toHaveURL(/\/myProfile$/)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('with a passkey')

  const row = passkeys.getByRole('listitem').filter({ hasText: 'Journey' })
  await expect(row).toContainText('last used just now')
  await row.getByRole('button', { name: 'Remove Journey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('someone who cancels the browser’s prompt can still sign in with the password', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.goto('/rest/user/login?redirect=/health/live')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again, or sign in with your password.')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(/\/health\/live$/)
})
