import { type Chosen, type Content, type DownloadRequest, downloadsApi } from '#features/downloads/contract.ts'
import { type Answer, type CallOptions, call, isTimeout } from '#kit/web/call.ts'

/** The specification's time-out of the call, in milliseconds. */
export const maxWaitMs = 8000
export const moreTime = 'This request requires more time to process...'

export type Sent = { id: string; waits: boolean } | 'unanswered'

/**
 * Sends the identifiers. `waits`: the server continues in the background. `unanswered`: there was no reply within eight
 * seconds, so the id is unknown here.
 */
export async function sendRequest(
  identities: string[],
  requestName: string,
  {
    content = 'DATA_ONLY',
    chosen = [],
    timeoutMs = maxWaitMs,
    idempotencyKey,
    askToSignIn,
  }: {
    content?: Content
    chosen?: Chosen[]
    timeoutMs?: number
    /** Sent again with the same key, it is the same request. */
    idempotencyKey?: string
    askToSignIn?: false
  } = {},
): Promise<Sent> {
  const input = {
    identities,
    ...(requestName.trim() ? { requestName: requestName.trim() } : {}),
    // The server's default is the records alone.
    ...(content === 'DATA_ONLY' ? {} : { content }),
    ...(chosen.length === 0 ? {} : { chosen }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
  const asking = askToSignIn === false ? { askToSignIn } : {}
  return sendBy((options) => call(downloadsApi.createRequest, input, { ...options, ...asking }), timeoutMs)
}

/** The same for any call that returns a request. */
export async function sendBy(
  make: (options: CallOptions) => Promise<{ response: DownloadRequest }>,
  timeoutMs = maxWaitMs,
): Promise<Sent> {
  try {
    const { response } = await make({ timeoutMs })
    return { id: response.id, waits: takesLonger(response) }
  } catch (error) {
    if (isTimeout(error)) return 'unanswered'
    throw error
  }
}

/** A failure by time-out counts as scheduled, not as failed. */
export const takesLonger = ({
  requestStatus,
  timeout,
}: Pick<DownloadRequest | RequestView, 'requestStatus' | 'timeout'>) =>
  requestStatus === 'SCHEDULED' || (requestStatus === 'FAILED' && timeout)

/** A request as the page reads it: its dates are `Date` objects. */
export type RequestView = Answer<typeof downloadsApi.requestDetails>['response']
