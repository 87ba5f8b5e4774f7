import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { type Submitted, submit } from '#features/cataloguing/server/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'

let app: TestApp
let parcel: Submitted
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([book({ id: '7' })])
  const posted = { title: 'Posted', physicalResource: true }
  parcel = await submit(app, 'hillview', [posted, { title: 'One' }, { title: 'Other' }])
})
afterAll(() => app.close())

type Made = { action: string; call: () => Promise<unknown> }
/** Calls of the desk that are made here, in this order. */
const made = new Map<Endpoint, Made>()
const make = <E extends Endpoint>(endpoint: E, action: string, input: () => RawInput<E> | Promise<RawInput<E>>) =>
  made.set(endpoint, { action, call: async () => app.as('desk')(endpoint, await input()) })

const customerId = 'demo-lakeside'
const person = { firstName: 'New', lastName: 'Person', email: 'new@lakeside.example' }
const addedPerson = async () => {
  const { response } = await app.as('desk')(deskApi.deskPeople, { text: person.email })
  return { userId: response[0]!.id }
}
const school = { organisation: 'Applicant School', firstName: 'A', lastName: 'B', email: 'head@applicant.example' }
const dates = { effectiveStartDate: '2027-01-01', effectiveEndDate: '2027-12-31' }
const items = (...at: number[]) => ({ itemIds: at.map((each) => parcel.items[each]!.id) })

make(deskApi.addOrganisation, 'customer_opened', () => ({ ...person, name: 'Newly', email: 'head@newly.example' }))
make(deskApi.addPerson, 'person_added', () => ({ ...person, customerId, role: 'staff' as const }))
make(deskApi.changePerson, 'role_changed', async () => ({
  ...(await addedPerson()),
  role: 'organisation-admin' as const,
}))
make(deskApi.resetPassword, 'password_link_issued', async () => ({ ...(await addedPerson()), mail: false }))
make(deskApi.endSessionsOf, 'sessions_ended', addedPerson)
make(deskApi.addSubscription, 'subscription_added', () => ({
  ...{ customerId, ...dates },
  ...{ type: 'SUBSCRIPTION' as const, productCode: 'X', productName: 'X' },
}))
make(deskApi.changeSubscription, 'subscription_changed', async () => {
  const { response } = await app.as('desk')(deskApi.deskSubscriptions, { text: 'lakeside', state: 'future' })
  return { subscriptionId: response[0]!.id, dueForRenewal: true }
})
make(deskApi.issueDeskLink, 'link_issued', () => ({ purpose: 'free-trial', applicant: school }) as never)
make(deskApi.withdrawDeskLink, 'link_withdrawn', async () => {
  const { response } = await app.as('desk')(deskApi.deskLinks, { state: 'waiting' })
  return { linkId: response[0]!.id }
})
make(cataloguingApi.messageRequester, 'requester_written_to', () => ({ ...items(1), text: 'Which edition?' }))
make(cataloguingApi.checkIn, 'items_checked_in', () => ({ code: parcel.requestNumber }))
make(cataloguingApi.undoCheckIn, 'check_in_undone', () => items(0))
make(cataloguingApi.attachRecord, 'items_catalogued', () => ({ ...items(1), recordId: '7' }))
make(cataloguingApi.declineItems, 'items_declined', () => ({ ...items(2), reason: 'Not a book' }))

/** Tried where what they need is made; the file asks the audit log for the action. */
const triedIn: Record<string, [action: string, file: string]> = {
  '/rest/desk/organisations/:customerId/contacts': ['contact_changed', 'organisation/server/contacts'],
  '/rest/desk/organisations/:customerId/pin': ['pin_renewed', 'organisation/server/pin'],
  '/rest/desk/jobs/:jobId/retry': ['job_retried', 'desk/server/desk'],
  '/rest/desk/invoices/:invoiceId/cancel': ['invoice_cancelled', 'billing/server/desk-invoices'],
  '/rest/desk/invoices/:invoiceId/refund': ['invoice_refunded', 'billing/server/desk-invoices'],
  '/rest/desk/invoices/:invoiceId/paid': ['invoice_paid', 'billing/server/desk-invoices'],
  '/rest/desk/invoices/:invoiceId/remind': ['invoice_reminded', 'billing/server/desk-invoices'],
  '/rest/desk/payments/:id/resolve': ['payment_resolved', 'payments/server/desk-payments'],
  '/rest/desk/depots': ['depot_added', 'depots/server/depots'],
  '/rest/desk/depots/:depotId': ['depot_changed', 'depots/server/depots'],
  '/rest/desk/messages': ['message_written', 'messages/server/desk-messages'],
  '/rest/desk/messages/:id': ['message_changed', 'messages/server/desk-messages'],
  '/rest/desk/messages/:id/end': ['message_ended', 'messages/server/desk-messages'],
  '/rest/desk/messages/:id/remove': ['message_removed', 'messages/server/desk-messages'],
  '/rest/desk/products': ['product_added', 'shop/server/desk-shop'],
  '/rest/desk/products/:productCode': ['product_changed', 'shop/server/desk-shop'],
  '/rest/desk/products/:productCode/withdraw': ['product_withdrawn', 'shop/server/desk-shop'],
  '/rest/desk/products/:productCode/prices': ['price_added', 'shop/server/desk-shop'],
  '/rest/desk/products/:productCode/prices/remove': ['price_removed', 'shop/server/desk-shop'],
  '/rest/customer/current/accessKey': ['access_key_renewed', 'access-key/server/access-key'],
  '/rest/customer/current/accessKey/withdraw': ['access_key_withdrawn', 'access-key/server/access-key'],
  '/rest/user/logout': ['signed_out', 'account/server/sign-in'],
  '/rest/user/update/personal': ['person_renamed', 'account/server/profile'],
  '/rest/user/changeEmail': ['email_changed', 'account/server/email-change'],
  '/rest/user/changePassword': ['password_changed', 'account/server/change-password'],
  '/rest/requestForgotPassword': ['password_link_asked', 'account/server/forgotten-password'],
  '/rest/user/passkeys': ['passkey_added', 'account/server/passkeys'],
  '/rest/user/passkeys/rename': ['passkey_renamed', 'account/server/passkeys'],
  '/rest/user/passkeys/remove': ['passkey_removed', 'account/server/passkeys'],
  '/rest/user/secondFactor': ['second_factor_set_up', 'account/server/second-factor'],
  '/rest/user/secondFactor/recoveryCodes': ['recovery_codes_renewed', 'account/server/second-factor'],
  '/rest/user/secondFactor/remove': ['second_factor_removed', 'account/server/second-factor'],
  '/rest/desk/users/:userId/reset-second-factor': ['second_factor_reset', 'account/server/second-factor'],
  '/rest/user/sessions/end': ['sessions_ended', 'account/server/own-sessions'],
  '/rest/freeTrial': ['subscription_activated', 'activation/server/activation'],
  '/rest/gdpr-privacy-policy/update-consent': ['privacy_policy_answered', 'consent/server/consent'],
  '/rest/customer/update': ['organisation_changed', 'organisation/server/contacts'],
  '/rest/customer/pin': ['pin_refused', 'organisation/server/pin'],
  '/rest/customer/current/retrievePin': ['pin_renewed', 'organisation/server/pin'],
  '/rest/customer/current/changeEmailDomain': ['email_domain_changed', 'students/server/students'],
  '/rest/user/current/student/invite': ['student_invited', 'students/server/students'],
  '/rest/user/current/student/update': ['student_changed', 'students/server/students'],
  '/rest/invitation/accept': ['invitation_accepted', 'students/server/students'],
  '/rest/subscriptions/renew': ['subscription_renewal_in_cart', 'subscriptions/server/subscriptions'],
  '/rest/z3950settings': ['z3950_password_reset', 'z3950/server/z3950'],
}

/** Calls of the desk that leave no note, and why. */
const silent: Record<string, string> = {
  '/rest/desk/cataloguing/assign': 'who of the team does what; the request’s own timeline keeps it',
  '/rest/desk/cataloguing/seen': 'that a message was read; the request’s own timeline keeps it',
  '/rest/desk/cataloguing/read': 'changes nothing: it shows what a file holds',
}

const ofDesk = () => mounted.get(app.http)!.filter(({ who, changes }) => changes && /^(desk|administrator)$/.test(who))

test('every call by which the provider’s people change something is tried, or has a reason to leave no note', () => {
  const known = ofDesk().filter((each) => made.has(each) || each.path in triedIn || each.path in silent)
  expect(ofDesk().filter((each) => !known.includes(each))).toEqual([])
  expect(ofDesk().length).toBeGreaterThan(30)
  const paths = mounted.get(app.http)!.map(({ path }) => path)
  expect([...Object.keys(triedIn), ...Object.keys(silent)].filter((path) => !paths.includes(path))).toEqual([])
})

test.each(Object.entries(triedIn))('%s is noted, as its own test says', (_, [action, file]) => {
  const path = `features/${file}.test.ts`
  expect([path, existsSync(path)]).toEqual([path, true])
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`['"\`]${action}['"\`]`))
})

test('each call of the desk leaves a note with who did it, what, and from which address', async () => {
  for (const [{ path }, { action, call }] of made) {
    const notes = () =>
      app.db.selectFrom('auditEntry').where('action', '=', action).select(['userId', 'cameFrom', 'subject']).execute()
    const before = (await notes()).length
    await call()
    expect([path, (await notes()).slice(before)]).toEqual([
      path,
      [{ userId: 'demo-desk', cameFrom: '127.0.0.1', subject: expect.stringMatching(/\S/) }],
    ])
  }
}, 60_000)

test('a parcel that was checked in and taken back stands in the school’s own log', async () => {
  const notes = await app.db
    .selectFrom('auditEntry')
    .where('subject', '=', parcel.requestNumber)
    .select(['customerId', 'action', 'after'])
    .execute()
  expect(notes).toContainEqual({
    customerId: 'demo-hillview',
    action: 'check_in_undone',
    after: { items: [parcel.items[0]!.itemNumber] },
  })
})
