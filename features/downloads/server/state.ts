import type { ExpressionBuilder } from 'kysely'
import type { App, Database, Db } from '#app/app.ts'
import { announceFinish } from '#kit/server/load/wait-for-finish.ts'
import { enqueueWebhooks } from '#platform/webhooks/server/webhooks.ts'
import {
  type Fingerprints,
  keepFingerprints,
  know,
  markRequestDownloaded,
} from '../changed-records/server/record-fingerprints.ts'
import { downloadProblem } from '../contract.ts'
import { type Matches, withoutChoice } from '../matching/server/match-identifiers.ts'
import { manageProblem } from '../my-downloads/contract.ts'
import { mailFinished } from './mail-when-finished.ts'
import type { RequestRow } from './tables.ts'

/*
 * The states of a download request and every step between them. Nothing else writes `status`.
 *
 *   begin          a new request is unfinished, or READY where there is nothing to make
 *   keepMatches    its identifiers were looked up; it stays unfinished
 *   finish         unfinished → READY or FAILED
 *   retry          FAILED → unfinished
 *   changeRecords  other records: unfinished again, as the next revision
 *   beginDownload  READY → downloaded, and changed no more
 *
 * Unfinished is PROCESSING, or SCHEDULED after a retry; one that takes long is shown as SCHEDULED by the clock alone.
 * Work is for one revision: what an older one asked for finishes nothing.
 */

/** A request that is not finished this long after its creation continues in the background (SCHEDULED). */
export const scheduledAfterMs = 30_000

/** The state by the clock: no job is needed for a request to become SCHEDULED. */
export function statusAt({ status, makingSince }: Pick<RequestRow, 'status' | 'makingSince'>, now: Date) {
  return status === 'PROCESSING' && isLate({ makingSince }, now) ? 'SCHEDULED' : status
}

const isLate = ({ makingSince }: Pick<RequestRow, 'makingSince'>, now: Date): boolean =>
  now.getTime() - makingSince.getTime() >= scheduledAfterMs

/** The columns of a new request. One without a job is ready from the start. */
export const begin = (hasWork: boolean, now: Date) => ({
  status: hasWork ? ('PROCESSING' as const) : ('READY' as const),
  createdAt: now,
  makingSince: now,
  finishedAt: hasWork ? null : now,
})

/** The job's request; any revision if none is named. */
type Work = { id: string; revision?: number | undefined }

const isOf =
  ({ id, revision }: Work, ...statuses: RequestRow['status'][]) =>
  (row: ExpressionBuilder<Database, 'downloadRequest'>) =>
    row.and([
      row('id', '=', id),
      row('status', 'in', statuses),
      ...(revision === undefined ? [] : [row('revision', '=', revision)]),
    ])
const isUnfinished = (work: Work) => isOf(work, 'PROCESSING', 'SCHEDULED')

/** Undefined if it is finished, deleted, or has other records by now. */
export const unfinishedRequest = (db: Db, work: Work): Promise<RequestRow | undefined> =>
  db.selectFrom('downloadRequest').selectAll().where(isUnfinished(work)).executeTakeFirst()

/** As `unfinishedRequest`, without the lists. */
export const isStillUnfinished = async (db: Db, work: Work): Promise<boolean> =>
  (await db.selectFrom('downloadRequest').select('id').where(isUnfinished(work)).executeTakeFirst()) !== undefined

export const isFinished = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('downloadRequest')
    .select('id')
    .where(isOf({ id }, 'READY', 'FAILED'))
    .executeTakeFirst()) !== undefined

/** The caller got no answer, so they are emailed when the file is ready. Does nothing if it is ready already. */
export async function markUnanswered({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<void> {
  await db
    .updateTable('downloadRequest')
    .set({ toldScheduledAt: clock() })
    .where(isOf({ id }, 'PROCESSING'))
    .where('toldScheduledAt', 'is', null)
    .execute()
}

/** Stores the matches of its identifiers. False if they were looked up before. */
export async function keepMatches(tx: Db, id: string, { matched, unmatched, choices }: Matches): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('downloadRequest')
    .set({
      matched: JSON.stringify(matched),
      unmatched: JSON.stringify(unmatched),
      choices: JSON.stringify(choices),
      toMatch: false,
    })
    .where('id', '=', id)
    .where('toMatch', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The result of a request: columns that change with its state. Absent keys become null. */
export type Outcome = {
  status: 'READY' | 'FAILED'
  messages: string[]
  matched?: string[]
  unmatched?: RequestRow['unmatched']
  /** Fingerprints of the records in its file. */
  prints?: Fingerprints
  /** Records with a cover in the file. */
  covers?: number
} & { [K in `${'file' | 'image' | 'package'}Key`]?: string } & { [K in `${'file' | 'image' | 'package'}Size`]?: number }

const noFiles = {
  fileKey: null,
  fileSize: null,
  imageKey: null,
  imageSize: null,
  packageKey: null,
  packageSize: null,
  covers: null,
}

export type Finished = Pick<
  RequestRow,
  'id' | 'customerId' | 'userId' | 'name' | 'type' | 'status' | 'messages' | 'matchedCount' | 'notify'
>

/**
 * State, files and the mail to a person who waited too long or wants one are written together, and only once: undefined if the job
 * came too late and changed nothing.
 */
export async function finish(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  work: Work,
  { messages, matched, unmatched, prints, ...made }: Outcome,
): Promise<Finished | undefined> {
  const now = app.clock()
  if (prints) await know(app.db, prints)
  const finished = await app.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('downloadRequest')
      .set({
        ...noFiles,
        ...made,
        messages: JSON.stringify(messages),
        ...(matched ? { matched: JSON.stringify(matched) } : {}),
        ...(unmatched ? { unmatched: JSON.stringify(unmatched) } : {}),
        finishedAt: now,
      })
      .where(isUnfinished(work))
      .returning([
        'id',
        'customerId',
        'userId',
        'name',
        'type',
        'status',
        'messages',
        'matchedCount',
        'makingSince',
        'toldScheduledAt',
        'notify',
      ])
      .executeTakeFirst()
    if (!row) return undefined
    await keepFingerprints(tx, work.id, prints)
    if (row.notify === 'email' || row.toldScheduledAt !== null || isLate(row, now)) await mailFinished(app, tx, row)
    if (row.notify === 'webhook') await enqueueWebhooks(app, { customerId: row.customerId, ...messageOf(app, row) }, tx)
    return row
  })
  announceFinish(work.id)
  return finished
}

/** For the webhooks of the school. The address gives the rest. */
const messageOf = ({ env }: Pick<App, 'env'>, { id, name, status, matchedCount }: Finished) => ({
  event: status === 'READY' ? ('request.ready' as const) : ('request.failed' as const),
  data: { requestId: id, name, status, records: matchedCount, url: `${env.publicUrl}/rest/requests/${id}` },
})

/** Its failed job runs again. */
export async function retry(db: Db, work: Work): Promise<void> {
  await db
    .updateTable('downloadRequest')
    .set({ status: 'SCHEDULED', messages: '[]', finishedAt: null })
    .where(isOf(work, 'FAILED'))
    .execute()
}

/** Throws if its records may not be changed, not yet or not any more. */
export function assertChangeable({ downloadedAt, type, toMatch, status, messages }: RequestRow): void {
  if (downloadedAt) throw manageProblem('already_downloaded')
  if (type === 'AUTHORITY') throw manageProblem('headings_stay')
  if (toMatch) throw manageProblem('still_made')
  if (status === 'FAILED') throw downloadProblem('request_failed', { messages })
}

export type Changes = Partial<Pick<RequestRow, 'matched' | 'unmatched' | 'choices' | 'removed'>>

/**
 * Changes the records of a request, whose row the transaction has locked. Another set of records needs another file:
 * returns the revision to make, or undefined if the records stay the same.
 */
export async function changeRecords(
  tx: Db,
  request: RequestRow,
  changes: Changes,
  now: Date,
): Promise<number | undefined> {
  const otherRecords = changes.matched !== undefined && changes.matched.length !== request.matched.length
  const revision = request.revision + 1
  await tx
    .updateTable('downloadRequest')
    .set({
      ...Object.fromEntries(Object.entries(changes).map(([column, list]) => [column, JSON.stringify(list)])),
      ...(otherRecords
        ? {
            revision,
            status: 'PROCESSING',
            makingSince: now,
            toldScheduledAt: null,
            finishedAt: null,
            fileSize: null,
            imageSize: null,
            packageSize: null,
            covers: null,
          }
        : {}),
    })
    .where('id', '=', request.id)
    .execute()
  return otherRecords ? revision : undefined
}

export type ReadyRow = RequestRow & { finishedAt: Date }

/** The request if it has ended well; else throws the reason. */
export function readyRequest(row: RequestRow): ReadyRow {
  if (row.status === 'FAILED') throw downloadProblem('request_failed', { messages: row.messages })
  const { finishedAt } = row
  if (row.status !== 'READY' || !finishedAt) throw downloadProblem('request_not_ready')
  return { ...row, finishedAt }
}

/**
 * Called when the first byte is ready to be sent: from now on the request is final, and open choices are left out.
 * Throws if its records were changed since the file was opened: the row decides which came first.
 */
export async function beginDownload(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, customerId, revision, downloadedAt }: Pick<RequestRow, 'id' | 'customerId' | 'revision' | 'downloadedAt'>,
  /** False if only its covers are sent. */
  withRecords = true,
): Promise<void> {
  const note = (tx: Db) => (withRecords ? markRequestDownloaded(tx, { id, customerId }, clock()) : Promise.resolve())
  if (downloadedAt) return db.transaction().execute(note)
  await db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('downloadRequest')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (request.downloadedAt) return note(tx)
    if (request.revision !== revision || request.status !== 'READY') throw downloadProblem('request_not_ready')
    const undecided = request.choices.map(({ identifier }) => identifier)
    await tx
      .updateTable('downloadRequest')
      .set({
        downloadedAt: clock(),
        ...(undecided.length > 0
          ? { choices: '[]', unmatched: JSON.stringify(withoutChoice(request, undecided)) }
          : {}),
      })
      .where('id', '=', id)
      .execute()
    await note(tx)
  })
}
