import type { ExpressionBuilder } from 'kysely'
import type { App, Database, Db } from '#app/app.ts'
import { announceFinish } from '#kit/server/load/wait-for-finish.ts'
import {
  type Fingerprints,
  keepFingerprints,
  know,
  noteRequestDownloaded,
} from '../changed-records/server/record-fingerprints.ts'
import { downloadProblem } from '../contract.ts'
import { type Matches, withoutChoice } from '../matching/server/match-identifiers.ts'
import { manageProblem } from '../my-downloads/contract.ts'
import { mailLateRequest } from './mail-when-late.ts'
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

/** A request that is still not finished so long after its creation goes on in the background (SCHEDULED). */
export const scheduledAfterMs = 30_000

/** The state by the clock: nothing has to run for a request to become SCHEDULED. */
export function statusAt({ status, makingSince }: Pick<RequestRow, 'status' | 'makingSince'>, now: Date) {
  return status === 'PROCESSING' && isLate({ makingSince }, now) ? 'SCHEDULED' : status
}

const isLate = ({ makingSince }: Pick<RequestRow, 'makingSince'>, now: Date): boolean =>
  now.getTime() - makingSince.getTime() >= scheduledAfterMs

/** The columns of a new request. One without work is ready as it is. */
export const begin = (hasWork: boolean, now: Date) => ({
  status: hasWork ? ('PROCESSING' as const) : ('READY' as const),
  createdAt: now,
  makingSince: now,
  finishedAt: hasWork ? null : now,
})

/** What was asked to be made; of whatever revision where none is named. */
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

/** Undefined where it is finished or gone, or holds other records by now. */
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

/** Whoever asked has no answer: they are mailed when the file is there. Nothing where it is there already. */
export async function noteUnanswered({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<void> {
  await db
    .updateTable('downloadRequest')
    .set({ toldScheduledAt: clock() })
    .where(isOf({ id }, 'PROCESSING'))
    .where('toldScheduledAt', 'is', null)
    .execute()
}

/** What its identifiers led to. False where they were looked up before. */
export async function keepMatches(within: Db, id: string, { matched, unmatched, choices }: Matches): Promise<boolean> {
  const { numUpdatedRows } = await within
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

/** How a request ends: what changes with its state. Keys that are absent become null. */
export type Outcome = {
  status: 'READY' | 'FAILED'
  messages: string[]
  matched?: string[]
  unmatched?: RequestRow['unmatched']
  /** Of the records in its file. */
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

export type Finished = Pick<RequestRow, 'id' | 'userId' | 'name' | 'type' | 'status' | 'messages' | 'matchedCount'>

/**
 * State, files and the mail to whoever waited too long are there together, and only once: undefined where the work came
 * too late, and changed nothing.
 */
export async function finish(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  work: Work,
  { messages, matched, unmatched, prints, ...made }: Outcome,
): Promise<Finished | undefined> {
  const now = app.clock()
  if (prints) await know(app.db, prints)
  const finished = await app.db.transaction().execute(async (within) => {
    const row = await within
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
        'userId',
        'name',
        'type',
        'status',
        'messages',
        'matchedCount',
        'makingSince',
        'toldScheduledAt',
      ])
      .executeTakeFirst()
    if (!row) return undefined
    await keepFingerprints(within, work.id, prints)
    if (row.toldScheduledAt !== null || isLate(row, now)) await mailLateRequest(app, within, row)
    return row
  })
  announceFinish(work.id)
  return finished
}

/** Its failed work is done again. */
export async function retry(db: Db, work: Work): Promise<void> {
  await db
    .updateTable('downloadRequest')
    .set({ status: 'SCHEDULED', messages: '[]', finishedAt: null })
    .where(isOf(work, 'FAILED'))
    .execute()
}

/** Throws where what it holds may not be changed: no more, or not yet. */
export function assertChangeable({ downloadedAt, type, toMatch, status, messages }: RequestRow): void {
  if (downloadedAt) throw manageProblem('already_downloaded')
  if (type === 'AUTHORITY') throw manageProblem('headings_stay')
  if (toMatch) throw manageProblem('still_made')
  if (status === 'FAILED') throw downloadProblem('request_failed', { messages })
}

export type Changes = Partial<Pick<RequestRow, 'matched' | 'unmatched' | 'choices' | 'removed'>>

/**
 * Changes what a request holds, whose row is held by the transaction. Another set of records is another file: answers
 * the revision whose file is to be made, undefined where the records stay the same.
 */
export async function changeRecords(
  within: Db,
  request: RequestRow,
  changes: Changes,
  now: Date,
): Promise<number | undefined> {
  const otherRecords = changes.matched !== undefined && changes.matched.length !== request.matched.length
  const revision = request.revision + 1
  await within
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

/** The request where it has ended well; throws what else is to be said of it. */
export function readyRequest(row: RequestRow): ReadyRow {
  if (row.status === 'FAILED') throw downloadProblem('request_failed', { messages: row.messages })
  const { finishedAt } = row
  if (row.status !== 'READY' || !finishedAt) throw downloadProblem('request_not_ready')
  return { ...row, finishedAt }
}

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
