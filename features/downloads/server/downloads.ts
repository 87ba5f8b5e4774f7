import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { sendFile } from '#kit/server/send-file.ts'
import { type DownloadRequest, downloadProblem, type FileFormat } from '../contract.ts'
import { asReply, ownRequest, statusAt } from './own-request.ts'
import { extensionOf, mediaTypeOf } from './write-records.ts'

export { admitToDownloads, requestRecords } from './create-request.ts'
export { mediaTypeOf, writeRecords } from './write-records.ts'

type Needs = Pick<App, 'db' | 'files' | 'clock'>

export async function requestDetails(
  { db, clock }: Needs,
  customerId: string,
  id: string,
): Promise<{ response: DownloadRequest }> {
  return { response: asReply(await ownRequest(db, customerId, id), clock()) }
}

export async function requestStatus({ db, clock }: Needs, customerId: string, id: string): Promise<string> {
  return statusAt(await ownRequest(db, customerId, id), clock())
}

/** `<name>-<date>.<ext>`; what ends the name is a letter or a number. */
export const dataFileName = (name: string, on: Date, format: FileFormat): string =>
  `${name.replace(/[^\p{L}\p{N})\]]+$/u, '')}-${on.toISOString().slice(0, 10)}.${extensionOf[format]}`

/** Sends the finished file, whole or the part that a broken-off download still lacks. */
export async function downloadFile(
  { db, files, clock }: Needs,
  customerId: string,
  id: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { status, fileKey, ...found } = await ownRequest(db, customerId, id)
  if (status === 'FAILED') throw downloadProblem('request_failed', { messages: found.messages })
  if (status !== 'READY' || !found.finishedAt) throw downloadProblem('request_not_ready')
  if (fileKey === null) throw downloadProblem('nothing_matched')
  const size = await files.size(fileKey)
  if (size === null) throw downloadProblem('file_gone')
  return sendFile(request, reply, {
    size,
    name: dataFileName(found.name, found.finishedAt, found.fileFormat),
    type: mediaTypeOf[found.fileFormat],
    etag: `"${id}-${found.finishedAt.getTime().toString(36)}"`,
    open: async (range) => (await files.get(fileKey, range))?.stream ?? null,
    begun: async () => {
      await db
        .updateTable('downloadRequest')
        .set({ downloadedAt: clock() })
        .where('id', '=', id)
        .where('downloadedAt', 'is', null)
        .execute()
    },
  })
}
