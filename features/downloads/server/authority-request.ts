import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Job } from '#kit/server/jobs.ts'
import { announceFinish } from '#kit/server/load/wait-for-finish.ts'
import type { DownloadRequest } from '../contract.ts'
import { mailWhenLate } from '../matching/server/mail-when-late.ts'
import { waitForFile } from './keep-request.ts'
import { asReply, ownRequest } from './own-request.ts'
import { namedAs } from './request-name.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'metrics'>

/** The records of a customer's requests that were downloaded. Those of authority requests are headings, and left out. */
export async function downloadedRecords(db: Db, customerId: string): Promise<Set<RecordId>> {
  const requests = await db
    .selectFrom('downloadRequest')
    .select('matched')
    .where('customerId', '=', customerId)
    .where('type', '!=', 'AUTHORITY')
    .where('downloadedAt', 'is not', null)
    .execute()
  return new Set(requests.flatMap(({ matched }) => matched))
}

/** A request whose file another feature's job makes; it and the job exist together. */
export async function keepAuthorityRequest<Data extends { requestId: string }>(
  { db, queue, clock, metrics }: Needs,
  { customerId, userId }: SchoolCaller,
  { name, work, data }: { name: string; work: Job<never, Data>; data: Omit<Data, 'requestId'> },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const id = randomUUID()
  const type = 'AUTHORITY'
  const now = clock()
  await db.transaction().execute(async (within) => {
    await within
      .insertInto('downloadRequest')
      .values({
        id,
        customerId,
        userId,
        ...namedAs(name),
        type,
        status: 'PROCESSING',
        content: 'DATA_ONLY',
        fileFormat: 'MARC_21',
        createdAt: now,
        makingSince: now,
      })
      .execute()
    await queue.enqueue(work, { ...data, requestId: id } as Data, { within })
  })
  metrics.downloadRequests.inc({ type })
  await waitForFile({ db, clock }, id, signal)
  return { response: asReply(await ownRequest(db, customerId, id), clock()) }
}

/** Whose request it is; undefined where it is finished or gone. */
export async function unfinishedAuthorityRequest(db: Db, id: string): Promise<{ customerId: string } | undefined> {
  return db
    .selectFrom('downloadRequest')
    .select('customerId')
    .where('id', '=', id)
    .where('status', 'in', ['PROCESSING', 'SCHEDULED'])
    .executeTakeFirst()
}

type Finish =
  | { status: 'FAILED'; messages: string[] }
  | { status: 'READY'; messages: string[]; matched: string[]; file: { key: string; size: number } | undefined }

/** Once only: a second run that was slower changes nothing. Who had to wait is told by mail. */
export async function finishAuthorityRequest(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  id: string,
  finish: Finish,
) {
  const now = app.clock()
  await app.db.transaction().execute(async (within) => {
    const finished = await within
      .updateTable('downloadRequest')
      .set({
        status: finish.status,
        messages: JSON.stringify(finish.messages),
        ...(finish.status === 'READY' ? { matched: JSON.stringify(finish.matched) } : {}),
        ...(finish.status === 'READY' && finish.file ? { fileKey: finish.file.key, fileSize: finish.file.size } : {}),
        finishedAt: now,
      })
      .where('id', '=', id)
      .where('status', 'in', ['PROCESSING', 'SCHEDULED'])
      .returning(['id', 'userId', 'name', 'status', 'messages', 'matchedCount', 'makingSince', 'toldScheduledAt'])
      .executeTakeFirst()
    if (finished) await mailWhenLate(app, within, finished, now)
  })
  announceFinish(id)
}
