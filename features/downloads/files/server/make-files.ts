import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import { measure, type ZipEntry, zip } from '#kit/server/files/zip.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { noFingerprints, onlyWritten, remembering } from '../../changed-records/server/record-fingerprints.ts'
import { rematched } from '../../matching/server/match-identifiers.ts'
import type { Outcome } from '../../server/state.ts'
import type { RequestRow } from '../../server/tables.ts'
import { type FileNeeds, keepFile, keyOf } from './keep-file.ts'
import { inPackage, type WrittenCovers, writeCovers } from './write-covers.ts'
import { extensionOf, writeRecords } from './write-records.ts'

/** Makes the files of a request for its current records. */
export async function makeFiles(app: FileNeeds, request: RequestRow, signal: AbortSignal): Promise<Outcome> {
  if (request.matched.length === 0) return { status: 'READY', messages: [] }
  if (request.content === 'IMAGE_ONLY')
    return request.type === 'ITEM' ? writePicture(app, request) : writeImages(app, request, signal)
  const preferences = await readSettings(app.db, request.customerId)
  const made = await writeData(app, request, preferences, signal, (key, content) =>
    keepFile(app, request, key, content),
  )
  const wantsImages = request.content === 'DATA_AND_IMAGE' && made.fileKey !== undefined
  return wantsImages ? addImages(app, request, { ...made, fileKey: made.fileKey! }, signal) : made
}

type Listed = Pick<RequestRow, 'id' | 'revision' | 'fileFormat' | 'matched'> & Parameters<typeof rematched>[1]

/** Writes the records of a request into a file that `keep` stores. */
export async function writeData(
  app: Pick<FileNeeds, 'catalogue' | 'files'>,
  request: Listed,
  preferences: Preferences,
  signal: AbortSignal,
  keep: (key: string, content: AsyncIterable<Uint8Array>) => Promise<number>,
): Promise<Outcome> {
  const written = new Set<string>()
  const messages: string[] = []
  const output = { format: request.fileFormat, preferences }
  const prints = noFingerprints()
  const read = remembering(app, app.catalogue.fetch(request.matched), prints)
  const records = writeRecords(read, output, { signal, written, messages })
  const fileKey = keyOf(request, 'data', extensionOf[request.fileFormat])
  const fileSize = await keep(fileKey, records)
  const matched = request.matched.filter((id) => written.has(id))
  const gone = matched.length < request.matched.length
  const now = gone ? await rematched(app.catalogue, request, written) : {}
  if (written.size === 0) await app.files.remove(fileKey)
  return {
    status: 'READY',
    messages,
    matched,
    ...now,
    prints: onlyWritten(prints, written),
    ...(written.size === 0 ? {} : { fileKey, fileSize }),
  }
}

/**
 * Adds the covers beside the data, and a zip of both unless the school wants them apart. Without a cover there is only
 * data.
 */
async function addImages(
  app: FileNeeds,
  request: RequestRow,
  made: Outcome & { fileKey: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const covers = await writeCovers(app, request, made.matched ?? request.matched, signal)
  if (covers.covers === 0) return { ...made, covers: 0, messages: [noImage, ...made.messages] }
  const both = { ...made, covers: covers.covers, imageKey: covers.key, imageSize: covers.size }
  if (request.imageAlone) return both
  const data = { key: made.fileKey, name: `records.${made.fileKey.slice(made.fileKey.lastIndexOf('.') + 1)}` }
  return { ...both, ...(await writePackage(app, request, { data, covers }, signal)) }
}

/** The covers alone. Removed records become unmatched. */
async function writeImages(app: FileNeeds, request: RequestRow, signal: AbortSignal): Promise<Outcome> {
  const { key: fileKey, size: fileSize, covers, found } = await writeCovers(app, request, request.matched, signal)
  const matched = request.matched.filter((id) => found.has(id))
  const gone = matched.length < request.matched.length
  const now = gone ? await rematched(app.catalogue, request, found) : {}
  const lists = { matched, ...now, covers }
  if (covers === 0) return { ...lists, status: 'FAILED', messages: [noImage] }
  return { ...lists, status: 'READY', messages: [], fileKey, fileSize }
}

/** Data and covers in one zip. The covers are those of the covers' zip, byte for byte. */
async function writePackage(
  app: FileNeeds,
  request: RequestRow,
  { data, covers }: { data: { key: string; name: string }; covers: WrittenCovers },
  signal: AbortSignal,
): Promise<{ packageKey: string; packageSize: number }> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: data.name, ...(await measure(read(data.key))), content: () => read(data.key) }
    for (const { name, size, crc, start } of covers.parts) {
      signal.throwIfAborted()
      const content = () => read(covers.key, { start, end: start + size - 1 })
      yield { name: inPackage(name), size, crc, content }
    }
  }

  async function* read(key: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const file = await app.files.get(key, range)
    if (!file) throw new Error(`${key} disappeared while it was being added to a zip.`)
    yield* file.stream
  }

  const packageKey = keyOf(request, 'package', 'zip')
  const packageSize = await keepFile(app, request, packageKey, zip(entries(), request.createdAt))
  return { packageKey, packageSize }
}

const noImage = 'There is no image available to download.'

/** Stores the cover as the request's own file: a later cover of the record does not change an earlier request. */
async function writePicture(app: FileNeeds, request: RequestRow): Promise<Outcome> {
  const [document] = await app.catalogue.documents(request.matched.slice(0, 1))
  const picture = document ? await coverPicture(app.files, document.imageFileName) : null
  if (!picture) return { status: 'FAILED', messages: [noImage] }
  const fileKey = keyOf(request, 'covers', picture.kind)
  return { status: 'READY', messages: [], fileKey, fileSize: await keepFile(app, request, fileKey, [picture.bytes]) }
}
