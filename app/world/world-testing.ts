import { hashSecret } from '#features/account/passwords/server/passwords.ts'
import { book } from '#features/downloads/server/testing.ts'
import { codeOf } from '#features/requests/rules.ts'
import { hashKey } from '#features/school/access-keys/server/access-keys.ts'
import { noCounts } from '#features/school/roster/server/plan-roster.ts'
import type { Role } from '#kit/roles.ts'
import { newWebhookSecret } from '#platform/webhooks/server/webhook-secret.ts'
import type { TestApp } from '../testing.ts'
import { cookieOf } from './cookies-testing.ts'
import {
  idOf,
  inDays,
  momentIn,
  numberOf,
  type Place,
  personId,
  put,
  sha256,
  type Values,
  wordsOf,
} from './fill-testing.ts'
import { readTables, type Table } from './tables-testing.ts'

/** No other text of the portal contains these words: wherever one appears, it is that school's data. */
export const schools = ['quokka', 'wombat'] as const
export type School = (typeof schools)[number]

/** Three who teach and work there, and three more, so that each role but the first two has two people. */
export const people = {
  librarian: 'primary-contact',
  admin: 'organisation-admin',
  assistant: 'staff',
  helper: 'staff',
  student: 'student',
  pupil: 'student',
} as const satisfies Record<string, Role>
export type Person = keyof typeof people

/** The organisation of the provider's people. */
export const officeName = 'office'
const provider = { desk: 'desk', colleague: 'desk', administrator: 'administrator' } as const
export type OfProvider = keyof typeof provider

export const password = 'Right-password-of-2026'
export const pin = '246810'
/** Invited people without a password yet. */
const invited = ['helper', 'student']
export const numberOfSchool = (school: string) => `${school}-no`.toUpperCase()
const folderItems = (place: Place) => [
  {
    ...{ bibId: '7001', itemTitle: wordsOf(place, 'title'), itemContributor: '', dateIssuedMarc: '' },
    ...{ isbn: [], issn: [], otherIdentifier: [] },
  },
]
export const invoiceNo = (place: Place) => `${personId(place)}-invoice-${place.n}`.toUpperCase()
export const records = ['7001', '7002', '7003']
export const purposes = [
  ...['change-password', 'confirm-email', 'stop-email', 'invite-student', 'invite-person'],
  ...['free-trial', 'complimentary', 'complimentary-student', 'privacy-consent'],
]
/** The token in the link of this place. */
export const tokenOf = (place: Place) => `token-of-${idOf('one_time_link', place)}`
export const keyOf = (school: string) => `access-key-of-${school}-`.padEnd(43, 'x')

export type World = Awaited<ReturnType<typeof openWorld>>

/** Fills every table with rows of two schools: three of each kind for each of their people. */
export async function openWorld(app: TestApp) {
  await app.catalogue.write(records.map((id) => book({ id, isbns: [] })))
  const hashes = { password: await hashSecret(password), pin: await hashSecret(pin) }
  const tables = await readTables(app)
  const owned = ownedTables(tables)
  for (const table of tables) {
    const rows = placesOf(table, owned).map((place): [Place, Values] => [
      place,
      { ...givenFor(app, hashes)[table.name]?.(place) },
    ])
    const keys = (await put(app, table, rows)).flatMap((row) => [row.file_key, row.thumbnail_key])
    for (const key of keys) if (typeof key === 'string') await app.files.put(key, Buffer.from(key))
  }
  const known = [...placesOf(tables.find(({ name }) => name === 'app_user')!, owned)]
  for (const place of known) await cookieOf(app, personId(place))
  return { app, tables }
}

const ofSchools = (times: number) =>
  schools.flatMap((school) =>
    Object.keys(people).flatMap((person) =>
      Array.from({ length: times }, (_, index): Place => ({ school, person, n: index + 1 })),
    ),
  )
const times: Record<string, number> = {
  // The first item is a draft: the others can still be answered.
  ...{ leaving_answer_item: 1 },
  ...{ one_time_link: purposes.length, cart: 4, cart_item: 4 },
  // Leaves room for another one.
  ...{ webhook: 1, webhook_delivery: 1 },
}
/** Shared by all schools. */
export const common = (n: number): Place => ({ school: 'common', person: 'thing', n })

function placesOf({ name }: Table, owned: Set<string>): Place[] {
  if (name === 'customer') return schools.map((school) => ({ school, person: 'librarian', n: 1 }))
  const office = Object.keys(provider).map((person): Place => ({ school: officeName, person, n: 1 }))
  if (name === 'app_user') return [...ofSchools(1), ...office]
  return owned.has(name) ? ofSchools(times[name] ?? 3) : [1, 2, 3].map(common)
}

/** Tables whose rows belong to a school or person, directly or through another row. */
export function ownedTables(tables: Table[]): Set<string> {
  const owned = new Set(['customer', 'app_user'])
  for (const { name, references } of tables) if (references.some(({ to }) => owned.has(to))) owned.add(name)
  return owned
}

const billTo = (place: Place) => ({
  ...{ customerNo: place.school, name: wordsOf(place, 'name'), type: '', streetAddress1: wordsOf(place, 'street') },
  ...{ streetAddress2: '', suburbCity: 'Perth', state: 'WA', country: 'Australia', postCode: '6000' },
  ...{ deliveryAddress: '', contacts: [] },
})
const sums = { currency: 'AUD', tax_basis_points: 1000, sub_total_cents: 1000, shipping_cents: 0, gst_cents: 100 }
const total = { ...sums, total_cents: 1100 }
const pick = <T>(n: number, ...of: T[]) => of[(n - 1) % of.length]!

const namesIn = (place: Place) => ({ firstName: wordsOf(place, 'name'), lastName: '', email: '' })

type Given = Record<string, (place: Place) => Values>

/** Values that a generator cannot know: formatted text, and the states that calls need. */
const givenFor = (app: TestApp, hashes: { password: string; pin: string }): Given => ({
  customer: ({ school }) => ({
    ...{ id: school, customer_no: numberOfSchool(school), name: `${school} school`, email_domain: `${school}.example` },
    ...{ api_user_id: `${school}-api`, pin_hash: hashes.pin, next_pin_hash: null },
    ...{ time_zone: 'Australia/Darwin', country: 'Australia', year_level: 'Primary', state: 'WA', type: '' },
  }),
  app_user: ({ school, person }) => ({
    ...{ id: personId({ school, person }), role: { ...people, ...provider }[person as Person] },
    ...{ customer_id: school === officeName ? null : school, username: `${person}@${school}.example` },
    ...{
      email: `${person}@${school}.example`,
      password_hash: invited.includes(person) ? null : hashes.password,
    },
  }),
  subscription: ({ n }) => ({
    ...{ type_name: 'SUBSCRIPTION', starts_on: inDays(-300), ends_on: inDays(pick(n, 20, 200, 300)), link_id: null },
    ...{ product_code: pick(n, 'SCISSAF', 'SCISDATA', 'SCISDATA'), order_id: null, due_for_renewal: n === 1 },
  }),
  access_key: ({ school, person, n }) => ({
    ...{ scopes: ['search', 'download', 'requests'], expires_on: null },
    ...(person === 'librarian' && n === 1 ? { key_hash: hashKey(keyOf(school)) } : {}),
  }),
  provisioned_person: () => ({ disabled_at: null }),
  access_key_use: ({ n }) => ({ month: `2026-0${n}`, calls: n }),
  webhook: ({ school, n }) => ({
    ...{ url: `https://hooks.${school}.example/${n}`, secret: app.secretKey.seal(newWebhookSecret(), 'webhook') },
    ...{ events: ['request.ready'], enabled: true, failing_since: null },
  }),
  webhook_delivery: ({ n }) => ({
    ...{ event: 'request.ready', payload: '{"type":"request.ready"}', next_attempt_at: null, delivered_at: null },
    ...{ given_up_at: n === 1 ? momentIn(-1) : null, created_at: momentIn(-2) },
  }),
  customer_settings: () => ({ settings: {} }),
  session: () => ({
    expires_at: momentIn(0.4),
    last_seen_at: momentIn(-0.01),
    method: 'password',
    second_factor: true,
    service_id: null,
  }),
  sign_in: () => ({ service_id: null }),
  sign_in_service: ({ school }) => ({
    ...{ kind: 'oidc', issuer: `https://id.${school}.example`, sign_on_url: '', certificates: [] },
  }),
  sign_in_secret: () => ({ secret: app.secretKey.seal('a client secret', 'sign-in-service') }),
  school_sign_in: () => ({ domain: null }),
  // Someone who is linked has accepted the invitation.
  sign_in_link: ({ school, person }) => ({
    user_id: personId({ school, person: invited.includes(person) ? 'assistant' : person }),
  }),
  pin_unlock: ({ n }) => ({ unlocked_until: momentIn(n) }),
  one_time_link: (place) => ({
    ...{ token_hash: sha256(tokenOf(place)), purpose: purposes[place.n - 1], created_at: momentIn(-place.n / 1000) },
    data: {
      ...{ email: `new.${place.person}@${place.school}.example`, words: wordsOf(place, 'data') },
      former: `${place.person}@${place.school}.example`,
    },
  }),
  invited_person: () => ({ invited_at: momentIn(-2), accepted_at: null }),
  roster_run: (place) => ({
    ...{ status: pick(place.n, 'PREVIEW', 'APPLIED', 'HELD'), counts: JSON.stringify(noCounts()), messages: '[]' },
    ...(place.n === 1
      ? {
          reading: JSON.stringify({ version: '1.1', mode: 'BULK', orgs: [], people: [], faults: [], roleEnds: [] }),
          plan: JSON.stringify({
            ...{ yielding: [], present: 0, staff: 0, elsewhere: 0 },
            entries: [{ kind: 'NEW', line: 2, sourcedId: wordsOf(place, 'id'), grade: '', ...namesIn(place) }],
          }),
        }
      : {}),
  }),
  second_factor: () => ({ secret: app.secretKey.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'totp'), last_step: 1 }),
  second_factor_draft: () => ({ secret: app.secretKey.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'totp') }),
  former_password: () => ({ password_hash: hashes.password }),
  pin_renewal: () => ({ renewed_at: momentIn(-10) }),
  known_record: ({ n }) => ({ record_id: records[n - 1], changed_at: momentIn(-1) }),
  passkey: () => ({ sign_count: 0, synced: false }),
  contact: ({ n }) => ({ type: pick(n, 'PRIMARY', 'LIBRARY', 'BILLING') }),
  download_request: ({ n }) => ({
    ...{ type: 'IDENTIFIERS', status: pick(n, 'READY', 'READY', 'PROCESSING'), content: 'DATA_ONLY' },
    ...{
      file_format: 'MARC_21',
      finished_at: n === 3 ? null : momentIn(-6),
      downloaded_at: n === 1 ? momentIn(-5) : null,
      identities: records,
      matched: records,
      asked: null,
      chosen: [],
    },
    ...{ choices: [{ identifier: '9780141365428', ids: records }] },
  }),
  request_print: () => ({ prints: [] }),
  downloaded_record: ({ n }) => ({ record_id: records[n - 1], downloaded_at: momentIn(-5) }),
  saved_folder: (place) => ({
    ...{ name_key: wordsOf(place, 'name'), item_count: 1 },
    items: folderItems(place),
  }),
  kept_folder: (place) => ({ items: folderItems(place) }),
  saved_search: () => ({
    query: '{"query":{"match_all":{}}}',
    address: 'q=x',
    mail: true,
    problem: '',
    new_records: 2,
  }),
  saved_search_seen: () => ({ ids: '[]', up_to: '' }),
  record_report: ({ n }) => ({ kind: 'RECORD_ERROR', bib_id: records[n - 1] }),
  collection: () => ({ record_ids: records }),
  settings_change: () => ({ before: {}, after: {} }),
  authority_release: () => ({ headings: { ALL: 1, SUBJECT: 1, NAME: 0, SERIES: 0 }, generation: 1 }),
  invoice: (place) => ({
    ...total,
    invoice_no: invoiceNo(place),
    // The third has no order.
    ...(place.n === 3 ? { order_id: null } : {}),
    ...{ status: 'PENDING', issued_on: inDays(-50), due_on: inDays(-20), bill_to: billTo(place) },
  }),
  invoice_reminder: () => ({ sent_at: momentIn(-3) }),
  invoice_line: ({ n }) => ({ position: n, product_code: 'SCISDATA', quantity: 1, unit_cents: 1000 }),
  depot: () => ({ withdrawn_at: null }),
  catalogue_request: (place) => ({
    ...{
      status: pick(place.n, 'DRAFT', 'REQUESTED', 'REQUESTED'),
      request_number: codeOf('CR', 2_000_000 + numberOf(place)),
    },
    ...(place.n === 1 ? { submitted_at: null, submitted_by_id: null } : { submitted_at: momentIn(-1) }),
  }),
  catalogue_item: (place) => ({
    ...{
      status: pick(place.n, 'DRAFT', 'REQUESTED', 'RECEIVED'),
      item_number: codeOf('CI', 2_000_000 + numberOf(place)),
    },
    ...{
      position: 0,
      resource_type: 'BOOK',
      physical_resource: place.n !== 1,
      assigned_to_id: null,
      answered_by_id: null,
    },
    ...{
      record_id: null,
      download_request_id: null,
      url: '',
      standard_number: '',
      work_key: '',
      publication_date: '2024',
    },
    ...(place.n === 1 ? {} : { submitted_at: momentIn(-1) }),
    ...(place.n === 3 ? { received_at: momentIn(-1) } : {}),
  }),
  catalogue_attachment: (place) => ({ filetype: 'image/png', filename: `${wordsOf(place, 'file')}.png`, filesize: 10 }),
  leaving_answer: () => ({ kind: 'DECLINED', given: { itemIds: [], reason: '' }, leaves_at: momentIn(0.004) }),
  answer_template: () => ({ kind: 'CATALOGUED', items: 'ALL' }),
  work_merge: () => ({ former: {} }),
  catalogue_event: ({ n }) => ({ kind: 'message', by_desk: n === 3 }),
  product: () => ({ category: 'Library supplies', term_months: null, type_name: '' }),
  product_price: (place) => ({
    product_code: `${place.school}-${place.person}-code-${place.n}`,
    currency: 'AUD',
    unit_cents: 100,
    ends_on: null,
  }),
  quote: (place) => ({ ...total, bill_to: billTo(place), valid_until: inDays(20) }),
  quote_line: ({ n }) => ({ position: n, product_code: 'SCISDATA', quantity: 1, unit_cents: 1000 }),
  cart: ({ n }) => ({ quote_id: null, closed_at: n === 4 ? null : momentIn(-1) }),
  cart_item: () => ({ product_code: 'SCISBARCODES', product_category: 'Library supplies', quantity: 1 }),
  shop_order: (place) => ({
    ...total,
    ...{ status: 'PLACED', bill_to: billTo(place), placed_at: momentIn(-1), quote_id: null },
  }),
  shop_order_line: ({ n }) => ({ position: n, product_code: 'SCISDATA', quantity: 1, unit_cents: 1000 }),
  payment_attempt: () => ({
    ...{ invoice_id: null, status: 'HELD', amount_cents: 1100, currency: 'AUD', hold_reason: 'AMOUNT' },
    ...{ resolved_by: null, resolution: '' },
  }),
  payment_event: () => ({ kind: 'HELD', way: 'return' }),
  receipt: ({ n }) => (n === 1 ? { kind: 'INVOICE_REQUESTED', attempt_id: null } : { kind: 'PAID' }),
  catalogue_load: () => ({ kind: 'records' }),
  site_message: () => ({ message_type: 'GLOBAL', icon: 'INFO', audience: 'STAFF' }),
})
