import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { type DownloadRequest, downloadProblem } from '#features/downloads/contract.ts'
import {
  cleanName,
  coverEntries,
  extensionOf,
  inPackage,
  markRecordsDownloaded,
  mediaTypeOf,
  noFingerprints,
  onlyWritten,
  remembering,
  requestRecords,
  schoolFileNames,
  writeRecords,
} from '#features/downloads/server/downloads.ts'
import { recallSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import { writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { type ZipEntry, zip } from '#kit/server/files/zip.ts'
import { folderProblem, type foldersApi } from '../contract.ts'
import { storedFolder } from './own-folder.ts'
import { readBibIds } from './read-items.ts'

export async function downloadTemporaryFolder(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'>,
  caller: SchoolCaller,
  { searchFolderJson, requestName, ...files }: Input<typeof foldersApi.downloadTemporaryFolder>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const ids = readBibIds(searchFolderJson)
  if (ids.length === 0) throw folderProblem('nothing_to_download')
  const name = cleanName(requestName) || `Temporary folder of ${writtenDay(await schoolDay(app, caller.customerId))}`
  return requestRecords(app, caller, { type: 'FOLDER', name, ids, ...files }, signal)
}

/** The records, the covers or a zip of both, generated while it is sent, without records that have left the catalogue. */
export async function downloadFolder(
  app: Pick<App, 'db' | 'catalogue' | 'files' | 'clock' | 'metrics' | 'log' | 'recall'>,
  { customerId }: SchoolCaller,
  { folderId, content = 'DATA_ONLY' }: Input<typeof foldersApi.downloadFolder>,
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
): Promise<Readable> {
  const { db, catalogue, clock, metrics, log } = app
  const { name, items } = await storedFolder(db, customerId, folderId)
  const ids = items.map(({ bibId }) => bibId)
  const preferences = await recallSettings(app, customerId)
  const format = preferences.downloadFileFormat
  const names = await schoolFileNames(app, customerId)
  const known = await catalogue.known(ids)
  const written = new Set<string>()
  const prints = noFingerprints()
  const records = () =>
    writeRecords(
      remembering({ catalogue }, catalogue.fetch(ids), prints),
      { format, preferences },
      { signal, written, messages: [] },
    )
  const data = content === 'IMAGE_ONLY' ? undefined : { name: `records.${extensionOf[format]}`, records }
  const file = Readable.from(content === 'DATA_ONLY' ? records() : zip(zipEntries(app, ids, data, signal), clock()), {
    objectMode: false,
  })
  file.once('close', () => metrics.recordsWritten.inc(written.size))
  file.once('end', () => {
    markRecordsDownloaded(db, customerId, onlyWritten(prints, written), clock()).catch((error: unknown) =>
      log.error({ err: error, folderId }, 'a downloaded folder is not remembered'),
    )
  })
  // The reply starts after the first bytes: an earlier error is then still a proper reply, not a broken file.
  await once(file, 'readable')
  const isEmpty = content === 'DATA_ONLY' && written.size === 0
  if (isEmpty || request.method === 'HEAD') file.destroy()
  if (isEmpty) throw folderProblem('nothing_to_download')
  reply.headers({
    'content-type': content === 'DATA_ONLY' ? mediaTypeOf[format] : 'application/zip',
    'content-disposition': contentDisposition(
      names({ name, at: clock(), count: known.length }, content === 'DATA_ONLY' ? extensionOf[format] : 'zip'),
    ),
    'cache-control': 'private, no-store',
  })
  return request.method === 'HEAD' ? Readable.from([]) : file
}

async function* zipEntries(
  app: Pick<App, 'catalogue' | 'files'>,
  ids: RecordId[],
  data: { name: string; records: () => AsyncIterable<Uint8Array> } | undefined,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const known = await app.catalogue.known(ids)
  if (known.length === 0) throw folderProblem('nothing_to_download')
  if (data) yield { name: data.name, deflated: true, content: data.records }
  const soFar = { covers: 0, found: new Set<RecordId>() }
  for await (const entry of coverEntries(app, known, soFar, signal)) {
    if (!data && soFar.covers === 0) throw downloadProblem('no_image')
    yield data ? { ...entry, name: inPackage(entry.name) } : entry
  }
}
