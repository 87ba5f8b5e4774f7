import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type DeskMessage, type MessageDraft, messageProblem } from '../contract.ts'
import { messageErrors } from '../rules.ts'

type Part = Pick<App, 'db' | 'clock'>

/** Every message, latest start first. */
export async function deskMessages({ db }: Pick<App, 'db'>): Promise<{ response: DeskMessage[] }> {
  return { response: await read(db) }
}

export const writeMessage = ({ db, clock }: Part, { userId }: Caller, draft: MessageDraft) =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const id = randomUUID()
    const { row, customerIds } = await check(tx, draft)
    await tx
      .insertInto('siteMessage')
      .values({ ...row, id, changedBy: userId, createdAt: now, updatedAt: now })
      .execute()
    await nameCustomers(tx, id, customerIds)
    const response = await one(tx, id)
    await audit(tx, { now, userId, action: 'message_written', before: undefined, after: response })
    return { response }
  })

export const changeMessage = (
  { db, clock }: Part,
  { userId }: Caller,
  { id, ...draft }: MessageDraft & { id: string },
) =>
  db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    const now = clock()
    const { row, customerIds } = await check(tx, draft)
    await tx
      .updateTable('siteMessage')
      .set({ ...row, changedBy: userId, updatedAt: now })
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('siteMessageCustomer').where('messageId', '=', id).execute()
    await nameCustomers(tx, id, customerIds)
    const response = await one(tx, id)
    await audit(tx, { now, userId, action: 'message_changed', before, after: response })
    return { response }
  })

export const endMessage = ({ db, clock }: Part, { userId }: Caller, id: string) =>
  db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    const now = clock()
    if (before.endDate !== null && new Date(before.endDate) <= now) return { response: before }
    // A planned message ends before it begins.
    const startsAt = new Date(before.startDate)
    await tx
      .updateTable('siteMessage')
      .set({ startsAt: startsAt > now ? now : startsAt, endsAt: now, changedBy: userId, updatedAt: now })
      .where('id', '=', id)
      .execute()
    const response = await one(tx, id)
    await audit(tx, { now, userId, action: 'message_ended', before, after: response })
    return { response }
  })

export const removeMessage = ({ db, clock }: Part, { userId }: Caller, id: string) =>
  db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    await tx.deleteFrom('siteMessage').where('id', '=', id).execute()
    await audit(tx, { now: clock(), userId, action: 'message_removed', before, after: undefined })
    return { response: { id } }
  })

/** Locks the message, so that concurrent changes run one by one. */
async function lock(tx: Db, id: string): Promise<DeskMessage> {
  const row = await tx.selectFrom('siteMessage').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw messageProblem('message_not_found')
  return one(tx, row.id)
}

const one = async (db: Db, id: string) => (await read(db, id))[0]!

async function read(db: Db, id?: string): Promise<DeskMessage[]> {
  let messages = db
    .selectFrom('siteMessage')
    .leftJoin('appUser', 'appUser.id', 'siteMessage.changedBy')
    .selectAll('siteMessage')
    .select(['firstName', 'lastName', 'username'])
    .orderBy('startsAt', 'desc')
    .orderBy('siteMessage.id')
  let customers = db
    .selectFrom('siteMessageCustomer')
    .innerJoin('customer', 'customer.id', 'siteMessageCustomer.customerId')
    .select(['messageId', 'customerNo', 'name'])
    .orderBy('customerNo')
  if (id !== undefined) {
    messages = messages.where('siteMessage.id', '=', id)
    customers = customers.where('messageId', '=', id)
  }
  const rows = await messages.execute()
  const named = Map.groupBy(await customers.execute(), ({ messageId }) => messageId)
  return rows.map((row) => ({
    id: row.id,
    messageType: row.messageType,
    messageDesc: row.messageDesc,
    content: row.content,
    icon: row.icon,
    audience: row.audience,
    startDate: row.startsAt.toISOString(),
    endDate: row.endsAt?.toISOString() ?? null,
    customers: (named.get(row.id) ?? []).map(({ customerNo, name }) => ({ customerNo, name })),
    changedDate: row.updatedAt.toISOString(),
    changedBy: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() || (row.username ?? ''),
  }))
}

/** The draft as stored; throws every fault, each on its field. */
async function check(db: Db, draft: MessageDraft) {
  const errors: Record<string, string[]> = {}
  for (const [field, sentence] of Object.entries(messageErrors(draft))) errors[field] = [sentence]
  const numbers = [...new Set(draft.customerNos.map((each) => each.trim()))]
  const found = await customersCalled(db, numbers)
  const unknown = numbers.filter((each) => !found.some(({ customerNo }) => customerNo === each))
  if (unknown.length > 0) errors.customerNos = unknown.map((each) => `No organisation has the number ${each}`)
  const sentences = Object.values(errors).flat()
  if (sentences.length > 0) throw messageProblem('message_incomplete', { messages: sentences, errors })
  const { messageType, icon, audience } = draft
  return {
    row: {
      messageType,
      icon,
      audience,
      messageDesc: messageType === 'BANNER' ? '' : draft.messageDesc.trim(),
      content: draft.content.replace(/\r\n?/g, '\n').trim(),
      startsAt: new Date(draft.startDate),
      endsAt: draft.endDate === null ? null : new Date(draft.endDate),
    },
    customerIds: found.map(({ id }) => id),
  }
}

async function customersCalled(db: Db, customerNos: string[]) {
  if (customerNos.length === 0) return []
  return db.selectFrom('customer').select(['id', 'customerNo']).where('customerNo', 'in', customerNos).execute()
}

async function nameCustomers(tx: Db, messageId: string, customerIds: string[]) {
  if (customerIds.length === 0) return
  const rows = customerIds.map((customerId) => ({ messageId, customerId }))
  await tx.insertInto('siteMessageCustomer').values(rows).execute()
}

type Noted = {
  now: Date
  userId: string
  action: string
  before: DeskMessage | undefined
  after: DeskMessage | undefined
}

async function audit(tx: Db, { now, userId, action, before, after }: Noted) {
  const { messageDesc, content } = (after ?? before)!
  const changes = difference(before ? facts(before) : {}, after ? facts(after) : {})
  if (before && after && !changes) return
  await recordAudit(tx, {
    now,
    customerId: null,
    userId,
    action,
    subject: messageDesc || content.slice(0, 80),
    before: after ? (changes?.before ?? {}) : facts(before!),
    after: changes?.after ?? {},
  })
}

/** The audited fields of a message. */
const facts = ({
  id: _,
  changedDate: __,
  changedBy: ___,
  customers,
  ...rest
}: DeskMessage): Record<string, unknown> => ({
  ...rest,
  customers: customers.map(({ customerNo }) => customerNo).join(', '),
})
