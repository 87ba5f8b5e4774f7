import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import {
  type Keycloak,
  keycloakFolder,
  openKeycloakBrowser,
  startKeycloak,
} from '../../../../scale/services/keycloak.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { backChannelPath } from './back-channel.ts'

const clientId = 'portal'
const secret = 'a secret:with/odd&signs'
const password = 'keycloak-password'
const librarian = { username: 'librarian@hillview.example', password }
const assistant = { username: 'assistant@hillview.example', password }
const trial = { username: 'trial@lakeside.example', password }
const asPost = { method: 'POST', headers: { 'x-requested-with': 'test' } } as const

// Without Keycloak run.ts says what is missing, and fails CI.
describe.skipIf(!keycloakFolder())('with Keycloak as the issuer', () => {
  let keycloak: Keycloak
  let app: TestApp

  beforeAll(async () => {
    keycloak = (await startKeycloak())!
    app = await testApp({
      work: false,
      env: {
        OIDC_ISSUER: `${keycloak.url}/realms/schools`,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: secret,
      },
    })
    const ours = await app.http.listen({ port: 0, host: '127.0.0.1' })
    await keycloak.addRealm({
      realm: 'schools',
      enabled: true,
      users: [
        person(librarian, { emailVerified: true }),
        person(trial, { emailVerified: true }),
        person(assistant, { emailVerified: false }),
      ],
      clients: [
        {
          clientId,
          secret,
          protocol: 'openid-connect',
          redirectUris: [`${app.env.publicUrl}/rest/user/login/callback`],
          attributes: {
            'post.logout.redirect.uris': `${app.env.publicUrl}/`,
            'backchannel.logout.url': `${ours}${backChannelPath}`,
            'backchannel.logout.session.required': 'true',
          },
        },
      ],
    })
  })
  afterAll(async () => {
    await keycloak?.stop()
    await app?.close()
  })

  const person = ({ username }: typeof librarian, { emailVerified }: { emailVerified: boolean }) => ({
    username,
    email: username,
    emailVerified,
    enabled: true,
    firstName: 'Keycloak',
    lastName: 'Person',
    credentials: [{ type: 'password', value: password }],
  })

  /** Two browsers' halves: the cookies at our site and those at Keycloak. */
  const openBrowsers = () => ({ here: openBrowser(app), there: openKeycloakBrowser() })
  async function signIn({ here, there }: ReturnType<typeof openBrowsers>, who: typeof librarian, more = '') {
    const begun = await here.send(`/rest/user/login?redirect=/myDownloads${more}`)
    const { address, hasAsked } = await there.signIn(String(begun.headers.location), who, app.env.publicUrl)
    return { answer: await here.send(address), hasAsked }
  }

  test('a person with a verified address signs in, and is linked to Keycloak’s subject', async () => {
    const browsers = openBrowsers()
    const { answer } = await signIn(browsers, librarian)

    expect([answer.status, answer.headers.location]).toEqual([303, '/myDownloads'])
    expect(await browsers.here.whoAmI()).toBe(librarian.username)
    const linked = app.db.selectFrom('auditEntry').where('action', '=', 'sign_in_linked').select('subject')
    expect(await linked.execute()).toEqual([{ subject: librarian.username }])
  })

  test('a person whose address is not verified stays outside', async () => {
    const browsers = openBrowsers()
    const { answer } = await signIn(browsers, assistant)

    expect(answer.status).toBe(403)
    expect(answer.body).toContain('You don’t have an account here')
    expect(await browsers.here.whoAmI()).toBeUndefined()
  })

  test('Keycloak remembers the person until they are to prove who they are', async () => {
    const browsers = openBrowsers()
    const first = await signIn(browsers, librarian)
    const second = await signIn(browsers, librarian)
    const proof = await signIn(browsers, librarian, '&prompt=login')
    expect([first.hasAsked, second.hasAsked, proof.hasAsked]).toEqual([true, false, true])
    expect(await browsers.here.whoAmI()).toBe(librarian.username)
  })

  test('signing out here ends the session at Keycloak and leads home', async () => {
    const browsers = openBrowsers()
    await signIn(browsers, librarian)

    const { endSessionUrl } = JSON.parse((await browsers.here.send('/rest/user/logout', asPost)).body)
    const left = await browsers.there.send(endSessionUrl)

    expect(left.leadsTo).toBe(`${app.env.publicUrl}/`)
    expect(await browsers.here.whoAmI()).toBeUndefined()
    expect((await signIn(browsers, librarian)).hasAsked).toBe(true)
  })

  test('an administrator of Keycloak ends the person’s session here', async () => {
    const browsers = openBrowsers()
    await signIn(browsers, trial)
    expect(await browsers.here.whoAmI()).toBe(trial.username)

    await keycloak.signOut('schools', trial.username)

    await vi.waitFor(async () => expect(await browsers.here.whoAmI()).toBeUndefined(), 10_000)
  })

  test('signing out at Keycloak in one browser ends that session here, and no other', async () => {
    const [office, phone] = [openBrowsers(), openBrowsers()]
    await signIn(office, librarian)
    await signIn(phone, librarian)
    const { idToken } = await newestSession()

    const query = new URLSearchParams({ id_token_hint: idToken!, client_id: clientId })
    await phone.there.send(`${keycloak.url}/realms/schools/protocol/openid-connect/logout?${query}`)

    await vi.waitFor(async () => expect(await phone.here.whoAmI()).toBeUndefined(), 10_000)
    expect(await office.here.whoAmI()).toBe(librarian.username)
  })

  const newestSession = () =>
    app.db.selectFrom('session').orderBy('createdAt', 'desc').select('idToken').executeTakeFirstOrThrow()
})
