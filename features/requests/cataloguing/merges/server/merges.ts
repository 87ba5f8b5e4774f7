import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { RequestTables } from '#features/requests/server/tables.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { minuteMs } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { mostAnswered, undoMinutes } from '../../rules.ts'
import { nameOf, personName, type RequestedItem, requestedItems } from '../../server/requested-items.ts'
import { itemsOfWork, lockOpenItemsOf } from '../../server/work.ts'
import { type Merge, mergeProblem, mergeRefusals, type mergesApi } from '../contract.ts'

type Part = Pick<App, 'db' | 'clock'>
type Desk = Pick<Caller, 'userId'>
type Row = Selectable<RequestTables['workMerge']>

export async function mergesOf(
  { db, clock }: Part,
  { itemId }: Input<typeof mergesApi.merges>,
): Promise<Reply<typeof mergesApi.merges>> {
  // A later merge of this work must be undone first.
  const undoable = db
    .selectFrom('workMerge')
    .selectAll()
    .where('intoKey', 'not in', db.selectFrom('mergedWork').select('key'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
  const rows = await (itemId === undefined
    ? undoable.where('createdAt', '>', new Date(clock().getTime() - undoMinutes * minuteMs))
    : undoable.where('intoKey', '=', (await itemsOfWork({ db }, itemId))[0]!.work)
  ).execute()
  return { response: await asMerges(db, rows) }
}

/** The first that can be merged keeps its key, and the others join it. What schools asked for stays as it is. */
export const mergeWorks = (
  { db, clock }: Part,
  { userId }: Desk,
  { itemIds }: Input<typeof mergesApi.mergeWorks>,
): Promise<Reply<typeof mergesApi.mergeWorks>> =>
  db.transaction().execute(async (tx) => {
    await lockMerges(tx)
    const { works, refused } = await worksToMerge(tx, itemIds)
    const [first, ...others] = works
    if (!first || others.length === 0) {
      const alone = works.map(({ itemId }) => ({ itemId, reason: mergeRefusals.alone }))
      return { response: { merge: null, refused: [...alone, ...refused] } }
    }
    const row = {
      id: randomUUID(),
      userId,
      intoKey: first.key,
      itemIds: works.map(({ open }) => open[0]!.id),
      createdAt: clock(),
    }
    const former = await moveInto(
      tx,
      first.key,
      others.map(({ key }) => key),
    )
    await tx
      .insertInto('workMerge')
      .values({ ...row, former: JSON.stringify(former) })
      .execute()
    const items = works.flatMap(({ open }) => open)
    await recordMerge(tx, { action: 'items_merged', now: clock(), userId }, items)
    return { response: { merge: (await asMerges(tx, [{ ...row, former }]))[0]!, refused } }
  })

export const undoMerge = (
  { db, clock }: Part,
  { userId }: Desk,
  { mergeId }: Input<typeof mergesApi.undoMerge>,
): Promise<Reply<typeof mergesApi.undoMerge>> =>
  db.transaction().execute(async (tx) => {
    await lockMerges(tx)
    const row = await tx.selectFrom('workMerge').selectAll().where('id', '=', mergeId).executeTakeFirst()
    if (!row) throw mergeProblem('merge_gone')
    const again = await tx.selectFrom('mergedWork').select('key').where('key', '=', row.intoKey).executeTakeFirst()
    if (again) throw mergeProblem('merged_again')
    for (const [key, intoKey] of Object.entries(row.former))
      if (intoKey === key) await tx.deleteFrom('mergedWork').where('key', '=', key).execute()
      else await tx.updateTable('mergedWork').set({ intoKey }).where('key', '=', key).execute()
    await tx.deleteFrom('workMerge').where('id', '=', mergeId).execute()
    const items = await requestedItems(tx).where('item.id', 'in', row.itemIds).execute()
    await recordMerge(tx, { action: 'merge_undone', now: clock(), userId }, items)
    return { response: (await asMerges(tx, [row]))[0]! }
  })

/** Merges run one after the other; readers don't wait. */
const lockMerges = (tx: Db) => sql`lock table merged_work in share row exclusive mode`.execute(tx)

type ToMerge = { itemId: string; key: string; open: RequestedItem[] }

/** Each work once, and the given items that can't be merged. */
async function worksToMerge(tx: Db, itemIds: string[]) {
  const ids = [...new Set(itemIds)]
  const given = await requestedItems(tx).where('item.id', 'in', ids).execute()
  const workOf = new Map(given.map(({ id, work }) => [id, work]))
  const openOf = Map.groupBy(await lockOpenItemsOf(tx, [...new Set(workOf.values())]), ({ work }) => work)
  const works: ToMerge[] = []
  const refused: { itemId: string; reason: string }[] = []
  let holder: string | null = null
  let count = 0
  for (const itemId of ids) {
    const key = workOf.get(itemId)
    const open = (key !== undefined && openOf.get(key)) || []
    const holders = new Set(open.flatMap(({ assignedToId }) => assignedToId ?? []))
    const reason =
      key === undefined
        ? mergeRefusals.notFound
        : open.length === 0
          ? mergeRefusals.answered
          : works.some((each) => each.key === key)
            ? mergeRefusals.merged
            : holder !== null && [...holders].some((each) => each !== holder)
              ? mergeRefusals.assigned
              : works.length > 0 && count + open.length > mostAnswered
                ? mergeRefusals.tooMany
                : undefined
    if (reason) refused.push({ itemId, reason })
    else {
      works.push({ itemId, key: key!, open })
      holder ??= [...holders][0] ?? null
      count += open.length
    }
  }
  return { works, refused }
}

/** Moves works, and those that had joined them, and returns where each belonged. */
async function moveInto(tx: Db, intoKey: string, keys: string[]): Promise<Record<string, string>> {
  const joined = await tx.selectFrom('mergedWork').selectAll().where('intoKey', 'in', keys).execute()
  await tx.updateTable('mergedWork').set({ intoKey }).where('intoKey', 'in', keys).execute()
  await tx
    .insertInto('mergedWork')
    .values(keys.map((key) => ({ key, intoKey })))
    .execute()
  return Object.fromEntries([...joined.map((row) => [row.key, row.intoKey]), ...keys.map((key) => [key, key])])
}

const recordMerge = (tx: Db, entry: { action: string; now: Date; userId: string }, items: RequestedItem[]) =>
  recordAudit(tx, { ...entry, subject: items.map(({ itemNumber }) => itemNumber).join(', '), customerId: null })

async function asMerges(db: Db, rows: Row[]): Promise<Merge[]> {
  if (rows.length === 0) return []
  const items = await requestedItems(db)
    .where('item.id', 'in', [...new Set(rows.flatMap(({ itemIds }) => itemIds))])
    .execute()
  const names = new Map(items.map((item) => [item.id, nameOf(item)]))
  const people = await db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'username'])
    .where('id', 'in', [...new Set(rows.map(({ userId }) => userId))])
    .execute()
  const authors = new Map(people.map((each) => [each.id, personName(each.firstName, each.lastName, each.username)]))
  return rows.map(({ id, userId, itemIds, createdAt }) => ({
    id,
    mergedDate: createdAt.toISOString(),
    by: authors.get(userId) ?? '',
    items: itemIds.flatMap((itemId) => {
      const name = names.get(itemId)
      return name === undefined ? [] : [{ itemId, name }]
    }),
  }))
}
