import type { App, Db } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { checkLink, issueLink, type Link, takeLink, withdrawLinks } from '#platform/links/server/links.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { endSessionsOf } from '../../sign-in/server/sessions.ts'
import { profileProblem } from '../contract.ts'
import { changedMail, confirmMail, noticeMail, stoppedMail } from './email-mails.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
type Step = { step: 'confirm' | 'stop'; email: string }

const confirmHours = 24
/** How long the former address may undo the change, even after it was confirmed. */
const stopHours = 72

/** Takes effect once the new address confirms; the old one is notified and can stop it. */
export async function askToConfirmEmail(app: Needs, tx: Db, caller: Caller, email: string): Promise<void> {
  const { env, clock } = app
  const { userId, customerId } = caller
  const person = await personOf(tx, userId)
  if (caller.role === 'student') await enforceSchoolDomain(tx, customerId, email)
  await withdrawConfirmLinks(tx, userId, clock())
  const data = { email, former: person.email }
  const issue = (purpose: 'confirm-email' | 'stop-email', hours: number) =>
    issueLink({ db: tx, clock }, { purpose, seconds: hours * 3600, userId, customerId, data, createdBy: userId })
  const [confirm, stop] = [await issue('confirm-email', confirmHours), await issue('stop-email', stopHours)]
  const change = { ...data, username: person.username, hours: confirmHours }
  await enqueueMail(app, { to: email, byUserId: userId, secret: true, ...confirmMail(env, change, confirm.token) }, tx)
  await enqueueMail(app, { to: person.email, secret: true, ...noticeMail(env, change, stop.token) }, tx)
  const noted = { now: clock(), customerId, userId, action: 'email_change_asked', subject: person.name }
  await recordAudit(tx, { ...noted, before: { email: person.email }, after: { email } })
}

/** The person withdraws the change before it is confirmed. */
export const withdrawEmail = ({ db, clock }: Needs, { userId }: Caller): Promise<void> =>
  db.transaction().execute((tx) => withdrawConfirmLinks(tx, userId, clock()))

/** Links sent to the former address stay valid: an intruder must not be able to revoke them. */
export const withdrawConfirmLinks = (tx: Db, userId: string, now: Date): Promise<void> =>
  withdrawLinks(tx, { purpose: 'confirm-email', userId, now })

/** The step that an emailed link would take. */
export async function checkEmailLink(app: Pick<App, 'db' | 'clock'>, guid: string): Promise<Step> {
  const confirm = await checkLink(app, 'confirm-email', guid)
  if (!('dead' in confirm)) return { step: 'confirm', email: addressesOf(confirm).email }
  const stop = await checkLink(app, 'stop-email', guid)
  if (!('dead' in stop)) return { step: 'stop', email: addressesOf(stop).email }
  throw deadLink(confirm.dead === 'unknown' ? stop.dead : confirm.dead)
}

/** Confirms or stops the change, once per link. */
export async function takeEmailLink(app: Needs, guid: string): Promise<Step> {
  const { step } = await checkEmailLink(app, guid)
  return app.db.transaction().execute(async (tx) => {
    const purpose = step === 'confirm' ? 'confirm-email' : 'stop-email'
    const link = await takeLink(tx, { purpose, token: guid, now: app.clock() })
    if ('dead' in link) throw deadLink(link.dead)
    // Locked before the person, in the order that saving the contacts uses: no deadlock.
    if (link.customerId !== null)
      await tx.selectFrom('customer').select('id').where('id', '=', link.customerId).forUpdate().execute()
    await (step === 'confirm' ? confirmEmail(app, tx, link) : stopEmail(app, tx, link))
    return { step, email: addressesOf(link).email }
  })
}

async function confirmEmail(app: Needs, tx: Db, link: Link) {
  const { env, clock } = app
  const { userId, customerId, email, former } = addressesOf(link)
  const person = await personOf(tx, userId)
  // Disabled, or the address has changed since: the link no longer describes what would happen.
  if (person.disabledAt || person.email !== former) throw deadLink('unknown')
  await withdrawMailed(tx, userId, clock())
  await changeTo(tx, {
    userId,
    customerId,
    name: person.name,
    action: 'email_changed',
    from: former,
    to: email,
    now: clock(),
  })
  const data = { email, former }
  const stop = await issueLink(
    { db: tx, clock },
    { purpose: 'stop-email', seconds: stopHours * 3600, userId, customerId, data, createdBy: userId },
  )
  const changed = { ...data, username: person.username }
  await enqueueMail(app, { to: email, ...changedMail(env, changed) }, tx)
  await enqueueMail(app, { to: former, secret: true, ...changedMail(env, changed, stop.token) }, tx)
}

/**
 * The stopper did not ask for the change, so an intruder did: end every session, restore the former address whatever it
 * is now, and revoke the links sent to later addresses.
 */
async function stopEmail(app: Needs, tx: Db, link: Link) {
  const now = app.clock()
  const { userId, customerId, email, former } = addressesOf(link)
  const person = await personOf(tx, userId)
  await withdrawMailed(tx, userId, now)
  await withdrawLinks(tx, { purpose: 'stop-email', userId, now, since: link.createdAt })
  await endSessionsOf(tx, userId)
  const stopped = { userId, customerId, name: person.name, action: 'email_change_stopped', now }
  if (person.email !== former) await changeTo(tx, { ...stopped, from: person.email, to: former })
  else await recordAudit(tx, { ...stopped, subject: person.name, before: { email }, after: { email: person.email } })
  await enqueueMail(app, { to: former, ...stoppedMail(app.env, { email, former, username: person.username }) }, tx)
}

type Change = {
  userId: string
  customerId: string | null
  name: string
  action: string
  from: string
  to: string
  now: Date
}

/** Revokes the links emailed to the other address. */
async function withdrawMailed(tx: Db, userId: string, now: Date) {
  for (const purpose of ['confirm-email', 'change-password'] as const) await withdrawLinks(tx, { purpose, userId, now })
}

async function changeTo(tx: Db, { userId, customerId, name, action, from, to, now }: Change) {
  await tx.updateTable('appUser').set({ email: to }).where('id', '=', userId).execute()
  const change = { now, customerId, userId, before: { email: from }, after: { email: to } }
  await recordAudit(tx, { ...change, action, subject: name })
  const changed = await changeContacts(tx, { userId, from, to })
  for (const subject of changed) await recordAudit(tx, { ...change, action: 'contact_changed', subject })
}

/** Moves the school's contact to the new address too, unless someone else also uses the old one. */
async function changeContacts(tx: Db, { userId, from, to }: { userId: string; from: string; to: string }) {
  const { customerId, role } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['customerId', 'role'])
    .executeTakeFirstOrThrow()
  if (customerId === null || role === 'student') return []
  const others = await tx
    .selectFrom('appUser')
    .where('customerId', '=', customerId)
    .where('role', '!=', 'student')
    .where((row) => row(row.fn<string>('lower', ['email']), '=', from.toLowerCase()))
    .select('id')
    .execute()
  if (others.length > 0 && role !== 'primary-contact') return []
  const changed = await tx
    .updateTable('contact')
    .set({ email: to })
    .where('customerId', '=', customerId)
    .where((row) => row(row.fn<string>('lower', ['email']), '=', from.toLowerCase()))
    .$if(others.length > 0, (query) => query.where('primaryContact', '=', true))
    .returning(['firstName', 'lastName'])
    .execute()
  if (changed.length > 0)
    await tx
      .updateTable('customer')
      .set((row) => ({ contactsVersion: row('contactsVersion', '+', 1) }))
      .where('id', '=', customerId)
      .execute()
  return changed.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
}

/** A student's address must stay one of the school's. */
async function enforceSchoolDomain(tx: Db, customerId: string | null, email: string) {
  if (customerId === null) return
  const { emailDomain } = await tx
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('emailDomain')
    .executeTakeFirstOrThrow()
  if (emailDomain === '' || email.toLowerCase().endsWith(`@${emailDomain.toLowerCase()}`)) return
  const sentence = `Please enter your school email address: it ends with @${emailDomain}.`
  throw profileProblem('personal_invalid', { messages: [sentence], errors: { email: [sentence] } })
}

async function personOf(tx: Db, userId: string) {
  const person = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['username', 'email', 'firstName', 'lastName', 'disabledAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...person, name: `${person.firstName} ${person.lastName}`.trim() || person.username }
}

const addressesOf = ({ userId, customerId, data }: Link) => ({
  userId: userId!,
  customerId,
  email: String(data.email),
  former: String(data.former),
})

const reasons = {
  unknown: 'You may have requested a newer link, or cancelled the change.',
  used: 'It has already been used. Each link works once.',
  expired: 'It has expired. Please enter the address in your profile again.',
}
const deadLink = (why: keyof typeof reasons) => profileProblem('email_link_dead', { messages: [reasons[why]] })
