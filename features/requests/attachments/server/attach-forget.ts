import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'

const dayMs = 86_400_000
/** A draft may lie in a browser for so long with pictures that no saved item has yet. */
const heldForDays = 7
const perTransaction = 20

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
