import { collectionsApi } from '#features/downloads/collections/contract.ts'
import { type DownloadRequest, downloadsApi } from '#features/downloads/contract.ts'
import { digitalContentApi } from '#features/downloads/digital-content/contract.ts'
import { type CallOptions, call } from '#kit/web/call.ts'
import { requestAndFollow } from './downloads-parts.tsx'
import { listOf } from './request-stage.ts'

type Past = Pick<DownloadRequest, 'requestName' | 'requestType' | 'identities' | 'content' | 'asked'>

/** Makes the same request with today's catalogue and settings, and leads to it. */
export const requestAgain = (past: Past): Promise<void> =>
  requestAndFollow((options) => ask(past, options), past.requestName)

function ask({ requestName, identities, content, asked }: Past, options: CallOptions) {
  if (asked && 'from' in asked)
    return call(digitalContentApi.createDigital, { ...asked, requestName, content }, options)
  if (asked && 'collectionId' in asked) return call(collectionsApi.createCollection, { ...asked, content }, options)
  return call(downloadsApi.createRequest, { identities: listOf(identities), requestName, content }, options)
}

/** The same for a request in a list, whose identifiers are fetched first. */
export async function requestAgainById(requestId: string): Promise<void> {
  const { response } = await call(downloadsApi.requestDetails, { requestId })
  await requestAgain(response)
}
