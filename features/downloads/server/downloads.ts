import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import { contentDisposition } from '#kit/server/file-name.ts'
import { sendFile } from '#kit/server/send-file.ts'
import { type DownloadRequest, downloadProblem, type FileFormat } from '../contract.ts'
import { beginDownload } from './begin-download.ts'
import { asReply, ownRequest, ownState, type RequestRow, sentAsWhole, statusAt } from './own-request.ts'
import { preferredDocuments } from './preferred-document.ts'
import { recordPage, recordPageStyle } from './record-page.ts'
import { extensionOf, mediaTypeOf } from './write-records.ts'

export {
  downloadedRecords,
  finishAuthorityRequest,
  keepAuthorityRequest,
  unfinishedAuthorityRequest,
} from './authority-request.ts'
export { admitToDownloads, requestRecords } from './create-request.ts'
export { lastRequested } from './last-requested.ts'
export { noPrints, noteRecordsDownloaded, onlyWritten, remembering } from './record-prints.ts'
export { requestForPerson } from './request-for-person.ts'
export { type WhoAsked, whoAsked } from './who-asked.ts'
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
  return statusAt(await ownState(db, customerId, id), clock())
}

/** As `fileName`, with the extension of a data file. */
export const dataFileName = (name: string, on: Date, format: FileFormat): string =>
  fileName(name, on, extensionOf[format])

/** `<name>-<date>.<ext>`; no dash or dot ends the name. */
const fileName = (name: string, on: Date, extension: string) =>
  `${name.replace(/[^\p{L}\p{M}\p{N}\p{So}\p{Pe}\p{Pf}]+$/u, '')}-${on.toISOString().slice(0, 10)}.${extension}`

type Sending = { request: FastifyRequest; reply: FastifyReply }

/** Sends the finished file, whole or the part that a broken-off download still lacks. */
export async function downloadFile(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  return sendFileOf(app, found, sentAsWhole(found).key, sending)
}

/** The records alone. A request for covers has none. */
export async function downloadData(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  if (found.content === 'IMAGE_ONLY') throw downloadProblem('no_data')
  return sendFileOf(app, found, found.fileKey, sending)
}

/** The covers alone. A request for data has none. */
export async function downloadImage(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  const key = found.content === 'IMAGE_ONLY' ? found.fileKey : found.imageKey
  if (key === null) throw downloadProblem('no_image')
  return sendFileOf(app, found, key, sending)
}

/** The records as a page that needs nothing else. Scripts cannot run in it, whatever a record holds. */
export async function downloadHtml(
  app: Needs & Pick<App, 'catalogue' | 'env'>,
  customerId: string,
  { requestId, view }: { requestId: string; view?: 'inline' | undefined },
  { request, reply }: Sending,
): Promise<unknown> {
  const found = await finishedRequest(app, customerId, requestId)
  const ids = await app.catalogue.known(found.matched)
  if (ids.length === 0) throw downloadProblem('nothing_matched')
  const preferences = await readSettings(app.db, customerId)
  const page = recordPage(preferredDocuments(app.catalogue.fetch(ids), preferences), {
    heading: found.name,
    publicUrl: app.env.publicUrl,
    providerName: app.env.providerName,
    count: ids.length,
    isbnFormat: preferences.isbnFormat,
  })
  const file = Readable.from(inPieces(page), { objectMode: false })
  // Nothing is answered before the first records are there: an error is then still a reply and not a broken page.
  await once(file, 'readable')
  const isLook = request.method === 'HEAD'
  if (!isLook) await beginDownload(app, found)
  const disposition = contentDisposition(fileName(found.name, found.finishedAt, 'html'))
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': view === 'inline' ? disposition.replace(/^attachment/, 'inline') : disposition,
      'content-security-policy': `default-src 'none'; style-src '${recordPageStyle}'; base-uri 'none'; form-action 'none'; frame-ancestors ${view === 'inline' ? "'self'" : "'none'"}`,
      'x-frame-options': view === 'inline' ? 'SAMEORIGIN' : 'DENY',
      'cache-control': 'private, no-store, no-transform',
    })
    .send(isLook ? Readable.from([]) : file)
}

const pieceLength = 64 * 1024

/** Small pieces joined, so that a page of thousands of records is not sent in thousands of steps. */
async function* inPieces(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function finishedRequest({ db }: Needs, customerId: string, id: string): Promise<FinishedRow> {
  const found = await ownRequest(db, customerId, id)
  if (found.status === 'FAILED') throw downloadProblem('request_failed', { messages: found.messages })
  const { finishedAt } = found
  if (found.status !== 'READY' || !finishedAt) throw downloadProblem('request_not_ready')
  return { ...found, finishedAt }
}
type FinishedRow = RequestRow & { finishedAt: Date }

/** Where its records are changed while the file is looked for, that came first: the file is made anew. */
async function sendFileOf(app: Needs, found: FinishedRow, key: string | null, sending: Sending) {
  try {
    return await sendFound(app, found, key, sending)
  } catch (error) {
    const { revision } = await ownRequest(app.db, found.customerId, found.id)
    throw revision === found.revision ? error : downloadProblem('request_not_ready')
  }
}

async function sendFound(app: Needs, found: FinishedRow, key: string | null, { request, reply }: Sending) {
  const { id, finishedAt } = found
  if (key === null) throw downloadProblem('nothing_matched')
  const size = await app.files.size(key)
  if (size === null) throw downloadProblem('file_gone')
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const part = key === found.packageKey ? 'all' : key === found.imageKey ? 'covers' : 'file'
  return sendFile(request, reply, {
    size,
    name: fileName(part === 'covers' ? `${found.name} covers` : found.name, finishedAt, extension),
    type: imageTypes[extension] ?? mediaTypeOf[found.fileFormat],
    etag: `"${id}-${part}-${finishedAt.getTime().toString(36)}"`,
    open: async (range) => (await app.files.get(key, range))?.stream ?? null,
    begun: () => beginDownload(app, found, key !== found.imageKey),
  })
}

const imageTypes: Record<string, string> = {
  zip: 'application/zip',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
}
