import type { TestApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { samlPathsOf } from '../rules.ts'
import { type Answer, readRequest } from './saml-testing.ts'

export const issuer = 'https://idp.hillview.example/saml'
export const signOnUrl = 'https://idp.hillview.example/saml/sso'

/** A service of the school Hillview's own, whose addresses count. */
export async function addSchoolsService(
  app: TestApp,
  { id, certificates, trustsAddresses = true }: { id: string; certificates: string[]; trustsAddresses?: boolean },
) {
  const now = app.clock()
  await app.db
    .insertInto('signInService')
    .values({
      ...{ id, kind: 'saml', name: 'Hillview sign-in', customerId: 'demo-hillview', issuer, signOnUrl, certificates },
      ...{ trustsAddresses, createdAt: now, updatedAt: now },
    })
    .execute()
  const choice = { serviceId: id, domain: 'hillview.example' }
  await app.db
    .insertInto('schoolSignIn')
    .values({ customerId: 'demo-hillview', ...choice })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(choice))
    .execute()
  const school = app.db.updateTable('customer').set({ emailDomain: 'hillview.example' })
  await school.where('id', '=', 'demo-hillview').execute()
}

/** Begins a sign-in at the service, as its button does; `answer` is a right answer about no one yet. */
export async function beginSaml(app: TestApp, { id = 'hillview', more = '', browser = openBrowser(app) } = {}) {
  const begun = await browser.send(`/rest/user/login?service=${id}&redirect=/myDownloads${more}`)
  const request = readRequest(String(begun.headers.location))
  const paths = samlPathsOf(id)
  const answer: Answer = {
    id: 'a-1',
    issuer,
    audience: app.env.publicUrl + paths.metadata,
    recipient: app.env.publicUrl + paths.answer,
    destination: app.env.publicUrl + paths.answer,
    requestId: request.id,
    nameId: '',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    attributes: {},
    from: -5,
    until: 300,
    askedAt: -3600,
    status: 'Success',
  }
  return { id, browser, request, answer, address: String(begun.headers.location) }
}

/** The browser brings the answer from the service's site: without the cookies of ours. */
export const postAnswer = (
  app: TestApp,
  { id, request }: { id: string; request: { state: string } },
  response: string,
) =>
  openBrowser(app).send(samlPathsOf(id).answer, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(signOnUrl).origin },
    payload: new URLSearchParams({
      SAMLResponse: Buffer.from(response).toString('base64'),
      RelayState: request.state,
    }).toString(),
  })
