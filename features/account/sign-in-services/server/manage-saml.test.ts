import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { deskServicesApi, samlApi } from '../contract.ts'
import { beginSaml, issuer, postAnswer } from './saml-sign-in-testing.ts'
import { assertionOf, type KeyPair, makeKeyPair, metadataOf, responseOf, signed } from './saml-testing.ts'

const { addSignInService, changeSignInService, deskSignInServices } = deskServicesApi
let app: TestApp
let keys: KeyPair
let next: KeyPair
beforeAll(async () => {
  ;[keys, next] = [makeKeyPair(), makeKeyPair(20)]
  app = await testApp({ work: false })
})
beforeEach(async () => {
  await app.db.deleteFrom('signInService').execute()
})
afterAll(() => app.close())

// As at Google: with a query.
const signOnUrl = 'https://idp.hillview.example/saml/sso?idpid=C01'
const read = (certificates: string[]) =>
  app.as('administrator')(samlApi.readSamlMetadata, {
    metadata: metadataOf({ issuer, signOnUrl, certificates }),
  })
async function add(more = {}) {
  const { certificates, ...found } = (await read([keys.certificate])).response
  return app.as('administrator')(addSignInService, {
    ...{ id: 'hillview', kind: 'saml', name: 'Hillview sign-in', customerId: 'demo-hillview', trustsAddresses: true },
    ...{ ...found, certificates: certificates.map(({ pem }) => pem), ...more },
  })
}

test('what the metadata says makes a service, and its people sign in', async () => {
  const { response } = await add()
  expect(response.callbackUrl).toBe(`${app.env.publicUrl}/sign-in/saml/hillview`)
  const choice = { customerId: 'demo-hillview', serviceId: 'hillview', domain: 'hillview.example' }
  await app.db.insertInto('schoolSignIn').values(choice).execute()
  const school = app.db.updateTable('customer').set({ emailDomain: 'hillview.example' })
  await school.where('id', '=', 'demo-hillview').execute()

  const begun = await beginSaml(app)
  expect(begun.address.startsWith(`${signOnUrl}&SAMLRequest=`)).toBe(true)
  const answer = { ...begun.answer, nameId: 'n-1', attributes: { mail: 'librarian@hillview.example' } }
  const reply = await postAnswer(app, begun, responseOf(answer, signed(assertionOf(answer), keys)))
  await begun.browser.send(String(reply.headers.location))
  expect(await begun.browser.whoAmI()).toBe('librarian@hillview.example')
})

test('the list says when the last certificate expires', async () => {
  await add()
  const certificates = [next.certificate, keys.certificate, next.certificate]
  await app.as('administrator')(changeSignInService, { id: 'hillview', certificates })
  const [service] = (await app.as('administrator')(deskSignInServices, {})).response
  expect(service!.certificates).toEqual([next.certificate, keys.certificate])
  const { expiresDate } = (await read([next.certificate])).response.certificates[0]!
  expect(service!.certificatesExpire).toBe(expiresDate)
})

test('metadata that cannot be read is refused with the reason at its field', async () => {
  await expect(app.as('administrator')(samlApi.readSamlMetadata, { metadata: '<html></html>' })).rejects.toMatchObject({
    status: 400,
    errors: { metadata: ['This metadata describes no identity provider (IDPSSODescriptor).'] },
  })
})

test.each([
  ['certificates', { certificates: ['no certificate'] }],
  ['certificates', { certificates: [] }],
  ['issuer', { issuer: '' }],
  ['signOnUrl', { signOnUrl: 'http://idp.example/sso' }],
  ['signOnUrl', { signOnUrl: 'javascript:alert(1)' }],
])('a service with wrong %s is refused there: %o', async (field, wrong) => {
  await expect(add(wrong)).rejects.toMatchObject({ status: 400, errors: { [field]: [expect.stringMatching(/\S/)] } })
  expect(await app.db.selectFrom('signInService').select('id').execute()).toEqual([])
})
