import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { deskSchoolApi, organisationApi, type SentContact } from '../contract.ts'

const { updateCustomer, enterPin } = organisationApi
const hillview = 'demo-hillview'
let app: TestApp
let before: Awaited<ReturnType<typeof rows>>

beforeAll(async () => {
  app = await testApp({ work: false })
  await app.as('admin')(accountApi.currentUser, {})
  before = await rows()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('auditEntry').execute()
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('contact').where('customerId', '=', hillview).execute()
  await app.db.insertInto('contact').values(before).execute()
  await unlock('hillview', 'assistant')
})

const rows = () => app.db.selectFrom('contact').selectAll().where('customerId', '=', hillview).orderBy('id').execute()
const unlock = async (...who: Person[]) => {
  for (const person of who) await app.as(person)(enterPin, { pin: '246810', customerId: hillview })
}
const customer = async (person: Person = 'assistant') => (await app.as(person)(accountApi.currentCustomer, {})).customer
const contacts = async () => (await customer()).contacts!
const save = (list: SentContact[], person: Person = 'assistant', version?: number) =>
  app.as(person)(updateCustomer, {
    contacts: list,
    ...(version === undefined ? {} : { contactsVersion: version }),
  })
const office = { firstName: 'Front', lastName: 'Desk', email: 'front@hillview.example' } as SentContact

test('staff add, change and remove contacts after the PIN, and the audit log says who did', async () => {
  const [primary, billing] = await contacts()
  const added = await save([primary!, billing!, office])
  expect(added.customer.contacts).toHaveLength(3)
  expect(added.customer.contacts).toContainEqual({
    ...office,
    id: expect.any(String),
    primaryContact: false,
    invoicingContact: false,
    libraryContact: true,
    marketingMaterial: false,
    type: 'LIBRARY',
  })
  const desk = added.customer.contacts!.find(({ email }) => email === office.email)!
  await save([primary!, billing!, { ...desk, invoicingContact: true, firstName: '  Front\n ' }])
  await save([primary!, { ...desk, invoicingContact: true }])
  expect((await contacts()).map(({ email }) => email)).toEqual(['librarian@hillview.example', office.email])

  const { response } = await app.as('assistant')(auditApi.customerAudit, {})
  expect(
    response.map(({ action, subject, changedBy, before, after }) => [action, subject, changedBy, before, after]),
  ).toEqual([
    [
      'contact_removed',
      'Hillview Office',
      'Hillview Assistant',
      expect.objectContaining({ email: 'office@hillview.example' }),
      {},
    ],
    ['contact_changed', 'Front Desk', 'Hillview Assistant', { invoicingContact: false }, { invoicingContact: true }],
    ['contact_added', 'Front Desk', 'Hillview Assistant', {}, expect.objectContaining({ email: office.email })],
  ])
})

test.each([
  [{ libraryContact: true, invoicingContact: false }, 'LIBRARY'],
  [{ libraryContact: false, invoicingContact: true }, 'BILLING'],
  [{ libraryContact: true, invoicingContact: true }, 'LIBRARY'],
  [{ libraryContact: false, invoicingContact: false }, 'LIBRARY'],
] as const)('a contact with the roles %o is of type %s, whatever is sent', async (roles, type) => {
  const { customer: after } = await save([...(await contacts()), { ...office, ...roles, type: 'PRIMARY' }])
  expect(after.contacts!.find(({ email }) => email === office.email)!.type).toBe(type)
})

test('there is always an invoicing contact, and one primary contact', async () => {
  const [primary, billing] = await contacts()
  await expect(save([primary!])).rejects.toMatchObject({
    status: 400,
    messages: ['There should be atleast one invoicing contact'],
  })
  await expect(save([])).rejects.toMatchObject({ code: 'invoicing_contact_missing' })
  await expect(save([billing!])).rejects.toMatchObject({ code: 'primary_contact_missing' })
  await expect(save([primary!, billing!, { ...office, primaryContact: true }])).rejects.toMatchObject({
    code: 'primary_contact_missing',
  })
  expect(await rows()).toEqual(before)
})

test('invalid names and addresses are refused, and nothing changes', async () => {
  const own = await contacts()
  const bad = ['', 'x', 'a@b', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 'x'.repeat(300)]
  for (const email of bad)
    await expect(save([...own, { ...office, email }])).rejects.toMatchObject({
      code: 'contact_invalid',
      errors: { 'contacts.2.email': ['Please enter a single email address.'] },
    })
  await expect(save([...own, { ...office, firstName: ' ', lastName: '\u0007' }])).rejects.toMatchObject({
    errors: { 'contacts.2.firstName': ['Please enter a name.'] },
  })
  await expect(save([...own, { ...office, customerId: 'demo-riverside' } as never])).rejects.toMatchObject({
    status: 400,
  })
  expect(await rows()).toEqual(before)
})

test('without the PIN nothing changes, no matter what is sent', async () => {
  const own = await contacts()
  await app.as('assistant')(organisationApi.lockAgain, {})
  const refused = { code: 'pin_required', status: 403 }
  await expect(save([...own, office])).rejects.toMatchObject(refused)
  await expect(app.as('assistant')(updateCustomer, { organisation: { name: 'x' } })).rejects.toMatchObject(refused)
  await expect(app.as('assistant')(updateCustomer, { nonsense: 1 } as never)).rejects.toMatchObject(refused)
  // The PIN unlocks one session, not the school.
  await expect(save([...own, office], 'admin')).rejects.toMatchObject(refused)
  await expect(app.as('student')(updateCustomer, {})).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
  await expect(app.as('desk')(updateCustomer, {})).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
  expect(await rows()).toEqual(before)
})

test('another school’s contact is reported as absent', async () => {
  const foreign = { ...office, id: 'demo-riverside-contact-1' }
  await expect(save([...(await contacts()), foreign])).rejects.toMatchObject({ code: 'contact_not_found', status: 404 })
  const theirs = await app.db.selectFrom('contact').selectAll().where('id', '=', foreign.id).executeTakeFirstOrThrow()
  expect(theirs).toMatchObject({ customerId: 'demo-riverside', email: 'librarian@riverside.example' })
})

test('of two simultaneous saves one wins, and no changes are lost', async () => {
  const { contacts: own, contactsVersion } = await customer()
  const tries = await Promise.allSettled(
    ['a', 'b'].map((firstName, index) =>
      save([...own!, { ...office, firstName }], index ? 'hillview' : 'assistant', contactsVersion),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find((each) => each.status === 'rejected')).toMatchObject({
    reason: { code: 'contacts_changed', status: 409 },
  })
  expect(await contacts()).toHaveLength(3)
})

test('the primary contact is emailed other people’s changes, at an old address too, but not their own', async () => {
  const mails = async () => {
    const found = await app.db
      .selectFrom('outgoingMail')
      .select(['recipient', 'bodyText'])
      .orderBy('recipient')
      .execute()
    await app.db.deleteFrom('outgoingMail').execute()
    return found
  }
  const [primary, billing] = await contacts()
  await save([primary!, billing!, office])
  const [first, ...more] = await mails()
  expect([first!.recipient, more]).toEqual(['librarian@hillview.example', []])
  expect(first!.bodyText).toContain('Hillview Assistant (assistant@hillview.example) made these changes')
  expect(first!.bodyText).toContain('Added: Front Desk, front@hillview.example')

  await save([primary!, billing!], 'hillview')
  expect(await mails()).toEqual([])

  // The PIN goes to the account's address, which may differ from the contact's.
  const listed = app.db.updateTable('contact').set({ email: 'listed@hillview.example' })
  await listed.where('id', '=', primary!.id!).execute()
  await save([
    { ...primary!, email: 'listed@hillview.example' },
    { ...billing!, lastName: 'Accounts' },
  ])
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([
    'librarian@hillview.example',
    'listed@hillview.example',
  ])
})

test('staff cannot change the primary contact’s address; the primary contact changes it in their profile', async () => {
  const [primary, billing] = await contacts()
  const moved = [{ ...primary!, email: 'assistant@hillview.example' }, billing!]
  for (const person of ['assistant', 'admin'] as const) {
    await unlock(person)
    await expect(save(moved, person)).rejects.toMatchObject({ code: 'primary_contact_only', status: 403 })
    const replaced = [{ ...office, primaryContact: true }, billing!]
    await expect(save(replaced, person)).rejects.toMatchObject({ code: 'primary_contact_only', status: 403 })
  }
  await expect(save(moved, 'hillview')).rejects.toMatchObject({ code: 'primary_address_elsewhere', status: 403 })
  expect(await rows()).toEqual(before)
  await save([{ ...primary!, firstName: 'Hilary' }, billing!])
  expect((await contacts())[0]).toMatchObject({ firstName: 'Hilary', email: 'librarian@hillview.example' })
})

test('the desk corrects contacts without the PIN, the primary one included, and both addresses are notified', async () => {
  const { deskContacts, changeContacts } = deskSchoolApi
  const desk = app.as('desk')
  const { contacts: found, contactsVersion } = await desk(deskContacts, { customerId: hillview })
  const [primary, billing] = found
  const changed = await desk(changeContacts, {
    customerId: hillview,
    contactsVersion,
    contacts: [{ ...primary!, email: 'head@hillview.example' }, billing!],
  })
  expect(changed.contacts[0]).toMatchObject({ email: 'head@hillview.example' })
  const recipients = await app.db.selectFrom('outgoingMail').select('recipient').orderBy('recipient').execute()
  expect(recipients.map(({ recipient }) => recipient)).toEqual(['head@hillview.example', 'librarian@hillview.example'])
  await expect(
    desk(changeContacts, { customerId: hillview, contactsVersion, contacts: [primary!, billing!] }),
  ).rejects.toMatchObject({ code: 'contacts_changed', status: 409 })
  await expect(desk(deskContacts, { customerId: 'nobody' })).rejects.toMatchObject({ status: 404 })
})

test('when the desk replaces the primary contact, the rights move to the new one', async () => {
  const { deskContacts, changeContacts } = deskSchoolApi
  const desk = app.as('desk')
  const { contacts: found, contactsVersion } = await desk(deskContacts, { customerId: hillview })
  const next = { ...office, email: 'assistant@hillview.example', primaryContact: true }
  await desk(changeContacts, {
    customerId: hillview,
    contactsVersion,
    contacts: [...found.map((each) => ({ ...each, primaryContact: false })), next],
  })
  const roleOf = async (id: string) =>
    (await app.db.selectFrom('appUser').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
  expect(await roleOf('demo-hillview-assistant')).toBe('primary-contact')
  expect(await roleOf('demo-hillview-librarian')).toBe('organisation-admin')
  const back = (id: string, role: 'staff' | 'primary-contact') =>
    app.db.updateTable('appUser').set({ role }).where('id', '=', id).execute()
  await back('demo-hillview-librarian', 'primary-contact')
  await back('demo-hillview-assistant', 'staff')
})

test('only the primary contact hands over the role; a new one with an account gets the rights', async () => {
  const [primary, billing] = await contacts()
  const handed = [
    { ...primary!, primaryContact: false },
    billing!,
    { ...office, email: 'Assistant@hillview.example', primaryContact: true },
  ]
  await expect(save(handed)).rejects.toMatchObject({ code: 'primary_contact_only', status: 403 })
  expect(await rows()).toEqual(before)

  await save(handed, 'hillview')
  const rolesOf = async (person: Person) => (await app.as(person)(accountApi.currentUser, {})).user.roles
  expect(await rolesOf('assistant')).toContain('primary-contact')
  expect(await rolesOf('hillview')).not.toContain('primary-contact')
  const back = async (id: string, role: 'staff' | 'primary-contact') =>
    app.db.updateTable('appUser').set({ role }).where('id', '=', id).execute()
  await back('demo-hillview-librarian', 'primary-contact')
  await back('demo-hillview-assistant', 'staff')
})

test('only the primary contact changes details; what is not sent stays', async () => {
  const address = { streetAddress1: ' 7 Hill  Road', state: 'TAS', deliveryAddress: ' Gate 2\r\n9 Mill  Lane\n' }
  const organisation = { ...address, type: 'Catholic school' as const }
  await expect(app.as('assistant')(updateCustomer, { organisation })).rejects.toMatchObject({
    code: 'primary_contact_only',
    status: 403,
  })
  expect((await customer()).organisation).toMatchObject({ state: 'VIC', type: 'Government school' })

  const { customer: after } = await app.as('hillview')(updateCustomer, { organisation })
  expect(after.organisation).toEqual({
    name: 'Hillview Primary School',
    streetAddress1: '7 Hill Road',
    streetAddress2: '',
    suburbCity: 'Hillview',
    state: 'TAS',
    country: 'Australia',
    postCode: '3999',
    deliveryAddress: 'Gate 2\n9 Mill  Lane',
    type: 'Catholic school',
    yearLevel: 'Primary',
  })
  for (const wrong of [
    { name: ' ' },
    { type: 'Gymnasium' },
    { yearLevel: 'Seven' },
    { customerNo: '1' },
    { state: 'x'.repeat(101) },
    { country: 'Narnia' },
    { country: 'AU' },
    { country: 'Fiji', postCode: '?' },
    { state: 'ON' },
    { postCode: '39999' },
    // The postcode that it has is none of the new country.
    { country: 'Singapore', state: '' },
  ])
    await expect(app.as('hillview')(updateCustomer, { organisation: wrong as never })).rejects.toMatchObject({
      status: 400,
    })
  expect((await customer()).organisation).toEqual(after.organisation)
  const { response } = await app.as('assistant')(auditApi.customerAudit, {})
  expect(response).toMatchObject([
    { action: 'organisation_changed', before: { state: 'VIC' }, after: { state: 'TAS' } },
  ])
})

test('when one part is refused, neither is saved', async () => {
  const attempt = app.as('hillview')(updateCustomer, { organisation: { state: 'WA' }, contacts: [] })
  await expect(attempt).rejects.toMatchObject({ code: 'invoicing_contact_missing' })
  expect((await customer()).organisation!.state).not.toBe('WA')
})

test('a student sees neither contacts nor details', async () => {
  const seen = await customer('student')
  expect([seen.contacts, seen.contactsVersion, seen.organisation]).toEqual([undefined, undefined, undefined])
})
