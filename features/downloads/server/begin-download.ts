import type { App, Db } from '#app/app.ts'
import { downloadProblem } from '../contract.ts'
import { withoutChoice } from './change-request.ts'
import type { RequestRow } from './own-request.ts'
import { noteRequestDownloaded } from './record-prints.ts'

/**
 * Called when the first byte is there to be sent: from now on the request stays as it is, and what was not chosen from
 * is left out. Throws where its records were changed since the file was looked for: the row decides who came first.
 */
export async function beginDownload(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, customerId, revision, downloadedAt }: Pick<RequestRow, 'id' | 'customerId' | 'revision' | 'downloadedAt'>,
  /** Not where only its covers are sent. */
  withRecords = true,
): Promise<void> {
  const note = (within: Db) =>
    withRecords ? noteRequestDownloaded(within, { id, customerId }, clock()) : Promise.resolve()
  if (downloadedAt) return db.transaction().execute(note)
  await db.transaction().execute(async (within) => {
    const request = await within
      .selectFrom('downloadRequest')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (request.downloadedAt) return note(within)
    if (request.revision !== revision || request.status !== 'READY') throw downloadProblem('request_not_ready')
    const undecided = request.choices.map(({ identifier }) => identifier)
    await within
      .updateTable('downloadRequest')
      .set({
        downloadedAt: clock(),
        ...(undecided.length > 0
          ? { choices: '[]', unmatched: JSON.stringify(withoutChoice(request, undecided)) }
          : {}),
      })
      .where('id', '=', id)
      .execute()
    await note(within)
  })
}
