import { z } from 'zod'
import type { App } from '#app/app.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import { job } from '#kit/server/jobs.ts'
import { announceFinish } from '#kit/server/wait-for-finish.ts'
import { matchedAnew } from './match-identifiers.ts'
import type { RequestRow } from './own-request.ts'
import { type Finish, writePicture } from './write-picture.ts'
import { extensionOf, writeRecords } from './write-records.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'files' | 'clock' | 'metrics' | 'log'>

export const failedSentence = 'An unknown error has occured. Please contact the system administrator.'

/** Makes the data file of a request. Its key is the request's own, so a repeated run replaces what an earlier one left. */
export const writeFile = job({
  name: 'downloads.write-file',
  data: z.object({ requestId: z.string() }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { requestId }, signal) {
    const request = await unfinished(app.db, requestId)
    if (!request) return
    if (request.content === 'IMAGE_ONLY') return finish(app, requestId, await writePicture(app, request))
    const written = new Set<string>()
    const messages: string[] = []
    const wanted = { format: request.fileFormat, preferences: await readSettings(app.db, request.customerId) }
    const records = writeRecords(app.catalogue.fetch(request.matched), wanted, { signal, written, messages })
    const fileKey = `downloads/${request.id}.${extensionOf[request.fileFormat]}`
    const fileSize = await app.files.put(fileKey, records)
    const gone = request.matched.some((id) => !written.has(id))
    const now = gone ? await matchedAnew(app.catalogue, request, written) : request
    if (written.size === 0) await app.files.remove(fileKey)
    await finish(app, requestId, {
      status: 'READY',
      matched: JSON.stringify(request.matched.filter((id) => written.has(id))),
      unmatched: JSON.stringify(now.unmatched),
      messages: JSON.stringify(messages),
      ...(written.size === 0 ? {} : { fileKey, fileSize }),
    })
    app.metrics.recordsWritten.inc(written.size)
  },
  async failed(app: Needs, { requestId }) {
    await finish(app, requestId, { status: 'FAILED', messages: JSON.stringify([failedSentence]) })
  },
})

const unfinished = (db: App['db'], id: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('downloadRequest')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', ['PROCESSING', 'SCHEDULED'])
    .executeTakeFirst()

/** Status and file key change together, and only once: a second run that was slower changes nothing. */
async function finish({ db, clock }: Needs, id: string, changes: Finish) {
  await db
    .updateTable('downloadRequest')
    .set({ ...changes, finishedAt: clock() })
    .where('id', '=', id)
    .where('status', 'in', ['PROCESSING', 'SCHEDULED'])
    .execute()
  announceFinish(id)
}
