import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { roles, type Who } from '#kit/roles.ts'
import { mounted } from '#kit/server/serve.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

/** The lists of api.md, "Who may call". A call in none of them is for school staff. */
const forVisitors = [
  'GET /rest/user/login',
  'GET /rest/user/login/callback',
  'GET /rest/user/login/callback/:service',
  'POST /rest/user/logout',
  'POST /rest/user/language',
  'POST /rest/requestForgotPassword',
  'GET /rest/user/changePassword/:guid',
  'POST /rest/user/changePassword',
  'GET /rest/user/changeEmail/:guid',
  'POST /rest/user/changeEmail',
  'GET /rest/catalogue/search',
  'POST /rest/catalogue/search',
  'GET /rest/catalogue/suggest',
  'GET /rest/catalogue/spelling',
  'GET /rest/catalogue/readings',
  'GET /rest/discover/recent/fiction',
  'GET /rest/discover/recent/non-fiction',
  'GET /rest/discover/recent/series',
  'GET /rest/search',
  'GET /rest/heading/search',
  'POST /rest/heading/search',
  'GET /public/data/countries.json',
  'GET /covers/:imageFileName',
  'GET /rest/librarything/search',
  'GET /rest/syndetics/search',
  'GET /rest/humanCheck',
  'POST /rest/contact',
  'GET /rest/status',
  'GET /rest/sitemessages/active',
  'GET /rest/sitemessages/banner/isActive',
  'GET /rest/invitation/:id',
  'POST /rest/invitation/accept',
  'GET /rest/activation',
  'POST /rest/freeTrial',
  'POST /rest/complimentary',
  'POST /rest/complimentary/student',
  'GET /rest/payment/return',
  'POST /rest/payment/return',
  'GET /rest/payment/callback',
  'POST /rest/payment/callback',
  'GET /rest/payment/cancelled',
  'GET /rest/gdpr-privacy-policy',
  'GET /rest/gdpr-privacy-policy/validate-uuid/:uuid',
  'POST /rest/gdpr-privacy-policy/update-consent',
  'POST /rest/payment/orderDetails',
  'POST /rest/payment/amount',
  'POST /rest/payment/invoice/securePay',
  'GET /rest/receipt/:id',
  'GET /rest/receipt/:id/pdf',
  'GET /rest/shop/products',
  'GET /rest/shop/price',
  'GET /record/:id',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/:file',
  'GET /opensearch.xml',
  'GET /opensearch/suggestions',
  'GET /feeds/new.atom',
  'GET /feeds/collections/:file',
  'GET /feeds/searches/:file',
]

const calls = () =>
  mounted.get(app.http)!.flatMap((endpoint) => endpoint.methods.map((method) => ({ method, endpoint })))
const nameOf = ({ method, endpoint }: { method: string; endpoint: Endpoint }) => `${method} ${endpoint.path}`
const send = (person: Parameters<TestApp['raw']>[0], { method, endpoint }: { method: string; endpoint: Endpoint }) =>
  app.raw(person, {
    method: method as 'GET',
    url: endpoint.path.replace(/:\w+/g, 'x'),
    ...(method === 'GET' ? {} : { payload: '{ not json', headers: { 'content-type': 'application/json' } }),
  })

test('every call that is not for visitors answers them 403 without data, whatever they send', async () => {
  expect(calls().length).toBeGreaterThan(5)
  for (const call of calls().filter(({ endpoint }) => endpoint.who !== 'visitor')) {
    const reply = await send(null, call)
    expect([call.endpoint.path, reply.statusCode, reply.json()]).toEqual([
      call.endpoint.path,
      403,
      { responseCode: 403, code: 'sign_in_required', messages: ['Please sign in.'] },
    ])
  }
})

test('somebody disabled while signed in reaches nothing of a school', async () => {
  const setDisabledAt = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('id', '=', 'demo-hillview-assistant').execute()
  await setDisabledAt(new Date())
  for (const call of calls()) {
    const { who, path } = call.endpoint
    if (who === 'visitor' || who === 'student') continue
    const reply = await send('assistant', call)
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'not_allowed'])
  }
  await setDisabledAt(null)
})

/** For everybody who is signed in. */
const forStudents = [
  'GET /rest/user/current',
  'GET /rest/customer/current',
  'GET /rest/user/profile',
  'POST /rest/user/update/personal',
  'POST /rest/user/update/personal/withdrawEmail',
  'POST /rest/user/requestChangePassword',
  'GET /rest/user/changePasswordRedirect/:userId',
  'GET /rest/user/sessions',
  'POST /rest/user/sessions/end',
  'POST /rest/user/sessions/endOthers',
  'POST /rest/user/logout/everywhere',
  'GET /rest/user/passkeys',
  'POST /rest/user/passkeys/begin',
  'POST /rest/user/passkeys',
  'POST /rest/user/passkeys/rename',
  'POST /rest/user/passkeys/remove',
  'GET /rest/user/proof',
  'POST /rest/user/proof/begin',
  'POST /rest/user/proof',
  'GET /rest/user/secondFactor',
  'POST /rest/user/secondFactor/begin',
  'POST /rest/user/secondFactor',
  'POST /rest/user/secondFactor/recoveryCodes',
  'POST /rest/user/secondFactor/remove',
  'GET /rest/catalogue/advanced/criteria',
  'GET /rest/catalogue/record',
  'GET /rest/catalogue/shelf',
  'POST /rest/catalogue/record',
  'GET /rest/standard/',
  'GET /rest/catalogue/search/citations',
  'POST /rest/catalogue/search/citations',
]
const forOrganisationAdmins = [
  'POST /rest/user/current/student',
  'POST /rest/customer/current/changeEmailDomain',
  'POST /rest/customer/current/language',
  'POST /rest/customer/current/timeZone',
  'POST /rest/user/current/student/invite',
  'POST /rest/user/current/student/update',
  'POST /rest/user/current/student/inviteAgain',
  'POST /rest/user/current/student/remove',
  'GET /rest/user/current/student/roster',
  'POST /rest/user/current/student/roster/preview',
  'POST /rest/user/current/student/roster/school',
  'POST /rest/user/current/student/roster/entries',
  'POST /rest/user/current/student/roster/apply',
  'POST /rest/user/current/student/roster/discard',
  'GET /rest/user/current/staff',
  'POST /rest/user/current/staff/invite',
  'POST /rest/user/current/staff/inviteAgain',
  'POST /rest/user/current/staff/remove',
]
const forPrimaryContacts = [
  'POST /rest/user/current/staff/role',
  'GET /rest/customer/current/accessKeys',
  'POST /rest/customer/current/accessKeys',
  'POST /rest/customer/current/accessKeys/change',
  'POST /rest/customer/current/accessKeys/renew',
  'POST /rest/customer/current/accessKeys/withdraw',
  'GET /rest/customer/current/signIn',
  'POST /rest/customer/current/signIn',
  'POST /rest/customer/current/signIn/unlink',
  'GET /rest/customer/current/webhooks',
  'POST /rest/customer/current/webhooks',
  'POST /rest/customer/current/webhooks/change',
  'POST /rest/customer/current/webhooks/renew',
  'POST /rest/customer/current/webhooks/remove',
  'POST /rest/customer/current/webhooks/ping',
  'GET /rest/customer/current/webhooks/deliveries',
  'POST /rest/customer/current/webhooks/deliveries/again',
]
const forDesk = /^[A-Z]+ \/rest\/desk\//
const forAdministrators = /^POST \/rest\/desk\/signInServices/

/** Duplicated on purpose, to catch slips in the role table. */
const includes: Record<Who, Who[]> = {
  visitor: ['visitor'],
  student: ['visitor', 'student'],
  staff: ['visitor', 'student', 'staff'],
  'organisation-admin': ['visitor', 'student', 'staff', 'organisation-admin'],
  'primary-contact': ['visitor', 'student', 'staff', 'organisation-admin', 'primary-contact'],
  desk: ['visitor', 'student', 'desk'],
  administrator: ['visitor', 'student', 'desk', 'administrator'],
}

const personOf: Record<Who, Person | null> = {
  visitor: null,
  student: 'student',
  staff: 'assistant',
  'organisation-admin': 'admin',
  'primary-contact': 'hillview',
  desk: 'desk',
  administrator: 'administrator',
}

function rowOf(name: string): Who {
  if (forVisitors.includes(name)) return 'visitor'
  if (forStudents.includes(name)) return 'student'
  if (forOrganisationAdmins.includes(name)) return 'organisation-admin'
  if (forPrimaryContacts.includes(name)) return 'primary-contact'
  if (forAdministrators.test(name)) return 'administrator'
  return forDesk.test(name) ? 'desk' : 'staff'
}

test('every listed call exists', () => {
  const there = calls().map(nameOf)
  const named = [forVisitors, forStudents, forOrganisationAdmins, forPrimaryContacts].flat()
  expect(named.filter((name) => !there.includes(name))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test.each(roles)(
  '%s may make the calls of their row in the table, and no others',
  async (role) => {
    for (const call of calls()) {
      const name = nameOf(call)
      const reply = await send(personOf[role], call)
      const code = reply.headers['content-type']?.includes('json') ? reply.json().code : undefined
      const turnedAway = reply.statusCode === 403 && ['sign_in_required', 'not_allowed'].includes(code)
      expect([name, role, turnedAway]).toEqual([name, role, !includes[role].includes(rowOf(name))])
    }
  },
  120_000,
)
