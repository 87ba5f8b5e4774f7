import { downloadsApi, type ItemType } from '#features/downloads/contract.ts'
import type { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { type Answer, addressOf } from '#kit/web/call.ts'

export type RequestLineView = Answer<typeof manageApi.listRequests>['response'][number]
export type ItemLineView = NonNullable<RequestLineView['files']>[number]

/** A row's requests: those for the files of a single record, or the only one. */
export const requestsOf = (line: RequestLineView): readonly (RequestLineView | ItemLineView)[] => line.files ?? [line]

type State = Pick<RequestLineView, 'requestStatus' | 'fileSize'>

export const isUnfinished = ({ requestStatus }: Pick<State, 'requestStatus'>): boolean =>
  requestStatus === 'PROCESSING' || requestStatus === 'SCHEDULED'

export const hasFile = ({ requestStatus, fileSize }: State): boolean => requestStatus === 'READY' && fileSize !== null

/** Its requests whose file can be downloaded. */
export const readyIds = (line: RequestLineView): string[] =>
  requestsOf(line)
    .filter(hasFile)
    .map(({ id }) => id)

/**
 * The request whose state the row has: one that is being made, else one with a file that waits for its download, else
 * the latest. A page is made to be read, so it counts only if there is nothing else.
 */
export function leadOf(line: RequestLineView): RequestLineView {
  const files = line.files ?? []
  const toKeep = files.filter(({ itemType }) => itemType !== 'html')
  return (
    files.find(isUnfinished) ??
    toKeep.find((each) => hasFile(each) && !each.downloadComplete) ??
    toKeep.find(({ id }) => id === line.id) ??
    toKeep[0] ??
    line
  )
}

export const itemLabels: Record<ItemType, string> = { marc: 'MARC', data: 'Data', image: 'Cover', html: 'Web page' }

export const itemAddress = ({ id: requestId, itemType }: ItemLineView): string =>
  addressOf(itemType === 'html' ? downloadsApi.downloadHtml : downloadsApi.downloadFile, { requestId })
