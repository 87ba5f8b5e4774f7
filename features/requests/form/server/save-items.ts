import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { gone, type NamedFile } from '../../attachments/server/take-files.ts'
import { codeOf, type ItemText, itemTexts } from '../../rules.ts'
import { type ItemRow, itemsOf, type RequestRow } from '../../server/own-request.ts'
import { workKeyOf } from '../../server/work-key.ts'
import type { ReadItem } from './read-items.ts'

/** An item to save; `id` if it was saved before. */
export type ItemToSave = Omit<ReadItem, 'files'> & { id?: string | undefined; files: NamedFile[] }
export type Saved = { added: number; changed: number; removed: number }

/** Replaces the items of a draft, in this order. Call it while holding the lock on the request. */
export async function saveItems(
  tx: Db,
  request: Pick<RequestRow, 'id' | 'customerId'>,
  items: readonly ItemToSave[],
  now: Date,
): Promise<Saved> {
  const before = new Map((await itemsOf(tx, request.id)).map((row) => [row.id, row]))
  const posted = items.map((item) => ({ ...item, row: columnsOf(item), known: item.id && before.get(item.id) }))
  const numbers = await newNumbers(tx, 'CI', posted.filter(({ known }) => !known).length)
  let changed = 0
  const added: (Columns & Pick<ItemRow, 'id' | 'requestId' | 'itemNumber' | 'position' | 'status'>)[] = []
  const saved: { itemId: string; files: NamedFile[] }[] = []
  for (const [position, { row, known, files }] of posted.entries()) {
    const id = known ? known.id : randomUUID()
    saved.push({ itemId: id, files })
    if (!known)
      added.push({ ...row, id, requestId: request.id, itemNumber: numbers.shift()!, position, status: 'DRAFT' })
    else {
      const differs = columns.some((column) => known[column] !== row[column])
      if (differs) changed++
      if (differs || known.position !== position)
        await tx
          .updateTable('catalogueItem')
          .set({ ...row, position })
          .where('id', '=', id)
          .execute()
    }
  }
  if (added.length > 0) await tx.insertInto('catalogueItem').values(added.map(insertable)).execute()
  await saveFiles(tx, { customerId: request.customerId, requestId: request.id, now }, saved)
  const savedIds = new Set(saved.map(({ itemId }) => itemId))
  const removed = [...before.keys()].filter((id) => !savedIds.has(id))
  await removeItems(tx, removed, now)
  return { added: added.length, changed, removed: removed.length }
}

/** Their pictures become unused ones. */
export async function removeItems(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('catalogueAttachment').set({ itemId: null, heldSince: now }).where('itemId', 'in', ids).execute()
  await tx.deleteFrom('catalogueItem').where('id', 'in', ids).execute()
}

type Columns = Record<ItemText, string> & Pick<ItemRow, 'resourceType' | 'physicalResource' | 'workKey'>

const textColumns = Object.keys(itemTexts) as ItemText[]
const columns = [...textColumns, 'resourceType', 'physicalResource', 'workKey'] as const

const columnsOf = (item: ItemToSave): Columns => ({
  ...(Object.fromEntries(textColumns.map((name) => [name, item[name]])) as Record<ItemText, string>),
  resourceType: item.resourceType,
  physicalResource: item.physicalResource,
  workKey: workKeyOf(item),
})

const waitsForNothing = {
  depotId: null,
  submittedAt: null,
  receivedAt: null,
  assignedToId: null,
  answeredAt: null,
  answeredById: null,
  recordId: null,
  downloadRequestId: null,
}
const insertable = <T extends object>(row: T) => ({ ...row, ...waitsForNothing })

const sequences = { CR: 'catalogue_request_number', CI: 'catalogue_item_number' } as const

/** Takes new numbers; unused ones are not reused. */
export async function newNumbers(tx: Db, kind: 'CR' | 'CI', howMany: number): Promise<string[]> {
  if (howMany === 0) return []
  const { rows } = await sql<{ number: string }>`select nextval(${sequences[kind]}::regclass) as number
    from generate_series(1, ${howMany}::integer)`.execute(tx)
  return rows.map(({ number }) => codeOf(kind, Number(number)))
}

type FilesToSave = { itemId: string; files: readonly NamedFile[] }

/**
 * Sets the pictures of each item, which must exist, in the transaction that saves the draft. Removed pictures become
 * unused ones. Fails as a whole if a picture was moved elsewhere meanwhile.
 */
async function saveFiles(
  tx: Db,
  { customerId, requestId, now }: { customerId: string; requestId: string; now: Date },
  items: readonly FilesToSave[],
): Promise<void> {
  if (items.length === 0) return
  const named = items.flatMap(({ files }) => files.map(({ id }) => id))
  await tx
    .updateTable('catalogueAttachment')
    .set({ itemId: null, heldSince: now })
    .where(
      'itemId',
      'in',
      items.map(({ itemId }) => itemId),
    )
    .$if(named.length > 0, (query) => query.where('id', 'not in', named))
    .execute()
  for (const [at, { itemId, files }] of items.entries())
    for (const [position, { id, caption }] of files.entries()) {
      const saved = await tx
        .updateTable('catalogueAttachment')
        .set({ itemId, position, heldSince: null, ...(caption === undefined ? {} : { caption }) })
        .where('id', '=', id)
        .where('customerId', '=', customerId)
        .where((row) =>
          row.or([
            row('itemId', 'is', null),
            row(
              'itemId',
              'in',
              row.selectFrom('catalogueItem').select('catalogueItem.id').where('requestId', '=', requestId),
            ),
          ]),
        )
        .executeTakeFirst()
      if (saved.numUpdatedRows === 0n) throw gone(at)
    }
}
