import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { job } from '#kit/server/jobs.ts'
import type { RequestTables } from '../../server/tables.ts'
import { extensionOf, type Picture, pictureName } from './picture.ts'

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

const dayMs = 86_400_000
/** A draft may lie in a browser for so long with pictures that no saved item has yet. */
const heldForDays = 7
const perTransaction = 20

/** At the latest: the job comes once a day. */
export const forgottenAt = (heldSince: Date): Date => new Date(heldSince.getTime() + (heldForDays + 1) * dayMs)

/** Removes pictures that have belonged to no item for a week. */
export const forgetPictures = job({
  name: 'requests.forget-pictures',
  data: z.object({}),
  expireSeconds: 15 * 60,
  retries: 2,
  cron: '40 3 * * *',
  async run(app: Pick<App, 'db' | 'files' | 'clock'>, _, signal) {
    const now = app.clock()
    // Their item went with its draft: their week begins now.
    await app.db
      .updateTable('catalogueAttachment')
      .set({ heldSince: now })
      .where('itemId', 'is', null)
      .where('heldSince', 'is', null)
      .execute()
    const before = new Date(now.getTime() - heldForDays * dayMs)
    while ((await forgetSome(app, before)) > 0) signal.throwIfAborted()
  },
})

/** The files first: killed in between, the row still says what is to be removed. Whoever saves one meanwhile keeps it. */
const forgetSome = ({ db, files }: Pick<App, 'db' | 'files'>, before: Date): Promise<number> =>
  db.transaction().execute(async (within) => {
    const rows = await within
      .selectFrom('catalogueAttachment')
      .select(['id', 'fileKey', 'thumbnailKey'])
      .where('itemId', 'is', null)
      .where('heldSince', '<', before)
      .limit(perTransaction)
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return 0
    await Promise.all(rows.flatMap((row) => [files.remove(row.fileKey), files.remove(row.thumbnailKey)]))
    await within
      .deleteFrom('catalogueAttachment')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows.length
  })
