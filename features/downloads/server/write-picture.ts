import type { App } from '#app/app.ts'
import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import type { RequestRow } from './own-request.ts'

/** How a request ends: what changes with its state. */
export type Finish = {
  status: 'READY' | 'FAILED'
  messages: string
  matched?: string
  unmatched?: string
  fileKey?: string
  fileSize?: number
}

export const noImage = 'There is no image available to download.'

/** Keeps the cover as the request's own file: a later cover of the record does not change what was asked for. */
export async function writePicture(
  { catalogue, files, metrics }: Pick<App, 'catalogue' | 'files' | 'metrics'>,
  { id, matched }: Pick<RequestRow, 'id' | 'matched'>,
): Promise<Finish> {
  const [document] = await catalogue.documents(matched.slice(0, 1))
  const picture = document ? await coverPicture(files, document.imageFileName) : null
  if (!picture) return { status: 'FAILED', messages: JSON.stringify([noImage]) }
  const fileKey = `downloads/${id}.${picture.kind}`
  const fileSize = await files.put(fileKey, picture.bytes)
  metrics.recordsWritten.inc(1)
  return { status: 'READY', messages: '[]', fileKey, fileSize }
}
