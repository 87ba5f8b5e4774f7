import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openOutsideIssuer } from '#features/account/sign-in-services/server/issuer-testing.ts'
import { browserFolder } from './browser-folder.ts'
import { expect, expectAccessible, expectNarrow, librarian, type Page, signIn, test } from './portal.ts'

const password = 'Nine-purple-owls-7'
const administrator = 'services@provider.example'

/** Adds an administrator by the command line, who sets a password by the link that it prints. */
async function signInAsAdministrator(page: Page, baseURL: string) {
  const env = { ...process.env, DATA_DIR: browserFolder(new URL(baseURL).port) }
  const command = ['cli/admin.ts', 'user', 'add', administrator, '--role', 'administrator']
  const { stdout } = await promisify(execFile)('node', command, { env })
  await page.goto(stdout.match(/http:\S+\/changePassword\S+/)![0])
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
  const changed = page.waitForResponse((reply) => reply.url().endsWith('/rest/user/changePassword') && reply.ok())
  await page.keyboard.press('Enter')
  await changed
  await page.goto('/rest/user/login?redirect=/desk/signInServices')
  await page.getByLabel('User name').fill(administrator)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

const signOut = (page: Page) => page.request.post('/rest/user/logout', { headers: { 'x-requested-with': 'journey' } })

test('an administrator adds a service, a school chooses it, and a teacher joins by the school’s domain', async ({
  page,
  baseURL,
}) => {
  const issuer = await openOutsideIssuer({ publicUrl: baseURL!, serviceIds: ['hillview'] })
  try {
    await signInAsAdministrator(page, baseURL!)
    await expect(page.getByRole('heading', { name: 'No sign-in services yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add service' }).click()
    const add = page.getByRole('dialog', { name: 'Add a sign-in service' })
    await add.getByRole('button', { name: 'Add service' }).click()
    await expect(add.getByText('Please enter the client ID.')).toBeVisible()
    await add.getByLabel('Kind').selectOption('Google')
    await expect(add.getByLabel('Issuer')).toHaveValue('https://accounts.google.com')
    await expect(add.getByText(`${baseURL}/rest/user/login/callback/google`)).toBeVisible()
    await add.getByLabel('Kind').selectOption('Another OpenID Connect service')
    await add.getByLabel('Id', { exact: true }).fill('hillview')
    await add.getByLabel('Name', { exact: true }).fill('Hillview ID')
    await add.getByLabel('Issuer').fill(issuer.url)
    await add.getByLabel('Client ID').fill('hillview')
    await add.getByLabel('Client secret').fill('secret of hillview')
    await expectAccessible(page)
    await expectNarrow(page)
    await add.getByRole('button', { name: 'Add service' }).click()
    await page.getByRole('button', { name: 'Check Hillview ID' }).click()
    const check = page.getByRole('dialog', { name: 'Connection of Hillview ID' })
    await expect(check.getByText(`${issuer.url} answers and can sign people in.`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(check).toHaveCount(0)
    await expectAccessible(page)
    await expectNarrow(page)
    await signOut(page)

    await signIn(page, '/schoolSettings')
    const section = page.getByRole('region', { name: 'Sign-in' })
    await section.getByRole('button', { name: 'Change how people sign in' }).click()
    await section.getByLabel('Sign-in service').selectOption('Hillview ID')
    await section.getByLabel(/without an account/).selectOption('Join as staff')
    await section.getByRole('button', { name: 'Save sign-in' }).click()
    await expect(section.getByText(`${baseURL}/rest/user/login?service=hillview`)).toBeVisible()
    await expect(page.getByText('Sign-in of the school changed')).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
    await page.context().clearCookies()

    issuer.says({
      ...{ sub: 't-1', email: 'nina@hillview.example', email_verified: true },
      ...{ given_name: 'Nina', family_name: 'Neville' },
    })
    await page.goto('/rest/user/login?redirect=/myProfile')
    await expect(page.getByRole('link', { name: 'Sign in with Hillview ID' })).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
    await page.getByLabel('User name').fill('nina@hillview.example')
    await page.getByRole('button', { name: 'Use my school’s sign-in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByText('nina@hillview.example').first()).toBeVisible()
    // Leaves the screen, which would ask to sign in.
    await page.goto('about:blank')
    await page.context().clearCookies()

    issuer.says({ sub: 'u-1', email: librarian, email_verified: false })
    await page.goto('/rest/user/login?service=hillview')
    await expect(page.getByRole('heading', { name: 'Your e-mail address is not confirmed' })).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
  } finally {
    issuer.close()
  }
})
