import type { Db } from '#app/app.ts'
import type { NamedFile } from './attach-take.ts'
import { gone } from './attach-take.ts'

export type FilesToSave = { itemId: string; files: readonly NamedFile[] }

/**
 * Gives each item, which is there by now, exactly these pictures in their order, in the transaction that saves the
 * draft. What an item had and no longer has is held aside. A picture that meanwhile went elsewhere refuses the whole.
 */
export async function saveFiles(
  within: Db,
  { customerId, requestId, now }: { customerId: string; requestId: string; now: Date },
  items: readonly FilesToSave[],
): Promise<void> {
  if (items.length === 0) return
  const named = items.flatMap(({ files }) => files.map(({ id }) => id))
  await within
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
      const saved = await within
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
