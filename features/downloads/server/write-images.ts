import type { FileNeeds, Made } from './keep-file.ts'
import { matchedAnew } from './match-identifiers.ts'
import type { RequestRow } from './own-request.ts'
import { writeCovers } from './write-covers.ts'
import { writePackage } from './write-package.ts'
import { noImage } from './write-picture.ts'

/** The covers beside the data, and both in one unless the school wants them apart. Without a cover there is only data. */
export async function addImages(
  app: FileNeeds,
  request: RequestRow,
  made: Made & { fileKey: string },
  signal: AbortSignal,
): Promise<Made> {
  const covers = await writeCovers(app, request, made.matched ?? request.matched, signal)
  if (covers.covers === 0) return { ...made, covers: 0, messages: [noImage, ...made.messages] }
  const both = { ...made, covers: covers.covers, imageKey: covers.key, imageSize: covers.size }
  if (request.imageAlone) return both
  const data = { key: made.fileKey, name: `records.${made.fileKey.slice(made.fileKey.lastIndexOf('.') + 1)}` }
  return { ...both, ...(await writePackage(app, request, { data, covers }, signal)) }
}

/** The covers alone. Records that have gone are unmatched. */
export async function writeImages(app: FileNeeds, request: RequestRow, signal: AbortSignal): Promise<Made> {
  const { key: fileKey, size: fileSize, covers, found } = await writeCovers(app, request, request.matched, signal)
  const matched = request.matched.filter((id) => found.has(id))
  const gone = matched.length < request.matched.length
  const now = gone ? await matchedAnew(app.catalogue, request, found) : {}
  const lists = { matched, ...now, covers }
  if (covers === 0) return { ...lists, status: 'FAILED', messages: [noImage] }
  return { ...lists, status: 'READY', messages: [], fileKey, fileSize }
}
