import type { App } from '#app/app.ts'
import { downloadProblem } from '../contract.ts'
import { withoutChoice } from './change-request.ts'
import type { RequestRow } from './own-request.ts'

/**
 * Called when the first byte is there to be sent: from now on the request stays as it is, and what was not chosen from
 * is left out. Throws where its records were changed since the file was looked for: the row decides who came first.
 */
export async function beginDownload(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, revision, downloadedAt }: Pick<RequestRow, 'id' | 'revision' | 'downloadedAt'>,
): Promise<void> {
  if (downloadedAt) return
  await db.transaction().execute(async (within) => {
    const request = await within
      .selectFrom('downloadRequest')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (request.downloadedAt) return
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
  })
}
