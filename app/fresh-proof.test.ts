import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleInput } from '#app/world/sample-input-testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { profileApi } from '#features/account/profile/contract.ts'
import { organisationApi } from '#features/school/organisation/contract.ts'
import type { Endpoint } from '#kit/contract.ts'
import { may } from '#kit/roles.ts'
import { mounted } from '#kit/server/serve.ts'
import { type Person, requestOf, type TestApp, testApp } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  for (const person of ['hillview', 'administrator', 'assistant'] as const) await app.sessionOf(person)
})
afterAll(() => app.close())

const proofIs = (provedAt: Date | null) => app.db.updateTable('session').set({ provedAt }).execute()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const all = () => mounted.get(app.http)!
const needing = () => all().filter(({ freshProof }) => freshProof === 'always')
const caller = ({ who }: Endpoint): Person => (may('primary-contact', who) ? 'hillview' : 'administrator')
const codeOf = async (endpoint: Endpoint, person = caller(endpoint)) => {
  const reply = await app.raw(person, requestOf(endpoint, sampleInput(endpoint, 'sample', { onlyRequired: true })))
  return [reply.statusCode, reply.json().code]
}

/** The provider’s changes that need no proof: they grant nothing and move no money. */
const harmless = [
  '/rest/desk/cataloguing/',
  '/rest/desk/depots',
  '/rest/desk/invoices/:invoiceId/remind',
  '/rest/desk/jobs/',
  '/rest/desk/links/:linkId/withdraw',
  '/rest/desk/messages',
  '/rest/desk/users/:userId/sign-out',
]

test('every changing call of the provider’s people requires a fresh proof, or is listed as harmless', () => {
  const unproved = all().filter(
    ({ who, changes, freshProof }) => changes && !may('primary-contact', who) && freshProof !== 'always',
  )
  expect(
    unproved.filter(({ path }) => !harmless.some((each) => path.startsWith(each))).map(({ path }) => path),
  ).toEqual([])
})

test('these calls for schools and for everyone require a fresh proof', () => {
  const ofSchools = all().filter(({ who, freshProof }) => freshProof && may('primary-contact', who))
  expect(ofSchools.map(({ path, freshProof }) => `${path}${freshProof === 'always' ? '' : ' in part'}`).sort()).toEqual(
    [
      '/rest/customer/current/accessKeys',
      '/rest/customer/current/accessKeys/change',
      '/rest/customer/current/accessKeys/renew',
      '/rest/customer/current/signIn',
      '/rest/customer/current/signIn/unlink',
      '/rest/customer/current/webhooks',
      '/rest/customer/current/webhooks/change',
      '/rest/customer/current/webhooks/renew',
      '/rest/customer/update in part',
      '/rest/user/current/staff/invite',
      '/rest/user/current/staff/inviteAgain',
      '/rest/user/current/staff/role',
      '/rest/user/current/student/invite',
      '/rest/user/current/student/inviteAgain',
      '/rest/user/current/student/roster/apply',
      '/rest/user/passkeys/begin',
      '/rest/user/passkeys/remove',
      '/rest/user/secondFactor/begin',
      '/rest/user/secondFactor/recoveryCodes',
      '/rest/user/secondFactor/remove',
      '/rest/user/update/personal in part',
      '/rest/z3950settings',
    ],
  )
})

test('each of them is refused if the proof is missing or five minutes old, and proceeds if it is fresh', async () => {
  expect(needing().length).toBeGreaterThan(25)
  const answers: string[] = []
  for (const endpoint of needing()) {
    for (const proof of [null, minutesAgo(5)]) {
      await proofIs(proof)
      const [status, code] = await codeOf(endpoint)
      if (status !== 403 || code !== 'proof_needed') answers.push(`${endpoint.path} without a proof: ${status} ${code}`)
    }
    await proofIs(minutesAgo(4.5))
    const [status, code] = await codeOf(endpoint)
    if (status === 500 || code === 'proof_needed') answers.push(`${endpoint.path} with a proof: ${status} ${code}`)
  }
  expect(answers).toEqual([])
})

test('people without the permission are refused, not asked for a proof', async () => {
  await proofIs(null)
  for (const endpoint of needing().filter(({ who }) => !may('staff', who)))
    expect([endpoint.path, ...(await codeOf(endpoint, 'assistant'))]).toEqual([endpoint.path, 403, 'not_allowed'])
})

test('a new e-mail address requires a proof, a new name does not', async () => {
  await proofIs(minutesAgo(5))
  const change = (email: string) =>
    app.as('hillview')(profileApi.updatePersonal, { firstName: 'Hilary', lastName: 'Hill', email })
  await expect(change('new@hillview.example')).rejects.toMatchObject({ code: 'proof_needed', status: 403 })
  expect((await app.as('hillview')(profileApi.profile, {})).response.firstName).not.toBe('Hilary')
  expect((await change('librarian@hillview.example')).response.firstName).toBe('Hilary')
  await proofIs(minutesAgo(4))
  expect((await change('new@hillview.example')).response.pendingEmail?.email).toBe('new@hillview.example')
})

test('handing over the primary contact requires a proof, other changes of contacts require only the PIN', async () => {
  await proofIs(minutesAgo(5))
  await app.as('hillview')(organisationApi.enterPin, { pin: '246810', customerId: 'demo-hillview' })
  const { customer } = await app.as('hillview')(accountApi.currentCustomer, {})
  const contacts = customer.contacts!
  const save = (list: typeof contacts) => app.as('hillview')(organisationApi.updateCustomer, { contacts: list })
  await save(contacts.map((each) => ({ ...each, firstName: 'Other' })))
  const handed = contacts.map((each) => ({ ...each, primaryContact: !each.primaryContact }))
  await expect(save(handed)).rejects.toMatchObject({ code: 'proof_needed', status: 403 })
  await proofIs(minutesAgo(4))
  expect((await save(handed)).customer.contacts!.find(({ primaryContact }) => primaryContact)!.id).not.toBe(
    contacts.find(({ primaryContact }) => primaryContact)!.id,
  )
})
