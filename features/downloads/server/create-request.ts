import { randomUUID } from 'node:crypto'
import type { App } from '#app/app.ts'
import { readSettings } from '#features/account/server/account.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { checkIdentifierQuery } from '#features/catalogue/server/catalogue.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type DownloadRequest, downloadProblem, type downloadsApi } from '../contract.ts'
import { matchIdentifiers } from './match-identifiers.ts'
import { asReply, ownRequest } from './own-request.ts'
import { readIdentities } from './read-identities.ts'
import { waitForFinish } from './request-finish.ts'
import { givenName } from './request-name.ts'
import { writeFile } from './write-file.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>

/** The page gives up after 8 s: by then it must know that the request exists. */
const patienceMs = 5000

/** Requests records by identifiers and waits a moment for the file, which is usually made by then. */
export async function createRequest(
  app: Needs,
  caller: SchoolCaller,
  input: Input<typeof downloadsApi.createRequest>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const { db, catalogue, queue, clock, metrics } = app
  const { customerId, userId } = caller
  const now = clock()
  if (input.bodybuilderquery !== undefined) checkIdentifierQuery(input.bodybuilderquery)
  const asked = readIdentities(input.identities)
  const settings = await readSettings(db, customerId)
  const { matched, unmatched, choices } = await matchIdentifiers(catalogue, asked, settings.isbnDuplicateHandling)
  const id = randomUUID()
  const hasFile = matched.length > 0
  await db.transaction().execute(async (within) => {
    await within
      .insertInto('downloadRequest')
      .values({
        id,
        customerId,
        userId,
        name: givenName(input.requestName, asked.length, now),
        type: 'IDENTIFIERS',
        status: hasFile ? 'PROCESSING' : 'READY',
        content: 'DATA_ONLY',
        fileFormat: settings.downloadFileFormat,
        identities: JSON.stringify(asked.map(({ identifier }) => identifier)),
        matched: JSON.stringify(matched),
        unmatched: JSON.stringify(unmatched),
        choices: JSON.stringify(choices),
        createdAt: now,
        finishedAt: hasFile ? null : now,
      })
      .execute()
    if (hasFile) await queue.enqueue(writeFile, { requestId: id }, { within })
  })
  metrics.downloadRequests.inc({ type: 'IDENTIFIERS' })
  if (hasFile) await waitForFinish(id, () => isFinished(app, id), patienceMs, signal)
  return { response: asReply(await ownRequest(db, customerId, id), clock()) }
}

/** Downloads are what a subscription pays for. */
export function admitToDownloads({ disabled, subscriptions }: SchoolCaller, now: Date) {
  if (disabled) throw downloadProblem('not_allowed')
  if (!hasCurrentSubscription(subscriptions, now.toISOString().slice(0, 10))) throw downloadProblem('no_subscription')
}

async function isFinished({ db }: Needs, id: string) {
  const row = await db.selectFrom('downloadRequest').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'READY' || row?.status === 'FAILED'
}
