import { readSettings } from '#features/settings/server/settings.ts'
import { type FileNeeds, keepFile, keyOf, type Made } from './keep-file.ts'
import { matchedAnew } from './match-identifiers.ts'
import type { RequestRow } from './own-request.ts'
import { noPrints, onlyWritten, remembering } from './record-prints.ts'
import { addImages, writeImages } from './write-images.ts'
import { writePicture } from './write-picture.ts'
import { extensionOf, writeRecords } from './write-records.ts'

/** The files of a request for what it holds now. */
export async function makeFiles(app: FileNeeds, request: RequestRow, signal: AbortSignal): Promise<Made> {
  if (request.matched.length === 0) return { status: 'READY', messages: [] }
  if (request.content === 'IMAGE_ONLY')
    return request.type === 'ITEM' ? writePicture(app, request) : writeImages(app, request, signal)
  const made = await writeData(app, request, signal)
  const wantsImages = request.content === 'DATA_AND_IMAGE' && made.fileKey !== undefined
  return wantsImages ? addImages(app, request, { ...made, fileKey: made.fileKey! }, signal) : made
}

async function writeData(app: FileNeeds, request: RequestRow, signal: AbortSignal): Promise<Made> {
  const written = new Set<string>()
  const messages: string[] = []
  const wanted = { format: request.fileFormat, preferences: await readSettings(app.db, request.customerId) }
  const prints = noPrints()
  const read = remembering(app, app.catalogue.fetch(request.matched), prints)
  const records = writeRecords(read, wanted, { signal, written, messages })
  const fileKey = keyOf(request, 'data', extensionOf[request.fileFormat])
  const fileSize = await keepFile(app, request, fileKey, records)
  const matched = request.matched.filter((id) => written.has(id))
  const gone = matched.length < request.matched.length
  const now = gone ? await matchedAnew(app.catalogue, request, written) : {}
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
