import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import {
  type Keycloak,
  keycloakFolder,
  openKeycloakBrowser,
  startKeycloak,
} from '../../../../scale/services/keycloak.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { samlPathsOf } from '../rules.ts'
import { readIdpMetadata } from './saml-metadata.ts'

const password = 'keycloak-password'
const librarian = { username: 'librarian@hillview.example', password }
const stranger = { username: 'nobody@hillview.example', password }
const riverside = { username: 'librarian@riverside.example', password }

// Without Keycloak run.ts says what is missing, and fails CI.
describe.skipIf(!keycloakFolder())('with two realms of Keycloak as services of two schools', () => {
  let keycloak: Keycloak
  let app: TestApp

  beforeAll(async () => {
    keycloak = (await startKeycloak())!
    app = await testApp({ work: false })
    await addService('hillview', [librarian, stranger])
    await addService('riverside', [riverside])
  })
  afterAll(async () => {
    await keycloak?.stop()
    await app?.close()
  })

  /** Each side gets the other's metadata, as two administrators would do it. */
  async function addService(school: string, people: { username: string }[]) {
    const now = app.clock()
    const customerId = `demo-${school}`
    await keycloak.addRealm({ realm: school, enabled: true, users: people.map(person) })
    const theirs = await (await fetch(`${keycloak.url}/realms/${school}/protocol/saml/descriptor`)).text()
    await app.db
      .insertInto('signInService')
      .values({
        ...{ id: school, kind: 'saml', name: school, customerId, trustsAddresses: true },
        ...{ ...readIdpMetadata(theirs), createdAt: now, updatedAt: now },
      })
      .execute()
    const domain = `${school}.example`
    await app.db.updateTable('customer').set({ emailDomain: domain }).where('id', '=', customerId).execute()
    await app.db.insertInto('schoolSignIn').values({ customerId, serviceId: school, domain }).execute()
    await keycloak.addProvider(school, await ourMetadata(school), {
      // Our requests are not signed: the answer goes nowhere but to the address in our metadata.
      attributes: { 'saml.client.signature': 'false' },
      protocolMappers: [emailAttribute],
    })
  }

  /** Keycloak sends no attribute unless it is set up. */
  const emailAttribute = {
    name: 'mail',
    protocol: 'saml',
    protocolMapper: 'saml-user-property-mapper',
    config: {
      'user.attribute': 'email',
      'attribute.name': 'urn:oid:0.9.2342.19200300.100.1.3',
      'attribute.nameformat': 'URI Reference',
    },
  }
  const person = ({ username }: { username: string }) => ({
    ...{ username, email: username, enabled: true, firstName: 'Keycloak', lastName: 'Person' },
    credentials: [{ type: 'password', value: password }],
  })
  const ourMetadata = async (id: string) => (await app.http.inject({ url: samlPathsOf(id).metadata })).body

  const openBrowsers = () => ({ here: openBrowser(app), there: openKeycloakBrowser() })
  async function signIn(
    { here, there }: ReturnType<typeof openBrowsers>,
    service: string,
    who: typeof librarian,
    more = '',
  ) {
    const begun = await here.send(`/rest/user/login?service=${service}&redirect=/myDownloads${more}`)
    const { address, form, hasAsked } = await there.signIn(String(begun.headers.location), who, app.env.publicUrl)
    // The browser brings the answer from Keycloak's site: without the cookies of ours.
    const taken = await openBrowser(app).send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    const answer = taken.headers.location === undefined ? taken : await here.send(taken.headers.location)
    return { answer, hasAsked, address, form }
  }

  test('our metadata satisfies OASIS’s schema', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saml-schema-'))
    try {
      const jar = join(keycloakFolder()!, 'lib/lib/main', `org.keycloak.keycloak-saml-core-${keycloak.version}.jar`)
      execFileSync('unzip', ['-q', '-j', jar, 'schema/saml/v2/*', 'schema/w3c/*', '-d', folder])
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.xsd'))) {
        const path = join(folder, name)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/(schemaLocation="|SYSTEM ")[^"]*\/([^/"]+")/g, '$1$2'))
      }
      const schema = join(folder, 'saml-schema-metadata-2.0.xsd')
      const input = await ourMetadata('hillview')
      execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, '-'], { input, stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('a person signs in, and is remembered by Keycloak until they are to prove who they are', async () => {
    const browsers = openBrowsers()
    const first = await signIn(browsers, 'hillview', librarian)
    expect([first.answer.status, first.answer.headers.location]).toEqual([303, '/myDownloads'])
    expect(await browsers.here.whoAmI()).toBe(librarian.username)

    const second = await signIn(browsers, 'hillview', librarian)
    const proof = await signIn(browsers, 'hillview', librarian, '&prompt=login')
    expect([first.hasAsked, second.hasAsked, proof.hasAsked]).toEqual([true, false, true])
  })

  test('a person without an account here stays outside', async () => {
    const browsers = openBrowsers()
    const { answer } = await signIn(browsers, 'hillview', stranger)
    expect(answer.status).toBe(403)
    expect(await browsers.here.whoAmI()).toBeUndefined()
  })

  test('each realm signs in its school’s people', async () => {
    const browsers = openBrowsers()
    await signIn(browsers, 'riverside', riverside)
    expect(await browsers.here.whoAmI()).toBe(riverside.username)
  })

  test('the answer of one realm is refused at the address of the other, and a second time', async () => {
    const browsers = openBrowsers()
    const { address, form } = await signIn(browsers, 'hillview', librarian)
    for (const path of [new URL(address).pathname, samlPathsOf('riverside').answer]) {
      const again = await browsers.here.send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
      expect(again.status).toBe(400)
    }
  })
})
