import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { schoolZone } from '#features/account/time-zone/server/time-zone.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { fileNameOf } from '#features/school/settings/rules.ts'
import { readSettings, recallSettings } from '#features/school/settings/server/settings.ts'
import { businessDay, dayIn } from '#kit/day.ts'
import { mapOf } from '#kit/map-of.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { MarcError } from '#marc/marc-error.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { type DownloadRequest, downloadProblem } from '../contract.ts'
import { recordPage, recordPageStyle } from '../files/server/record-page.ts'
import { mediaTypeOf } from '../files/server/write-records.ts'
import { filesBy, keepRequest } from './keep-request.ts'
import { asReply, ownRequest, ownState, sentAsWhole } from './own-request.ts'
import { cleanName } from './request-name.ts'
import { type Requester, subscribes } from './requester.ts'
import { beginDownload, type ReadyRow, readyRequest, statusAt } from './state.ts'

export { type Fingerprint, noFingerprints, printOf } from '../changed-records/server/record-fingerprints.ts'
export { mediaTypeOf, writeRecords } from '../files/server/write-records.ts'
export { matchIdentifiers } from '../matching/server/match-identifiers.ts'
export { recordTaken } from '../taken/server/record-taken.ts'
export { authoriseDownloads, requestRecords } from './create-request.ts'
export type { MayWait } from './keep-request.ts'
export { cleanName } from './request-name.ts'
export { findRequester, type Requester } from './requester.ts'

type Needs = Pick<App, 'db' | 'files' | 'clock' | 'recall'>

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

/**
 * How a school's files are named: by its pattern, with their day, as `scis-2026-11-29-25-records.mrc`. `named`: by a
 * pattern with their request's name, which tells several files apart.
 */
export async function schoolFileNames(
  app: Pick<App, 'db' | 'clock' | 'recall'>,
  customerId: string,
  { named = false } = {},
): Promise<FileNames> {
  const zone = await schoolZone(app, customerId)
  const settings = await recallSettings(app, customerId)
  const isByName = !named || settings.fileNamePattern.includes('{name}')
  const fileNamePattern = isByName ? settings.fileNamePattern : '{name}-{date}'
  return ({ name, at, count, noun = 'record' }, extension) => {
    const records = `${count}-${count === 1 ? noun : `${noun}s`}`
    return `${fileNameOf(fileNamePattern, { name, date: dayIn(zone, at), records })}.${extension}`
  }
}
export type FileNames = (file: { name: string; at: Date; count: number; noun?: string }, extension: string) => string

type Sending = { request: FastifyRequest; reply: FastifyReply }

/** Sends the finished file, whole or the range that an interrupted download still needs. */
export async function downloadFile(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  return sendFileOf(app, found, sentAsWhole(found).key, sending)
}

/** The records alone. A request for covers has no records. */
export async function downloadData(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  if (found.content === 'IMAGE_ONLY') throw downloadProblem('no_data')
  return sendFileOf(app, found, found.fileKey, sending)
}

/** The covers alone. A request for data has no covers. */
export async function downloadImage(app: Needs, customerId: string, id: string, sending: Sending): Promise<unknown> {
  const found = await finishedRequest(app, customerId, id)
  const key = found.content === 'IMAGE_ONLY' ? found.fileKey : found.imageKey
  if (key === null) throw downloadProblem('no_image')
  return sendFileOf(app, found, key, sending)
}

/**
 * The records as a self-contained page, in which no script of a record can run. Only a page that is saved is a
 * download: after a look at it the records can still be changed.
 */
export async function downloadHtml(
  app: Needs & Pick<App, 'catalogue' | 'env'>,
  customerId: string,
  { requestId, view }: { requestId: string; view?: 'inline' | undefined },
  { request, reply }: Sending,
): Promise<unknown> {
  const found = await finishedRequest(app, customerId, requestId)
  const page = await pageOf(app, found, await schoolFileNames(app, customerId))
  if (!page) throw downloadProblem('nothing_matched')
  const file = Readable.from(page.pieces, { objectMode: false })
  // The reply starts after the first records: an earlier error is then still a proper reply, not a broken page.
  await once(file, 'readable')
  const isHead = request.method === 'HEAD'
  const isInline = view === 'inline'
  if (!isHead && !isInline) await beginDownload(app, found)
  const disposition = contentDisposition(page.name)
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': isInline ? disposition.replace(/^attachment/, 'inline') : disposition,
      'content-security-policy': `default-src 'none'; style-src ${recordPageStyle}; base-uri 'none'; form-action 'none'; frame-ancestors ${isInline ? "'self'" : "'none'"}`,
      'x-frame-options': isInline ? 'SAMEORIGIN' : 'DENY',
      'cache-control': 'private, no-store, no-transform',
    })
    .send(isHead ? Readable.from([]) : file)
}

/** The page of a request, and its file name. Null if the catalogue has none of its records any more. */
export async function pageOf(
  { db, catalogue, env }: Pick<App, 'db' | 'catalogue' | 'env'>,
  { customerId, matched, name, finishedAt }: ReadyRow,
  names: FileNames,
): Promise<{ name: string; pieces: AsyncIterable<string> } | null> {
  const ids = await catalogue.known(matched)
  if (ids.length === 0) return null
  const preferences = await readSettings(db, customerId)
  const page = recordPage(preferredDocuments(catalogue.fetch(ids), preferences), {
    heading: name,
    publicUrl: env.publicUrl,
    providerName: env.providerName,
    count: ids.length,
    isbnFormat: preferences.isbnFormat,
  })
  return { name: names({ name, at: finishedAt, count: ids.length }, 'html'), pieces: inPieces(page) }
}

const pieceLength = 64 * 1024

/** Joins small pieces, so that thousands of records do not need thousands of writes. */
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

const finishedRequest = async ({ db }: Needs, customerId: string, id: string): Promise<ReadyRow> =>
  readyRequest(await ownRequest(db, customerId, id))

/** If its records are changed while the file is opened, the change wins and the file is rebuilt. */
async function sendFileOf(app: Needs, found: ReadyRow, key: string | null, sending: Sending) {
  try {
    return await sendFound(app, found, key, sending)
  } catch (error) {
    const { revision } = await ownRequest(app.db, found.customerId, found.id)
    throw revision === found.revision ? error : downloadProblem('request_not_ready')
  }
}

async function sendFound(app: Needs, found: ReadyRow, key: string | null, { request, reply }: Sending) {
  const { id, finishedAt } = found
  if (key === null) throw downloadProblem('nothing_matched')
  const size = await app.files.size(key)
  if (size === null) throw downloadProblem('file_gone')
  const { name, type, part, withRecords } = partOf(found, key, await schoolFileNames(app, found.customerId))
  return sendFile(request, reply, {
    size,
    name,
    type,
    etag: `"${id}-${part}-${finishedAt.getTime().toString(36)}"`,
    open: async (range) => (await app.files.get(key, range))?.stream ?? null,
    begun: () => beginDownload(app, found, withRecords),
  })
}

/** One of a request's files as it is sent. */
export function partOf(found: ReadyRow, key: string, names: FileNames) {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const part = key === found.packageKey ? 'all' : key === found.imageKey ? 'covers' : 'file'
  const things =
    part === 'covers' || found.content === 'IMAGE_ONLY'
      ? { count: found.covers ?? found.matchedCount, noun: 'cover' }
      : { count: found.matchedCount, noun: found.type === 'AUTHORITY' ? 'heading' : 'record' }
  return {
    part,
    name: names({ name: found.name, at: found.finishedAt, ...things }, extension),
    type: imageTypes.get(extension) ?? mediaTypeOf[found.fileFormat],
    withRecords: key !== found.imageKey,
    isCompressed: imageTypes.has(extension) || extension === 'xlsx',
  }
}

const imageTypes = mapOf<string>({
  zip: 'application/zip',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
})

const requests = 8
const ofEach = 2

/** Some of the records that a school requested last, the latest first. They may have left the catalogue since. */
export async function lastRequested({ db }: Pick<App, 'db'>, customerId: string): Promise<RecordId[]> {
  const rows = await db
    .selectFrom('downloadRequest')
    // A request may have thousands.
    .select(sql<RecordId[]>`jsonb_path_query_array(matched, ${sql.lit(`$[0 to ${ofEach - 1}]`)})`.as('ids'))
    .where('customerId', '=', customerId)
    // Their ids are those of headings.
    .where('type', '!=', 'AUTHORITY')
    .where(sql<boolean>`jsonb_array_length(matched) > 0`)
    .orderBy('createdAt', 'desc')
    .limit(requests)
    .execute()
  return [...new Set(rows.flatMap(({ ids }) => ids))]
}

/** These records with the school's preferences applied: Dewey, ISBN and headings as in its files. */
export async function* preferredDocuments(
  records: AsyncIterable<CatalogueRecord>,
  preferences: Preferences,
): AsyncGenerator<BibliographicDocument> {
  for await (const record of records) yield preferredDocument(record, preferences)
}

export function preferredDocument(stored: CatalogueRecord, preferences: Preferences): BibliographicDocument {
  try {
    const { record, isAsLoaded } = outgoingRecord(stored, preferences)
    return isAsLoaded ? stored.document : { ...toDocument(record), id: stored.document.id }
  } catch (error) {
    if (!(error instanceof MarcError)) throw error
    return stored.document
  }
}

/** Leaves room for words before a title. */
const maxNameLength = 200

/**
 * Requests records that a person was waiting for, in the transaction that queues the mail. Null if their school may not
 * download.
 */
export async function requestForPerson(
  app: Pick<App, 'queue' | 'clock' | 'metrics'>,
  tx: Db,
  person: Pick<Requester, 'userId' | 'customerId'>,
  { name, identities, ids }: { name: string; identities: string[]; ids: RecordId[] },
): Promise<string | null> {
  if (!(await subscribes(tx, person.customerId, businessDay(app.clock)))) return null
  return keepRequest(app, tx, person, {
    type: 'IDENTIFIERS',
    name: [...cleanName(name)].slice(0, maxNameLength).join(''),
    identities,
    matched: ids,
    ...filesBy(await readSettings(tx, person.customerId)),
  })
}
