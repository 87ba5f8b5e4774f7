import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { CustomerSettings } from '#features/school/settings/server/settings.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { waitForFinish } from '#kit/server/load/wait-for-finish.ts'
import type { Chosen, DownloadRequest, ItemType } from '../contract.ts'
import { keepKeys } from '../files/server/request-keys.ts'
import { writeFile } from '../files/server/write-file.ts'
import type { Matches } from '../matching/server/match-identifiers.ts'
import { type Notify, programsProblem } from '../programs/contract.ts'
import { asReply, ownRequest } from './own-request.ts'
import { namedAs } from './request-name.ts'
import { begin, isFinished, markUnanswered } from './state.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'metrics'> & MayWait

type Requester = { customerId: string; userId: string }

/** The page gives up after 8 s: by then it must know that the request exists. */
export const usualWaitMs = 5000

/** How long a reply waits for the file, if not as long as usual. */
export type MayWait = { fileWaitMs?: number }

export type NewRequest = Partial<Matches> & {
  type: DownloadRequest['requestType']
  itemType?: ItemType
  name: string
  /** The requested identifiers, unchanged. */
  identities: string[]
  fileFormat: DownloadRequest['fileFormat']
  content: DownloadRequest['content']
  imageAlone?: boolean
  asked?: DownloadRequest['asked']
  /** Records that a person confirmed before sending the request. */
  chosen?: Chosen[]
  notify?: Notify
  idempotencyKey?: string
  /** Its identifiers are looked up by the job: however many requests come at once, each is answered in time. */
  toMatch?: boolean
}

/** The kind of files that the customer's settings ask for, unless the request names its format. */
export const filesBy = (
  { downloadFileFormat, downloadImageAlone }: CustomerSettings,
  content: DownloadRequest['content'] = 'DATA_ONLY',
  fileFormat: DownloadRequest['fileFormat'] = downloadFileFormat,
) => ({ fileFormat, imageAlone: downloadImageAlone, content })

/**
 * Creates the request and its job in one transaction; the reply waits for the file as long as a page waits. `allow`
 * throws if the request may not be created.
 */
export async function keepAndWait(
  app: Needs,
  caller: SchoolCaller,
  request: NewRequest,
  signal: AbortSignal,
  allow: (tx: Db) => Promise<void> = async () => undefined,
): Promise<{ response: DownloadRequest }> {
  const { db, clock } = app
  const since = performance.now()
  const id = await db.transaction().execute(async (tx) => {
    const earlier = await earlierRequest(tx, caller, request)
    if (earlier !== undefined) return earlier
    await allow(tx)
    return keepRequest(app, tx, caller, request)
  })
  await waitForFile(app, id, signal, since)
  return { response: asReply(await ownRequest(db, caller.customerId, id), clock()) }
}

/**
 * The id of the request that the school made with this idempotency key. Locks the school: of two calls at once with one
 * key, the second finds the first's request.
 */
export async function earlierRequest(
  tx: Db,
  { customerId }: Pick<SchoolCaller, 'customerId'>,
  { idempotencyKey, identities }: Pick<NewRequest, 'idempotencyKey' | 'identities'>,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return
  await tx.selectFrom('customer').where('id', '=', customerId).select('id').forUpdate().executeTakeFirstOrThrow()
  const earlier = await tx
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .select(['id', 'identities'])
    .executeTakeFirst()
  if (earlier && !sameList(earlier.identities, identities)) throw programsProblem('idempotency_key_used')
  return earlier?.id
}

const sameList = (one: string[], other: string[]) =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** Creates a request within a transaction, and queues its job. Returns its id. */
export async function keepRequest(
  { queue, clock, metrics }: Omit<Needs, 'db'>,
  tx: Db,
  requester: Requester,
  request: NewRequest,
): Promise<string> {
  const id = randomUUID()
  const { type, identities, matched = [], toMatch = false } = request
  const hasWork = toMatch || matched.length > 0
  await tx
    .insertInto('downloadRequest')
    .values({ ...valuesOf(requester, id, request), ...begin(hasWork, clock()) })
    .execute()
  if (!toMatch) await keepKeys(tx, id, [...identities, ...matched])
  if (hasWork) await queue.enqueue(writeFile, { requestId: id, revision: 0 }, { tx })
  metrics.downloadRequests.inc({ type })
  if (!hasWork) metrics.downloadsFinished.inc({ type, state: 'READY' })
  return id
}

/** The columns of a new request, without those of its state. */
export const valuesOf = (
  { customerId, userId }: Requester,
  id: string,
  {
    name,
    identities,
    matched = [],
    unmatched = [],
    choices = [],
    chosen = [],
    asked,
    toMatch = false,
    imageAlone = false,
    ...request
  }: NewRequest,
) => ({
  ...request,
  ...namedAs(name),
  id,
  customerId,
  userId,
  identities: JSON.stringify(identities),
  matched: JSON.stringify(matched),
  unmatched: JSON.stringify(unmatched),
  choices: JSON.stringify(choices),
  chosen: JSON.stringify(chosen),
  asked: asked ? JSON.stringify(asked) : null,
  toMatch,
  imageAlone,
})

/** A person who stops waiting, or leaves, is emailed when the file is ready. */
export async function waitForFile(
  { db, clock, fileWaitMs = usualWaitMs }: Pick<App, 'db' | 'clock'> & MayWait,
  id: string,
  signal: AbortSignal,
  /** Start of the call, by `performance.now()`: storing a large request takes time too. */
  since = performance.now(),
) {
  await waitForFinish(id, () => isFinished(db, id), since + fileWaitMs - performance.now(), signal)
  if (signal.aborted) await markUnanswered({ db, clock }, id)
}
