import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { dayMs, writtenDay } from '#kit/day.ts'
import { secondsUntilFree } from '#kit/server/seconds-until.ts'
import { issueLink } from '#platform/links/server/links.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import { studentProblem } from '../contract.ts'
import { invitationDays, invitedADay } from '../rules.ts'

/** `userId` is null and `invitedBy` empty if the school's nightly file invites. */
export type Inviter = { customerId: string; userId: string | null; organisation: string; invitedBy: string }
export type InvitedRole = 'student' | 'staff' | 'organisation-admin'
type Part = Pick<App, 'env' | 'queue' | 'clock'>

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + invitationDays * dayMs)

const purposeOf = (role: InvitedRole) => (role === 'student' ? 'invite-student' : 'invite-person')

export async function inviterOf(
  tx: Db,
  { customerId, userId }: { customerId: string; userId: string | null },
): Promise<Inviter> {
  const { name, firstName, lastName } = await tx
    .selectFrom('customer')
    .leftJoin('appUser', (join) => join.onRef('appUser.customerId', '=', 'customer.id').on('appUser.id', '=', userId))
    .where('customer.id', '=', customerId)
    .select(['name', 'firstName', 'lastName'])
    .executeTakeFirstOrThrow()
  return { customerId, userId, organisation: name, invitedBy: `${firstName ?? ''} ${lastName ?? ''}`.trim() }
}

/** Daily limit for mails to strangers. The customer's row lock serialises concurrent calls. */
export async function enforceDailyLimit(tx: Db, customerId: string, more: number, now: Date): Promise<void> {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const links = await tx
    .selectFrom('oneTimeLink')
    .where('purpose', 'in', ['invite-student', 'invite-person'])
    .where('createdAt', '>', new Date(now.getTime() - dayMs))
    .where('customerId', '=', customerId)
    .select('createdAt')
    .execute()
  if (links.length + more <= invitedADay) return
  const times = links.map(({ createdAt }) => createdAt)
  const waitSeconds = secondsUntilFree({ times, most: invitedADay, withinMs: dayMs, more }, now)
  throw studentProblem('invitation_limit', { waitSeconds })
}

/** Mails each of these people a link that replaces former ones, and restarts their time to accept. */
export async function inviteEach(
  app: Part,
  tx: Db,
  inviter: Inviter,
  people: { id: string; firstName: string; email: string; role: InvitedRole }[],
): Promise<void> {
  const now = app.clock()
  for (const person of people) {
    await tx
      .updateTable('oneTimeLink')
      .set({ withdrawnAt: now })
      .where('purpose', '=', purposeOf(person.role))
      .where('userId', '=', person.id)
      .where('usedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .execute()
    await tx
      .updateTable('invitedPerson')
      .set({ invitedAt: now, expiresAt: expiryFrom(now), invitedBy: inviter.userId })
      .where('userId', '=', person.id)
      .execute()
    await mailInvitation(app, tx, inviter, person)
  }
}

/** Queues the mail with a one-time link in the caller's transaction: it is sent only if that commits. */
export async function mailInvitation(
  app: Part,
  tx: Db,
  inviter: Inviter,
  to: { id: string; firstName: string; email: string; role: InvitedRole },
): Promise<void> {
  const { customerId, userId, organisation, invitedBy } = inviter
  const { token } = await issueLink(
    { db: tx, clock: app.clock },
    { purpose: purposeOf(to.role), seconds: invitationDays * 86_400, customerId, userId: to.id, createdBy: userId },
  )
  const { providerName, publicUrl } = app.env
  const lastDay = await schoolDay({ db: tx, clock: app.clock }, customerId, expiryFrom(app.clock()))
  const mail = composeMail({
    subject: `${organisation} invites you to ${providerName} Data`,
    heading: to.firstName ? `Hello ${to.firstName}` : 'Hello',
    intro: [
      `${invitedBy ? `${invitedBy} at ${organisation}` : organisation} has created an account for you at ${providerName} Data, ${whatFor[to.role === 'student' ? 'student' : 'staff']}.`,
      `Your username is ${to.email}. Open the link to choose a password. It works once, until ${writtenDay(lastDay)}.`,
    ],
    link: { label: 'Accept invitation', href: `${publicUrl}/invitation?id=${token}` },
    footnote: `If you don’t know ${organisation}, you can ignore this email. No one can use the account without a password.`,
    providerName,
  })
  await enqueueMail({ db: tx, queue: app.queue, clock: app.clock }, { ...mail, to: to.email, secret: true }, tx)
}

const whatFor = {
  student: 'where you can search the school library catalogue',
  staff: 'where the school library finds and downloads catalogue records',
}
