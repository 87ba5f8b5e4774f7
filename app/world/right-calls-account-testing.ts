import { openAuthenticator } from '#features/account/passkeys/server/passkey-testing.ts'
import { codeFor } from '#features/account/second-factor/server/second-factor-testing.ts'
import type { ActivationKind } from '#features/school/activation/rules.ts'
import { issueActivation } from '#features/school/activation/server/activation.ts'
import { storePreview } from '#features/school/roster/server/roster.ts'
import {
  csvOf,
  manifestOf,
  student as rosterStudent,
  sent as sentRoster,
} from '#features/school/roster/server/roster-testing.ts'
import type { TestApp } from '../testing.ts'
import { cookieOf } from './cookies-testing.ts'
import { home, id, place, type RightCalls } from './right-call-testing.ts'
import { password, pin, purposes, tokenOf } from './world-testing.ts'

const assistant = { user_id: `${home}-assistant` }
const librarian = { user_id: `${home}-librarian` }
const linkFor = (purpose: string) => tokenOf(place(purposes.indexOf(purpose) + 1))
const accessKey = { id: id('access_key') }
const webhook = { id: id('webhook') }
const hook = { url: 'https://hooks.example/', events: ['request.ready'] }
const self = { id: `${home}-assistant` }

/** A preview that adds a student to each of these schools of the file. */
const rosterPreview = async (app: TestApp, orgs: string[]) => {
  const users = csvOf(orgs.map((org, n) => rosterStudent(`new-${n}`, { orgSourcedIds: org })))
  const files = { 'users.csv': users, 'manifest.csv': manifestOf('delta') }
  const sent = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
  return (await storePreview(app, { customerId: home, userId: `${home}-admin` }, sent)).id
}

const applicationOf = (kind: ActivationKind) => async (app: TestApp) => {
  const applicant = { organisation: `Applicant ${kind}`, firstName: 'A', lastName: 'B', email: `${kind}@new.example` }
  return { id: (await issueActivation(app, { kind, whom: { applicant } })).token }
}

export const accountCalls: RightCalls = {
  'POST /rest/user/logout': { by: 'assistant', note: 'signed_out' },
  'POST /rest/user/language': { by: 'assistant', input: { language: 'mi' }, also: { app_user: self } },
  'POST /rest/customer/current/language': {
    ...{ by: 'admin', input: { language: 'en-NZ' }, also: { customer: { id: home } }, note: 'language_changed' },
  },
  'POST /rest/customer/current/timeZone': {
    ...{
      by: 'admin',
      input: { timeZone: 'Australia/Perth' },
      also: { customer: { id: home } },
      note: 'time_zone_changed',
    },
  },
  'POST /rest/user/sessions/end': { by: 'assistant', input: { id: id('session') }, note: 'sessions_ended' },
  'POST /rest/user/sessions/endOthers': { by: 'assistant', also: { session: assistant }, note: 'sessions_ended' },
  'POST /rest/user/logout/everywhere': { by: 'assistant', also: { session: assistant }, note: 'sessions_ended' },
  'POST /rest/user/proof/begin': { by: 'assistant' },
  'POST /rest/user/proof': { by: 'assistant', input: { password } },
  'POST /rest/user/passkeys/begin': { by: 'assistant' },
  'POST /rest/user/passkeys': {
    by: 'assistant',
    input: async (app) => {
      const headers = await cookieOf(app, `${home}-assistant`)
      const begun = await app.raw(null, { method: 'POST', url: '/rest/user/passkeys/begin', headers })
      return { name: 'Mine', credential: openAuthenticator(app.env.publicUrl).make(begun.json().options) }
    },
    note: 'passkey_added',
  },
  'POST /rest/user/passkeys/rename': {
    ...{ by: 'assistant', input: { id: id('passkey'), name: 'Phone' }, note: 'passkey_renamed' },
  },
  'POST /rest/user/passkeys/remove': { by: 'assistant', input: { id: id('passkey') }, note: 'passkey_removed' },
  'POST /rest/user/secondFactor/begin': { by: 'assistant', also: { second_factor_draft: assistant } },
  'POST /rest/user/secondFactor': {
    by: 'assistant',
    input: () => ({ code: codeFor('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP') }),
    also: { second_factor: assistant, second_factor_draft: assistant, recovery_code: assistant },
    note: 'second_factor_set_up',
  },
  'POST /rest/user/secondFactor/recoveryCodes': {
    ...{ by: 'assistant', also: { recovery_code: assistant }, note: 'recovery_codes_renewed' },
  },
  'POST /rest/user/secondFactor/remove': {
    by: 'assistant',
    also: { second_factor: assistant, recovery_code: assistant },
    note: 'second_factor_removed',
  },
  'POST /rest/user/update/personal': {
    by: 'assistant',
    input: { email: `assistant@${home}.example`, firstName: 'Anna', lastName: 'Other' },
    also: { app_user: self },
    note: 'person_renamed',
  },
  'POST /rest/user/hints/end': { by: 'assistant', also: { app_user: self } },
  'POST /rest/user/update/personal/withdrawEmail': { by: 'assistant', also: { one_time_link: assistant } },
  'POST /rest/user/changeEmail': {
    by: null,
    input: { guid: linkFor('confirm-email') },
    also: { app_user: self, one_time_link: assistant },
    note: 'email_changed',
  },
  'POST /rest/user/requestChangePassword': { by: 'assistant', also: { one_time_link: assistant } },
  'POST /rest/user/changePassword': {
    by: null,
    input: { password: 'Another-password-of-2027', guid: linkFor('change-password') },
    also: { app_user: self, one_time_link: assistant, session: assistant, former_password: assistant },
    note: 'password_changed',
  },
  'POST /rest/requestForgotPassword': {
    by: null,
    // A job mails the link.
    input: { username: `assistant@${home}.example` },
  },
  'GET /rest/user/changePasswordRedirect/:userId': {
    ...{ by: 'assistant', input: { userId: `${home}-assistant` }, also: { one_time_link: assistant } },
  },
  'POST /rest/freeTrial': { by: null, input: applicationOf('free-trial'), note: 'subscription_activated' },
  'POST /rest/complimentary': { by: null, input: applicationOf('complimentary'), note: 'subscription_activated' },
  'POST /rest/complimentary/student': {
    ...{ by: null, input: applicationOf('complimentary-student'), note: 'subscription_activated' },
  },
  'POST /rest/gdpr-privacy-policy/update-consent': {
    by: null,
    input: { uuid: linkFor('privacy-consent'), hasConsented: true, hasAccepted: true },
    also: { app_user: self },
    note: 'privacy_policy_answered',
  },
  'POST /rest/invitation/accept': {
    by: null,
    input: { id: linkFor('invite-person'), password: 'Another-password-of-2027' },
    also: { app_user: self, invited_person: assistant, one_time_link: assistant },
    note: 'invitation_accepted',
  },
  'POST /rest/customer/current/changeEmailDomain': {
    by: 'admin',
    input: { domain: 'other.example' },
    also: { customer: { id: home } },
    note: 'email_domain_changed',
  },
  'POST /rest/user/current/student/invite': {
    by: 'admin',
    input: { students: [{ firstName: 'New', lastName: 'Student', email: `new@${home}.example` }] },
    note: 'student_invited',
  },
  'POST /rest/user/current/student/update': {
    by: 'admin',
    input: { id: `${home}-student`, firstName: 'New', lastName: 'Name', gender: 'F' },
    also: { invited_person: { user_id: `${home}-student` } },
    note: 'student_changed',
  },
  'POST /rest/user/current/student/inviteAgain': {
    by: 'admin',
    input: { ids: [`${home}-student`] },
    also: { invited_person: { user_id: `${home}-student` }, one_time_link: { user_id: `${home}-student` } },
  },
  'POST /rest/user/current/student/remove': {
    by: 'admin',
    input: { ids: [`${home}-student`] },
    also: {
      ...{ session: { user_id: `${home}-student` }, one_time_link: { user_id: `${home}-student` } },
      invited_person: { user_id: `${home}-student` },
    },
    note: 'student_removed',
  },
  'POST /rest/user/current/student/roster/preview': {
    by: 'admin',
    input: { files: [sentRoster('users.csv', csvOf([rosterStudent('new')]))] },
    also: { roster_run: { customer_id: home } },
  },
  'POST /rest/user/current/student/roster/school': {
    by: 'admin',
    input: async (app) => ({ id: await rosterPreview(app, ['school-1', 'school-2']), org: 'school-2' }),
    also: { roster_setting: { customer_id: home } },
  },
  'POST /rest/user/current/student/roster/apply': {
    by: 'admin',
    // Its job changes the people, and leaves the entry.
    input: async (app) => ({ id: await rosterPreview(app, ['']), invite: true }),
  },
  'POST /rest/user/current/student/roster/discard': {
    ...{ by: 'admin', input: async (app) => ({ id: await rosterPreview(app, ['']) }) },
  },
  'POST /rest/user/current/staff/invite': {
    by: 'admin',
    input: { firstName: 'New', lastName: 'Colleague', email: `colleague@${home}.example` },
    note: 'colleague_invited',
  },
  'POST /rest/user/current/staff/inviteAgain': {
    by: 'admin',
    input: { id: `${home}-helper` },
    also: { invited_person: { user_id: `${home}-helper` }, one_time_link: { user_id: `${home}-helper` } },
  },
  'POST /rest/user/current/staff/role': {
    ...{ by: 'librarian', input: { id: `${home}-helper`, organisationAdmin: true }, note: 'role_changed' },
  },
  'POST /rest/user/current/staff/remove': {
    by: 'admin',
    input: { id: `${home}-helper` },
    also: {
      ...{ session: { user_id: `${home}-helper` }, one_time_link: { user_id: `${home}-helper` } },
      invited_person: { user_id: `${home}-helper` },
    },
    note: 'colleague_removed',
  },
  'POST /rest/customer/current/accessKeys': {
    ...{ by: 'librarian', input: { name: 'New key', scopes: ['search'] }, note: 'access_key_made' },
  },
  'POST /rest/customer/current/accessKeys/change': {
    by: 'librarian',
    input: { ...accessKey, name: 'Changed key', scopes: ['search'] },
    note: 'access_key_changed',
  },
  'POST /rest/customer/current/accessKeys/renew': {
    ...{ by: 'librarian', input: accessKey, note: 'access_key_renewed' },
  },
  'POST /rest/customer/current/accessKeys/withdraw': {
    ...{ by: 'librarian', input: accessKey, note: 'access_key_withdrawn' },
  },
  'POST /rest/customer/current/webhooks': { by: 'librarian', input: hook, note: 'webhook_made' },
  'POST /rest/customer/current/webhooks/change': {
    ...{ by: 'librarian', input: { ...webhook, ...hook, enabled: true }, note: 'webhook_changed' },
  },
  'POST /rest/customer/current/webhooks/renew': { by: 'librarian', input: webhook, note: 'webhook_renewed' },
  'POST /rest/customer/current/webhooks/remove': {
    ...{ by: 'librarian', input: webhook, note: 'webhook_removed' },
    also: { webhook_delivery: { webhook_id: webhook.id } },
  },
  'POST /rest/customer/current/webhooks/ping': { by: 'librarian', input: webhook },
  'POST /rest/customer/current/webhooks/deliveries/again': {
    ...{ by: 'librarian', input: { deliveryId: id('webhook_delivery') }, note: 'webhook_sent_again' },
  },
  'POST /rest/customer/current/signIn': {
    by: 'librarian',
    input: { serviceId: null, joining: 'nobody', passwords: true },
    also: { school_sign_in: { customer_id: home } },
    note: 'school_sign_in_changed',
  },
  'POST /rest/customer/current/signIn/unlink': {
    ...{ by: 'librarian', input: {}, note: 'sign_in_unlinked' },
    also: { sign_in_link: { user_id: `${home}-librarian` } },
  },
  'POST /rest/customer/pin': { by: 'assistant', input: { pin, customerId: home } },
  'POST /rest/customer/current/pin/lock': {
    by: 'assistant',
    input: async (app) => {
      const headers = await cookieOf(app, `${home}-assistant`)
      const payload = { pin, customerId: home }
      await app.raw(null, { method: 'POST', url: '/rest/customer/pin', headers, payload })
      return {}
    },
  },
  'POST /rest/customer/current/retrievePin': {
    by: 'assistant',
    also: { customer: { id: home } },
    note: 'pin_renewed',
  },
  'POST /rest/customer/update': {
    by: 'librarian',
    input: async (app) => {
      const headers = await cookieOf(app, librarian.user_id)
      const payload = { pin, customerId: home }
      await app.raw(null, { method: 'POST', url: '/rest/customer/pin', headers, payload })
      return { organisation: { suburbCity: 'Albany' } }
    },
    also: { customer: { id: home } },
    note: 'organisation_changed',
  },
}
