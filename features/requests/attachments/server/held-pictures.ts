import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { job } from '#kit/server/jobs.ts'
import { grouped } from '#kit/wording.ts'
import type { RequestTables } from '../../server/tables.ts'
import { extensionOf, type Picture, pictureName } from './picture.ts'

export type AttachmentRow = Selectable<RequestTables['catalogueAttachment']>
type Needs = Pick<App, 'db' | 'files' | 'clock' | 'env'>
type New = { filename: string; caption?: string | undefined; picture: Picture }

/**
 * Stores a picture until an item uses it. The row is written before the files, so the daily job cleans up after any
 * interruption.
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
    `Your school’s pictures have reached the limit of ${grouped(storage)} MB. Please remove some from your drafts.`,
  ])
}

/** How long pictures of an unsaved draft in a browser are kept. */
const heldForDays = 7
const perTransaction = 20

/** The latest time of deletion: the job runs once a day. */
export const forgottenAt = (heldSince: Date): Date => new Date(heldSince.getTime() + (heldForDays + 1) * dayMs)

/** Deletes pictures that have been unused for a week. */
export const forgetPictures = job({
  name: 'requests.forget-pictures',
  data: z.object({}),
  expireSeconds: 15 * 60,
  retries: 2,
  cron: '40 3 * * *',
  async run(app: Pick<App, 'db' | 'files' | 'clock'>, _, signal) {
    const now = app.clock()
    // Pictures whose item was deleted with its draft: their week starts now.
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

/** Deletes the files first: after a crash the row still lists them. A picture that is saved concurrently is kept. */
const forgetSome = ({ db, files }: Pick<App, 'db' | 'files'>, before: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
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
    await tx
      .deleteFrom('catalogueAttachment')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows.length
  })
