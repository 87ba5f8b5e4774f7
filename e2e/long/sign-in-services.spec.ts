import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { openOutsideIssuer } from '#features/account/sign-in-services/server/issuer-testing.ts'
import {
  assertionOf,
  makeKeyPair,
  metadataOf,
  readRequest,
  responseOf,
  signed,
} from '#features/account/sign-in-services/server/saml-testing.ts'
import { browserFolder } from '../browser-folder.ts'
import { expect, expectAccessible, expectNarrow, librarian, type Page, signIn, test } from '../portal.ts'

const password = 'Nine-purple-owls-7'

/** Adds an administrator by the command line, who sets a password by the link that it prints. */
async function signInAsAdministrator(page: Page, baseURL: string, administrator: string) {
  const env = { ...process.env, DATA_DIR: browserFolder(new URL(baseURL).port) }
  const command = ['cli/admin.ts', 'user', 'add', administrator, '--role', 'administrator']
  const { stdout } = await promisify(execFile)('node', command, { env })
  await page.goto(stdout.match(/http:\S+\/changePassword\S+/)![0])
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  const changed = page.waitForResponse((reply) => reply.url().endsWith('/rest/user/changePassword') && reply.ok())
  await page.keyboard.press('Enter')
  await changed
  await page.goto('/rest/user/login?redirect=/desk/signInServices')
  await page.getByLabel('Username').fill(administrator)
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
    await signInAsAdministrator(page, baseURL!, 'services@provider.example')
    await expect(page.getByRole('heading', { name: 'No sign-in services yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add service' }).click()
    const add = page.getByRole('dialog', { name: 'Add a sign-in service' })
    await add.getByRole('button', { name: 'Add service' }).click()
    await expect(add.getByText('Please enter the client ID.')).toBeVisible()
    await add.getByLabel('Type', { exact: true }).selectOption('Google')
    await expect(add.getByLabel('Issuer')).toHaveValue('https://accounts.google.com')
    await expect(add.getByText(`${baseURL}/rest/user/login/callback/google`)).toBeVisible()
    await add.getByLabel('Type', { exact: true }).selectOption('Another OpenID Connect service')
    await add.getByLabel('Id', { exact: true }).fill('hillview')
    await add.getByLabel('Name', { exact: true }).fill('Hillview ID')
    await add.getByLabel('Issuer').fill(issuer.url)
    await add.getByLabel('Client ID').fill('hillview')
    await add.getByLabel('Client secret').fill('secret of hillview')
    await expectAccessible(page)
    await expectNarrow(page)
    await add.getByRole('button', { name: 'Add service' }).click()
    await page.getByRole('button', { name: 'Check Hillview ID' }).click()
    const check = page.getByRole('dialog', { name: 'Connection to Hillview ID' })
    await expect(check.getByText(`${issuer.url} responds and can sign people in.`)).toBeVisible()
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
    await expect(page.getByText('School’s sign-in changed')).toBeVisible()
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
    await page.getByLabel('Username').fill('nina@hillview.example')
    await page.getByRole('button', { name: 'Use my school’s sign-in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByText('nina@hillview.example').first()).toBeVisible()
    // Leaves the screen, which would ask to sign in.
    await page.goto('about:blank')
    await page.context().clearCookies()

    issuer.says({ sub: 'u-1', email: librarian, email_verified: false })
    await page.goto('/rest/user/login?service=hillview')
    await expect(page.getByRole('heading', { name: 'Your email address isn’t confirmed' })).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
  } finally {
    issuer.close()
  }
})

/** A SAML service that signs in the librarian without a question, by a page that sends its answer on. */
async function openSamlService(answerAddress: string) {
  const pair = makeKeyPair()
  const server = createServer((request, response) => {
    const { id, state } = readRequest(`${issuer}${request.url}`)
    const answer = {
      ...{ id: 'a-1', issuer, audience: `${answerAddress}/metadata`, requestId: id, nameId: 'n-1' },
      ...{ recipient: answerAddress, destination: answerAddress, status: 'Success' },
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { email: librarian },
      ...{ from: -5, until: 300, askedAt: -60 },
    }
    const sent = Buffer.from(responseOf(answer, signed(assertionOf(answer), pair))).toString('base64')
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${answerAddress}"><input name="SAMLResponse" value="${sent}"><input name="RelayState" value="${state}"></form><script>document.forms[0].submit()</script>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signOnUrl = `${issuer}/sso`
  const metadata = metadataOf({ issuer, signOnUrl, certificates: [pair.certificate] })
  return { issuer, signOnUrl, metadata, close: () => void server.close() }
}

test('an administrator adds a SAML service by its metadata, a librarian signs in with it, and it is removed', async ({
  page,
  baseURL,
}) => {
  const answerAddress = `${baseURL}/sign-in/saml/hillview-saml`
  const { issuer, signOnUrl, metadata, close } = await openSamlService(answerAddress)
  try {
    await signInAsAdministrator(page, baseURL!, 'saml@provider.example')
    await page.getByRole('button', { name: 'Add service' }).click()
    const add = page.getByRole('dialog', { name: 'Add a sign-in service' })
    await add.getByLabel('Type', { exact: true }).selectOption('SAML 2.0')
    await add.getByRole('button', { name: 'Read metadata' }).click()
    await expect(add.getByText('Please paste the service’s metadata.')).toBeVisible()
    await add.getByLabel('Service metadata').fill('<html>Not found</html>')
    await add.getByRole('button', { name: 'Read metadata' }).click()
    await expect(add.getByLabel('Service metadata')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await add.getByLabel('Id', { exact: true }).fill('hillview-saml')
    await add.getByLabel('Name', { exact: true }).fill('Hillview SAML')
    await expect(add.getByText(answerAddress, { exact: true })).toBeVisible()
    await expect(add.getByText(`${answerAddress}/metadata`)).toBeVisible()
    await add.getByLabel('Service metadata').fill(metadata)
    await add.getByRole('button', { name: 'Read metadata' }).click()
    await expect(add.getByLabel('Entity ID', { exact: true })).toHaveValue(issuer)
    await expect(add.getByLabel('Sign-in address')).toHaveValue(signOnUrl)
    await expect(add.getByText(/^The certificate of idp\.example expires on/)).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
    await add.getByLabel(/Treat its email addresses as confirmed/).check()
    await add.getByRole('button', { name: 'Add service' }).click()
    await expect(page.getByRole('row', { name: /Hillview SAML/ })).toBeVisible()
    await signOut(page)

    await signIn(page, '/schoolSettings')
    const section = page.getByRole('region', { name: 'Sign-in' })
    await section.getByRole('button', { name: 'Change how people sign in' }).click()
    await section.getByLabel('Sign-in service').selectOption('Hillview SAML')
    await section.getByRole('button', { name: 'Save sign-in' }).click()
    await expect(section.getByText('Your people sign in with Hillview SAML, or with their password.')).toBeVisible()
    await page.context().clearCookies()

    await page.goto('/rest/user/login?service=hillview-saml&redirect=/myProfile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByText(librarian).first()).toBeVisible()
    await page.goto('about:blank')
    await page.context().clearCookies()

    await page.goto('/rest/user/login?redirect=/desk/signInServices')
    await page.getByLabel('Username').fill('saml@provider.example')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Hillview SAML' }).click()
    const remove = page.getByRole('alertdialog', { name: 'Remove Hillview SAML?' })
    await expect(remove.getByText(/^1 school chose it, and 1 person is linked to it\./)).toBeVisible()
    await expectAccessible(page)
    await remove.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByRole('row', { name: /Hillview SAML/ })).toHaveCount(0)
  } finally {
    close()
  }
})
