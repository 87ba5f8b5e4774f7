import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { RequestTables } from '../../server/tables.ts'
import { extensionOf, pictureName } from './attach-name.ts'
import type { Picture } from './attach-picture.ts'

export type AttachmentRow = Selectable<RequestTables['catalogueAttachment']>
type Needs = Pick<App, 'db' | 'files' | 'clock' | 'env'>
type New = { filename: string; caption?: string | undefined; picture: Picture }

/**
 * Keeps a picture until an item names it. The row is there before its files, and without them is nobody's: whatever
 * interrupts this, the daily job finds what was left.
 */
export async function holdPicture(
  { db, files, clock, env }: Needs,
  { customerId, userId }: Pick<SchoolCaller, 'customerId' | 'userId'>,
  { filename, caption, picture }: New,
): Promise<AttachmentRow> {
  await holdToStorage({ db, env }, customerId, picture.bytes.length)
  const id = randomUUID()
  const now = clock()
  const row = await db
    .insertInto('catalogueAttachment')
    .values({
      id,
      customerId,
      userId,
      itemId: null,
      filename: pictureName(filename, picture.filetype),
      filetype: picture.filetype,
      filesize: picture.bytes.length,
      caption: caption ?? '',
      fileKey: `attachments/${id}.${extensionOf(picture.filetype)}`,
      thumbnailKey: `attachments/${id}-small.webp`,
      heldSince: now,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await Promise.all([files.put(row.fileKey, picture.bytes), files.put(row.thumbnailKey, picture.thumbnail)])
  return row
}

async function holdToStorage({ db, env }: Pick<App, 'db' | 'env'>, customerId: string, more: number) {
  const { storage } = env.limits.school
  if (!storage) return
  const { bytes } = await db
    .selectFrom('catalogueAttachment')
    .where('customerId', '=', customerId)
    .select(({ fn }) => fn.sum<string | null>('filesize').as('bytes'))
    .executeTakeFirstOrThrow()
  if (Number(bytes) + more <= storage * 1_000_000) return
  throw new Problem('storage_full', 403, [
    `Your school’s pictures take ${storage.toLocaleString('en-AU')} MB, as much as it can keep. Please remove some from your drafts.`,
  ])
}
