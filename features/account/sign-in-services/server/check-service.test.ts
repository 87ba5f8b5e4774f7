import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { deskServicesApi } from '../contract.ts'
import { type OutsideIssuer, openOutsideIssuer } from './issuer-testing.ts'

const { addSignInService, changeSignInService, checkSignInService } = deskServicesApi
let app: TestApp
let issuer: OutsideIssuer
beforeAll(async () => {
  app = await testApp({ work: false })
  issuer = await openOutsideIssuer({ publicUrl: app.env.publicUrl, serviceIds: ['good'] })
  await app.sessionOf('administrator')
})
afterAll(async () => {
  await app.close()
  issuer.close()
})

async function check(id: string, url: string) {
  const added = { id, name: id, issuer: url, clientId: 'c', clientSecret: 's' }
  await app.as('administrator')(addSignInService, added)
  return (await app.as('administrator')(checkSignInService, { id })).response
}

test('a service that answers can sign people in', async () => {
  expect(await check('good', issuer.url)).toEqual({
    works: true,
    sentence: `${issuer.url} responds and can sign people in.`,
  })
})

test('one that does not answer, or not as an issuer, is reported with the reason', async () => {
  const away = await check('away', 'http://127.0.0.1:1')
  expect(away.works).toBe(false)
  expect(away.sentence).toMatch(/^http:\/\/127\.0\.0\.1:1 doesn’t respond as an OpenID Connect issuer: .+\.$/)
  const page = await check('page', `${issuer.url}/elsewhere`)
  expect(page.works).toBe(false)
  expect(page.sentence).toContain('/elsewhere doesn’t respond as an OpenID Connect issuer')
})

test('an unknown service, and one whose secret is lost, are reported', async () => {
  const unknown = app.as('administrator')(checkSignInService, { id: 'unknown' })
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'service_not_found' })
  await check('lost', issuer.url)
  await app.db.deleteFrom('signInSecret').where('serviceId', '=', 'lost').execute()
  expect((await app.as('administrator')(checkSignInService, { id: 'lost' })).response).toEqual({
    works: false,
    sentence: 'Its client secret is missing. Please enter it again.',
  })
})

test('the portal can’t be its own service, neither new nor changed', async () => {
  await app.db.deleteFrom('signInService').execute()
  const ours = `${app.env.publicUrl}/oidc`
  const refused = { status: 400, errors: { issuer: [expect.stringMatching(/^This is the address of this portal\./)] } }
  await expect(check('good', ours)).rejects.toMatchObject(refused)
  await check('good', issuer.url)
  const change = app.as('administrator')(changeSignInService, { id: 'good', issuer: ours })
  await expect(change).rejects.toMatchObject(refused)
  expect(await app.db.selectFrom('signInService').select('issuer').execute()).toEqual([{ issuer: issuer.url }])
})
