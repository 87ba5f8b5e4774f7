import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { isOpen } from '#features/requests/rules.ts'
import type { RequestTables } from '#features/requests/server/tables.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { minuteMs } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import type { Caller } from '#kit/server/caller.ts'
import { job } from '#kit/server/jobs.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { findItems } from '../../../check-in/server/hold-items.ts'
import type { cataloguingApi } from '../../contract.ts'
import { declineItems } from '../../server/answer-items.ts'
import { attachRecord, checkedRecord } from '../../server/attach.ts'
import { asAsker, nameOf, personName, requestedItems } from '../../server/requested-items.ts'
import { answerProblem, type answersApi } from '../contract.ts'
import { holdToAnswer } from './hold-to-answer.ts'

type Needs = Parameters<typeof attachRecord>[0] & Pick<App, 'log'>
type Desk = Pick<Caller, 'userId'>
type Attach = Input<typeof cataloguingApi.attachRecord>
type Decline = Input<typeof cataloguingApi.declineItems>
type Row = Selectable<RequestTables['leavingAnswer']>

/** Attaches a record now, or after the minutes in which it can be undone. */
export async function answerWithRecord(
  app: Needs,
  caller: Desk,
  { undoMinutes, ...given }: Attach,
): Promise<Reply<typeof cataloguingApi.attachRecord>> {
  if (undoMinutes === 0) return attachRecord(app, caller, given)
  const { document } = await checkedRecord(app, given)
  const title = document.title.titlePrimary
  const left = await leaveAnswer(app, caller, { kind: 'CATALOGUED', given, title, undoMinutes })
  return { response: { ...left, recordId: document.id } }
}

/** Declines now, or after the minutes in which it can be undone. */
export async function answerWithReason(
  app: Needs,
  caller: Desk,
  { undoMinutes, ...given }: Decline,
): Promise<Reply<typeof cataloguingApi.declineItems>> {
  if (undoMinutes === 0) return declineItems(app, caller, given)
  return { response: await leaveAnswer(app, caller, { kind: 'DECLINED', given, title: '', undoMinutes }) }
}

type New = { kind: Row['kind']; given: { itemIds: string[] }; title: string; undoMinutes: number }

/** The answer and its job exist together; a restart in between loses nothing. */
async function leaveAnswer({ db, clock, queue }: Needs, { userId }: Desk, { kind, given, title, undoMinutes }: New) {
  const createdAt = clock()
  const leavesAt = new Date(createdAt.getTime() + undoMinutes * minuteMs)
  const answerId = randomUUID()
  return db.transaction().execute(async (tx) => {
    const items = await holdToAnswer(tx, given.itemIds)
    await tx
      .insertInto('leavingAnswer')
      .values({ id: answerId, userId, kind, given: JSON.stringify(given), title, createdAt, leavesAt })
      .execute()
    await tx
      .insertInto('leavingAnswerItem')
      .values(items.map(({ id: itemId }) => ({ itemId, answerId })))
      .execute()
    await queue.enqueue(sendAnswer, { answerId }, { tx, afterMs: undoMinutes * minuteMs })
    const leavesDate = leavesAt.toISOString()
    return { answerId, leavesDate, items: items.map((item) => asAsker({ ...item, leavesAt })) }
  })
}

export async function leavingAnswers({ db }: Pick<App, 'db'>): Promise<Reply<typeof answersApi.leavingAnswers>> {
  const answers = await db
    .selectFrom('leavingAnswer as answer')
    .innerJoin('appUser', 'appUser.id', 'answer.userId')
    .select(['answer.id', 'answer.kind', 'answer.title', 'answer.leavesAt', 'firstName', 'lastName', 'username'])
    .orderBy('answer.leavesAt')
    .orderBy('answer.id')
    .execute()
  const items = await requestedItems(db).where('leaving.answerId', 'is not', null).execute()
  const itemsOf = Map.groupBy(items, ({ answerId }) => answerId)
  return {
    response: answers.flatMap(({ id, kind, title, leavesAt, ...person }) => {
      const theirs = itemsOf.get(id)
      if (!theirs) return []
      const by = personName(person.firstName, person.lastName, person.username)
      const others = Map.groupBy(theirs, ({ work }) => work).size - 1
      const first = nameOf(theirs.find((item) => item.title !== '') ?? theirs[0]!)
      const name = others > 0 ? `${first} and ${others} more` : first
      return [{ id, kind, title, by, name, leavesDate: leavesAt.toISOString(), items: theirs.map(asAsker) }]
    }),
  }
}

/** Nothing was changed for the school, so forgetting the answer restores everything. */
export const undoAnswer = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Desk,
  { answerId }: Input<typeof answersApi.undoAnswer>,
): Promise<Reply<typeof answersApi.undoAnswer>> =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const itemIds = await itemsOfAnswer(tx, answerId)
    const undone = await tx
      .deleteFrom('leavingAnswer')
      .where('id', '=', answerId)
      .where('leavesAt', '>', now)
      .returning('given')
      .executeTakeFirst()
    if (!undone) throw answerProblem('answer_leaving')
    const items = await findItems(tx, itemIds)
    const subject = items.map(({ itemNumber }) => itemNumber).join(', ')
    await recordAudit(tx, { action: 'answer_undone', subject, now, customerId: null, userId })
    const { reason = '', note = '' } = undone.given as Partial<Decline & Attach>
    return { response: { items: items.map(asAsker), reason, note } }
  })

export async function sendAnswerNow(
  app: Needs,
  { answerId }: Input<typeof answersApi.sendAnswerNow>,
): Promise<Reply<typeof answersApi.sendAnswerNow>> {
  const itemIds = await itemsOfAnswer(app.db, answerId)
  // From here on it can no longer be undone.
  const taken = await app.db
    .updateTable('leavingAnswer')
    .set({ leavesAt: app.clock() })
    .where('id', '=', answerId)
    .where('leavesAt', '>', app.clock())
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw answerProblem('answer_leaving')
  await giveAnswer(app, answerId)
  const items = (await findItems(app.db, itemIds)).map(asAsker)
  if (items.some(({ status }) => isOpen(status))) throw answerProblem('answer_not_sent')
  if (items.every(({ status }) => status === 'WITHDRAWN')) throw answerProblem('answer_withdrawn')
  return { response: { items } }
}

const itemsOfAnswer = async (db: Db, answerId: string): Promise<string[]> => {
  const rows = await db.selectFrom('leavingAnswerItem').select('itemId').where('answerId', '=', answerId).execute()
  if (rows.length === 0) throw answerProblem('answer_left')
  return rows.map(({ itemId }) => itemId)
}

/** Answers, once it is time. */
export const sendAnswer = job({
  name: 'cataloguing.send-answer',
  data: z.object({ answerId: z.string() }),
  expireSeconds: 5 * 60,
  retries: 10,
  run: (app: Needs, { answerId }) => giveAnswer(app, answerId),
  failed: (app: Needs, { answerId }) =>
    returnToQueue(app, answerId, ['Sending failed several times. Please answer again.']),
})

async function giveAnswer(app: Needs, answerId: string): Promise<void> {
  const leaving = await app.db.selectFrom('leavingAnswer').selectAll().where('id', '=', answerId).executeTakeFirst()
  // Undone, or sent already.
  if (!leaving) return
  const earlyMs = leaving.leavesAt.getTime() - app.clock().getTime()
  if (earlyMs > 0) return app.queue.enqueue(sendAnswer, { answerId }, { afterMs: earlyMs })
  // A school may have withdrawn an item meanwhile.
  const itemIds = (await openItemsOf(app.db, answerId)).map(({ id }) => id)
  try {
    if (itemIds.length === 0) await app.db.deleteFrom('leavingAnswer').where('id', '=', answerId).execute()
    else if (leaving.kind === 'DECLINED')
      await declineItems(app, leaving, { ...(leaving.given as Decline), itemIds }, leaving)
    else await attachRecord(app, leaving, { ...(leaving.given as Attach), itemIds }, leaving)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    // Another run answered, someone undid it, or a school withdrew an item: the next try leaves out what that changed.
    if (error.code === 'answered_meanwhile') return giveAnswer(app, answerId)
    app.log.warn({ answerId, code: error.code }, 'an answer could not be sent; its items wait again')
    await returnToQueue(app, answerId, error.messages)
  }
}

const openItemsOf = async (db: Db, answerId: string) => {
  const items = await requestedItems(db).where('leaving.answerId', '=', answerId).execute()
  return items.filter(({ status }) => isOpen(status))
}

/** Returns the items of an answer that can't be sent to the queue, with a note of the reason on each work. */
const returnToQueue = ({ db, clock }: Pick<App, 'db' | 'clock'>, answerId: string, why: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const works = Map.groupBy(await openItemsOf(tx, answerId), ({ work }) => work)
    const gone = await tx.deleteFrom('leavingAnswer').where('id', '=', answerId).returning('userId').executeTakeFirst()
    // Another run has answered or returned them.
    if (!gone || works.size === 0) return
    const note = {
      userId: gone.userId,
      body: ['This answer was not sent, so the item is back in the queue.', ...why].join(' '),
      createdAt: clock(),
    }
    await tx
      .insertInto('colleagueNote')
      .values([...works.values()].map(([item]) => ({ ...note, id: randomUUID(), itemId: item!.id })))
      .execute()
  })
