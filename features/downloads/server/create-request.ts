import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { checkIdentifierQuery } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { waitForFinish } from '#kit/server/wait-for-finish.ts'
import { type DownloadRequest, downloadProblem, type downloadsApi } from '../contract.ts'
import { type Matches, matchIdentifiers } from './match-identifiers.ts'
import { asReply, ownRequest } from './own-request.ts'
import { readIdentities } from './read-identities.ts'
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
  const { db, catalogue, clock } = app
  const { customerId } = caller
  const now = clock()
  if (input.bodybuilderquery !== undefined) checkIdentifierQuery(input.bodybuilderquery)
  const asked = readIdentities(input.identities)
  const settings = await readSettings(db, customerId)
  const matches = await matchIdentifiers(catalogue, asked, settings.isbnDuplicateHandling)
  const request: NewRequest = {
    type: 'IDENTIFIERS',
    name: givenName(input.requestName, asked.length, now),
    identities: asked.map(({ identifier }) => identifier),
    fileFormat: settings.downloadFileFormat,
    content: input.content ?? 'DATA_ONLY',
    imageAlone: settings.downloadImageAlone,
    ...matches,
  }
  return keepAndWait(app, caller, request, signal)
}

/** Requests records by their ids, any number of them, each once. What is not in the catalogue is unmatched. */
export async function requestRecords(
  app: Needs,
  caller: SchoolCaller,
  {
    ids,
    ...asked
  }: {
    type: DownloadRequest['requestType']
    name: string
    ids: RecordId[]
    content?: DownloadRequest['content'] | undefined
    asked?: DownloadRequest['asked']
  },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const settings = await readSettings(app.db, caller.customerId)
  const identities = [...new Set(ids)]
  const known = new Set(await app.catalogue.known(identities))
  const request: NewRequest = {
    ...asked,
    identities,
    fileFormat: settings.downloadFileFormat,
    content: asked.content ?? 'DATA_ONLY',
    imageAlone: settings.downloadImageAlone,
    matched: identities.filter((id) => known.has(id)),
    unmatched: identities.filter((id) => !known.has(id)).map((identifier) => ({ identifier, reason: 'not_found' })),
    choices: [],
  }
  return keepAndWait(app, caller, request, signal)
}

export type NewRequest = Matches & {
  type: DownloadRequest['requestType']
  name: string
  /** What was asked for, as it was sent. */
  identities: string[]
  fileFormat: DownloadRequest['fileFormat']
  content: DownloadRequest['content']
  imageAlone?: boolean
  asked?: DownloadRequest['asked']
}

/**
 * The request and the work it asks for exist together; the reply waits for the file as long as a page waits. `allow`
 * throws where it may not be kept.
 */
export async function keepAndWait(
  app: Needs,
  { customerId, userId }: SchoolCaller,
  { identities, matched, unmatched, choices, asked, ...request }: NewRequest,
  signal: AbortSignal,
  allow: (within: Db) => Promise<void> = async () => undefined,
): Promise<{ response: DownloadRequest }> {
  const { db, queue, clock, metrics } = app
  const id = randomUUID()
  const hasFile = matched.length > 0
  const now = clock()
  await db.transaction().execute(async (within) => {
    await allow(within)
    await within
      .insertInto('downloadRequest')
      .values({
        ...request,
        id,
        customerId,
        userId,
        status: hasFile ? 'PROCESSING' : 'READY',
        identities: JSON.stringify(identities),
        matched: JSON.stringify(matched),
        unmatched: JSON.stringify(unmatched),
        choices: JSON.stringify(choices),
        asked: asked ? JSON.stringify(asked) : null,
        createdAt: now,
        finishedAt: hasFile ? null : now,
      })
      .execute()
    if (hasFile) await queue.enqueue(writeFile, { requestId: id }, { within })
  })
  metrics.downloadRequests.inc({ type: request.type })
  if (hasFile) await waitForFinish(id, () => isFinished(app, id), patienceMs, signal)
  return { response: asReply(await ownRequest(db, customerId, id), clock()) }
}

/** Downloads are what a subscription pays for. */
export function admitToDownloads({ subscriptions }: SchoolCaller, now: Date) {
  if (!hasCurrentSubscription(subscriptions, now.toISOString().slice(0, 10))) throw downloadProblem('no_subscription')
}

async function isFinished({ db }: Needs, id: string) {
  const row = await db.selectFrom('downloadRequest').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'READY' || row?.status === 'FAILED'
}
