import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { DownloadRequest } from '../contract.ts'
import { type MayWait, waitForFile } from './keep-request.ts'
import { asReply, ownRequest } from './own-request.ts'
import { namedAs } from './request-name.ts'
import { begin } from './state.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'metrics'> & MayWait

/** The records in a customer's downloaded requests. Those of authority requests are headings, and left out. */
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

/** A request whose file is made by another feature's job; both are created in one transaction. */
export async function keepAuthorityRequest<Data extends { requestId: string }>(
  app: Needs,
  { customerId, userId }: SchoolCaller,
  { name, work, data }: { name: string; work: Job<never, Data>; data: Omit<Data, 'requestId'> },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const { db, queue, clock, metrics } = app
  const id = randomUUID()
  const type = 'AUTHORITY'
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('downloadRequest')
      .values({
        id,
        customerId,
        userId,
        ...namedAs(name),
        type,
        content: 'DATA_ONLY',
        fileFormat: 'MARC_21',
        ...begin(true, clock()),
      })
      .execute()
    await queue.enqueue(work, { ...data, requestId: id } as Data, { tx })
  })
  metrics.downloadRequests.inc({ type })
  await waitForFile(app, id, signal)
  return { response: asReply(await ownRequest(db, customerId, id), clock()) }
}
