import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import {
  cleanName,
  dataFileName,
  mediaTypeOf,
  noFingerprints,
  noteRecordsDownloaded,
  onlyWritten,
  remembering,
  requestRecords,
  writeRecords,
} from '#features/downloads/server/downloads.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { writtenDay } from '#kit/written-day.ts'
import { folderProblem, type foldersApi } from '../contract.ts'
import { storedFolder } from './own-folder.ts'
import { readBibIds } from './read-items.ts'

export async function downloadTemporaryFolder(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>,
  caller: SchoolCaller,
  { searchFolderJson, requestName, ...files }: Input<typeof foldersApi.downloadTemporaryFolder>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const ids = readBibIds(searchFolderJson)
  if (ids.length === 0) throw folderProblem('nothing_to_download')
  const name = cleanName(requestName) || `Temporary folder of ${writtenDay(app.clock())}`
  return requestRecords(app, caller, { type: 'FOLDER', name, ids, ...files }, signal)
}

/** The data file, generated while it is sent, without records that have left the catalogue. */
export async function downloadFolder(
  { db, catalogue, clock, metrics, log }: Pick<App, 'db' | 'catalogue' | 'clock' | 'metrics' | 'log'>,
  { customerId }: SchoolCaller,
  folderId: string,
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
): Promise<Readable> {
  const { name, items } = await storedFolder(db, customerId, folderId)
  const preferences = await readSettings(db, customerId)
  const format = preferences.downloadFileFormat
  const written = new Set<string>()
  const prints = noFingerprints()
  const records = remembering({ catalogue }, catalogue.fetch(items.map(({ bibId }) => bibId)), prints)
  const file = Readable.from(writeRecords(records, { format, preferences }, { signal, written, messages: [] }), {
    objectMode: false,
  })
  file.once('close', () => metrics.recordsWritten.inc(written.size))
  file.once('end', () => {
    noteRecordsDownloaded(db, customerId, onlyWritten(prints, written), clock()).catch((error: unknown) =>
      log.error({ err: error, folderId }, 'a downloaded folder is not remembered'),
    )
  })
  // The reply starts after the first bytes: an earlier error is then still a proper reply, not a broken file.
  await once(file, 'readable')
  if (written.size === 0 || request.method === 'HEAD') file.destroy()
  if (written.size === 0) throw folderProblem('nothing_to_download')
  reply.headers({
    'content-type': mediaTypeOf[format],
    'content-disposition': contentDisposition(dataFileName(name, clock(), format)),
    'cache-control': 'private, no-store',
  })
  return request.method === 'HEAD' ? Readable.from([]) : file
}
