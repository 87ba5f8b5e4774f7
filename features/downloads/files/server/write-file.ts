import { z } from 'zod'
import type { App } from '#app/app.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import { job } from '#kit/server/jobs.ts'
import { identifierKey } from '#marc/identifier.ts'
import { matchIdentifiers } from '../../matching/server/match-identifiers.ts'
import { finish, keepMatches, type Outcome, retry, unfinishedRequest } from '../../server/state.ts'
import type { RequestRow } from '../../server/tables.ts'
import { keysOf, Overtaken } from './keep-file.ts'
import { makeFiles } from './make-files.ts'
import { keepKeys } from './request-keys.ts'

/**
 * Looks up the identifiers of a request and stores the matches, so that a page can show them while the file is made.
 */
async function matchRequest(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  request: RequestRow,
): Promise<RequestRow> {
  if (!request.toMatch) return request
  const requested = request.identities.map((identifier) => ({ identifier, read: identifierKey(identifier) }))
  const { isbnDuplicateHandling } = await readSettings(db, request.customerId)
  const matches = await matchIdentifiers(catalogue, requested, isbnDuplicateHandling, request.chosen)
  await db.transaction().execute(async (tx) => {
    if (await keepMatches(tx, request.id, matches))
      await keepKeys(tx, request.id, [...request.identities, ...matches.matched])
  })
  return { ...request, ...matches, toMatch: false }
}

type Needs = Pick<App, 'db' | 'catalogue' | 'files' | 'queue' | 'clock' | 'metrics' | 'log' | 'env'>

export const failedSentence = 'An unknown error has occured. Please contact the system administrator.'

/**
 * Makes the files of a request, after looking up its identifiers. Idempotent: keys belong to the request and its
 * revision, and a job for an older revision changes nothing.
 */
export const writeFile = job({
  name: 'downloads.write-file',
  data: z.object({ requestId: z.string(), revision: z.number().int().optional() }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { requestId, revision }, signal) {
    const request = await unfinishedRequest(app.db, { id: requestId, revision })
    if (!request) return
    // Files of its former records, which are no longer sent.
    await removeFiles(app, request)
    try {
      await end(app, request, await makeFiles(app, await matchRequest(app, request), signal))
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      await removeOvertaken(app, request)
    }
  },
  async failed(app: Needs, { requestId, revision }) {
    const request = await unfinishedRequest(app.db, { id: requestId, revision })
    if (!request) return
    await end(app, request, { status: 'FAILED', messages: [failedSentence] })
    // Files that the tries left under the keys of this revision.
    await removeOvertaken(app, request)
  },
  async again({ db }: Needs, { requestId, revision }) {
    await retry(db, { id: requestId, revision })
  },
})

/** Removes files that were made too late. */
async function end(app: Needs, request: RequestRow, outcome: Outcome) {
  const finished = await finish(app, request, outcome)
  if (!finished) return removeOvertaken(app, request)
  app.metrics.downloadsFinished.inc({ type: finished.type, state: finished.status })
  if (finished.status === 'READY') app.metrics.recordsWritten.inc(finished.matchedCount)
}

/** Another run of the same revision may have made the same files under the same keys: then they stay. */
async function removeOvertaken({ db, files }: Needs, request: RequestRow) {
  const { id, revision } = request
  const current = await db
    .selectFrom('downloadRequest')
    .select(['revision', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (current?.revision === revision && current.status !== 'FAILED') return
  for (const key of keysOf(request)) await files.remove(key)
}

async function removeFiles(
  { files }: Pick<App, 'files'>,
  { fileKey, imageKey, packageKey }: Pick<RequestRow, 'fileKey' | 'imageKey' | 'packageKey'>,
) {
  for (const key of [fileKey, imageKey, packageKey]) if (key !== null) await files.remove(key)
}
