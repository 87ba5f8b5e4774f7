import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { type DownloadRequest, downloadProblem } from '#features/downloads/contract.ts'
import {
  cleanName,
  downloadFile,
  type MayWait,
  mediaTypeOf,
  requestRecords,
} from '#features/downloads/server/downloads.ts'
import { type CustomerSettings, recallSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import { writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
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

/** A link or a program has no page that could ask for the file again. */
const linkWaitMs = 60_000

/** Requests the folder's records under its name, as My downloads then lists it, and sends the file once it is ready. */
export async function downloadFolder(
  app: Pick<App, 'db' | 'catalogue' | 'files' | 'queue' | 'clock' | 'metrics' | 'recall'> & MayWait,
  caller: SchoolCaller,
  { folderId, content }: Input<typeof foldersApi.downloadFolder>,
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
): Promise<unknown> {
  const { customerId } = caller
  const { name, items } = await storedFolder(app.db, customerId, folderId)
  const ids = await app.catalogue.known(items.map(({ bibId }) => bibId))
  if (ids.length === 0) throw folderProblem('nothing_to_download')
  const settings = await recallSettings(app, customerId)
  const wanted = content ?? usualContent(settings)
  if (request.method === 'HEAD') {
    const type = wanted === 'DATA_ONLY' ? mediaTypeOf[settings.downloadFileFormat] : 'application/zip'
    return reply.headers({ 'content-type': type, 'cache-control': 'private, no-store' }).send(Readable.from([]))
  }
  const made = { type: 'FOLDER' as const, name, ids, content: wanted }
  const { response } = await requestRecords({ fileWaitMs: linkWaitMs, ...app }, caller, made, signal)
  if (response.requestStatus === 'FAILED') throw downloadProblem('request_failed', { messages: response.messages })
  return downloadFile(app, customerId, response.id, { request, reply })
}

/** The server knows no one's last choice. */
const usualContent = ({ downloadContent }: CustomerSettings): DownloadRequest['content'] =>
  downloadContent === 'LAST_CHOSEN' ? 'DATA_ONLY' : downloadContent
