import { downloadsApi } from '#features/downloads/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { formatBytes } from '#kit/web/format.ts'
import { formats } from './request-labels.ts'
import type { RequestView } from './send-request.ts'

/** `label` names the content, `form` the format and size. */
export type RequestFile = { id: string; label: string; form: string; href: string }

type Filed = Pick<
  RequestView,
  'id' | 'requestType' | 'content' | 'fileFormat' | 'imageAlone' | 'fileSize' | 'dataSize' | 'imageSize'
>

/**
 * The files of a ready request: `main` by the requested content and the setting for separate covers, `more` the same in
 * parts.
 */
export function filesOf(request: Filed): { main: RequestFile[]; more: RequestFile[] } {
  const { id: requestId, requestType, content, fileFormat, imageAlone, fileSize, dataSize, imageSize } = request
  const format = formats[fileFormat]
  const covers = requestType === 'ITEM' ? 'cover' : 'covers'
  const zip = requestType === 'ITEM' ? '' : 'ZIP'
  const file = (
    id: string,
    endpoint: typeof downloadsApi.downloadFile,
    label: string,
    form: string,
    size: number | null,
  ) => ({
    id,
    label,
    form: [form, formatSize(size)].filter(Boolean).join(', '),
    href: addressOf(endpoint, { requestId }),
  })
  const data = file('data', downloadsApi.downloadData, format, '', dataSize)
  const image = file('image', downloadsApi.downloadImage, covers, zip, imageSize)
  if (content === 'IMAGE_ONLY')
    return {
      main: fileSize === null ? [] : [file('whole', downloadsApi.downloadFile, covers, zip, fileSize)],
      more: [],
    }
  // Without any cover there is only the data.
  if (content === 'DATA_ONLY' || imageSize === null)
    return {
      main: fileSize === null ? [] : [file('whole', downloadsApi.downloadFile, format, '', fileSize)],
      more: [],
    }
  if (imageAlone) return { main: [data, image], more: [] }
  return {
    main: [file('whole', downloadsApi.downloadFile, `${format} and ${covers}`, 'ZIP', fileSize)],
    more: [data, image],
  }
}

/** The records as a page, to view or to keep. */
export const readableOf = (requestId: string): string =>
  addressOf(downloadsApi.downloadHtml, { requestId, view: 'inline' })
export const pageFileOf = (requestId: string): string => addressOf(downloadsApi.downloadHtml, { requestId })

export const formatSize = (bytes: number | null): string => (bytes === null ? '' : formatBytes(bytes))
