import type { ExpressionBuilder } from 'kysely'
import type { App, Database } from '#app/app.ts'
import { may } from '#kit/roles.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Audience, SiteMessage } from '../contract.ts'
import { isReminder } from '../rules.ts'

type Part = Pick<App, 'db' | 'clock'>

/** The caller's current messages, newest first. Reminders are for staff, who can read what they are about. */
export async function activeMessages(app: Part, caller: Caller | null): Promise<{ msgData: SiteMessage[] }> {
  const rows = await messagesFor(app, caller).where('messageType', '!=', 'BANNER').execute()
  const isStaff = audiencesWith(caller).includes('STAFF')
  return {
    msgData: rows.flatMap(({ messageType, ...row }) =>
      messageType === 'BANNER' || (isReminder(messageType) && !isStaff) ? [] : [{ messageType, ...row }],
    ),
  }
}

/** Joins several banners as paragraphs, newest first. */
export async function banner(
  app: Part,
  caller: Caller | null,
): Promise<{ response: { active: boolean; content: string } }> {
  const rows = await messagesFor(app, caller).where('messageType', '=', 'BANNER').execute()
  return { response: { active: rows.length > 0, content: rows.map(({ content }) => content).join('\n') } }
}

function messagesFor({ db, clock }: Part, caller: Caller | null) {
  const now = clock()
  return db
    .selectFrom('siteMessage')
    .select(['siteMessage.id', 'messageType', 'messageDesc', 'content', 'icon'])
    .where('startsAt', '<=', now)
    .where((row) => row.or([row('endsAt', 'is', null), row('endsAt', '>', now)]))
    .where('audience', 'in', audiencesWith(caller))
    .where((row) => isFor(row, caller?.customerId ?? null))
    .orderBy('startsAt', 'desc')
    .orderBy('siteMessage.id')
}

type Row = ExpressionBuilder<Database, 'siteMessage'>

/** A message that names customers is for them alone. */
function isFor(row: Row, customerId: string | null) {
  const named = (only: boolean) =>
    row.exists((inner) => {
      const customers = inner
        .selectFrom('siteMessageCustomer')
        .select('messageId')
        .whereRef('messageId', '=', 'siteMessage.id')
      return only ? customers.where('customerId', '=', customerId!) : customers
    })
  return customerId === null ? row.not(named(false)) : row.or([row.not(named(false)), named(true)])
}

/** The audiences that someone belongs to. A disabled person gets what visitors get. */
function audiencesWith(caller: Caller | null): Audience[] {
  if (!caller || caller.disabled) return ['EVERYBODY']
  const audiences: Audience[] = ['EVERYBODY', 'SIGNED_IN']
  if (may(caller.role, 'staff')) audiences.push('STAFF')
  if (may(caller.role, 'primary-contact')) audiences.push('PRIMARY_CONTACTS')
  return audiences
}
