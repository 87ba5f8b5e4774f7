import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import { type FileNeeds, keepFile, keyOf, type Made } from './keep-file.ts'
import type { RequestRow } from './own-request.ts'

export const noImage = 'There is no image available to download.'

/** Keeps the cover as the request's own file: a later cover of the record does not change what was asked for. */
export async function writePicture(app: FileNeeds, request: RequestRow): Promise<Made> {
  const [document] = await app.catalogue.documents(request.matched.slice(0, 1))
  const picture = document ? await coverPicture(app.files, document.imageFileName) : null
  if (!picture) return { status: 'FAILED', messages: [noImage] }
  const fileKey = keyOf(request, 'covers', picture.kind)
  return { status: 'READY', messages: [], fileKey, fileSize: await keepFile(app, request, fileKey, [picture.bytes]) }
}
