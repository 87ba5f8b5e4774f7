import { downloadsApi, type ItemType } from '#features/downloads/contract.ts'
import { Problem, sentencesOr } from '#kit/problem.ts'
import { addressOf, call, isTimeout } from '#kit/web/call.ts'
import { failedPoll, moreTimeNeeded, pollMs, unknownError } from './request-stage.ts'

/** A request with a ready file. */
export type ReadyItem = { requestId: string; type: ItemType }

/** How long the page polls before it gives up, in milliseconds. */
export const maxPollMs = 180_000
export const noId = 'No ID provided'

/** Why a file did not come, in a sentence. `ahead`: move on to the product page. */
export class ItemRefused extends Error {
  readonly ahead: boolean

  constructor(sentence: string, ahead: boolean) {
    super(sentence)
    this.ahead = ahead
  }
}

/** Requests one record as one kind of file and polls until the file is ready. Rejects with `ItemRefused`. */
export async function requestReadyItem(type: ItemType, bibId: string, signal: AbortSignal): Promise<ReadyItem> {
  const { response } = await call(downloadsApi.requestItem, { type, bibId }, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    // If the server cannot be reached, neither can its product page.
    throw new ItemRefused(refusedItem(type, error), !isSignInAgain(error) && !isUnreachable(error))
  })
  if (response.requestStatus === 'READY') return { requestId: response.id, type }
  if (response.requestStatus === 'FAILED')
    throw new ItemRefused(
      refusedItem(type, new Problem('request_failed', 409, sentencesOr('', response.messages))),
      true,
    )
  await untilReady(response.id, signal)
  return { requestId: response.id, type }
}

/**
 * The specification's sentences for a refused single-record download. A limit takes precedence over a missing file: a
 * cover beyond today's limit may well exist.
 */
export function refusedItem(type: ItemType, error: unknown): string {
  const message = error instanceof Problem ? (error.messages[0] ?? '') : ''
  if (message.startsWith('subscribe::')) return message.slice('subscribe::'.length).trim()
  if (isSignInAgain(error) || message.toLowerCase().includes('limit')) return message
  if (type !== 'marc' && !isUnreachable(error)) return `There is no ${type} available to download.`
  return 'Could not download file. Please try again later.'
}

const isSignInAgain = (error: unknown) =>
  error instanceof Problem && (error.code === 'sign_in_required' || error.code === 'not_allowed')

const isUnreachable = (error: unknown) => error instanceof Problem && error.code === 'unreachable'

/** Polls the state every 1.2 s, at most for 180 s. */
export async function untilReady(requestId: string | undefined, signal: AbortSignal): Promise<void> {
  if (!requestId) throw new ItemRefused(noId, false)
  const end = Date.now() + maxPollMs
  while (Date.now() < end) {
    await pause(pollMs, signal)
    const status = await call(
      downloadsApi.requestStatus,
      { requestId, timestamp: String(Date.now()) },
      { signal, timeoutMs: Math.max(1, end - Date.now()) },
    ).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new ItemRefused(isTimeout(error) ? moreTimeNeeded : failedPoll, false)
    })
    if (status === 'READY') return
    if (status === 'FAILED') throw new ItemRefused(await reasonOf(requestId, signal), true)
  }
  throw new ItemRefused(moreTimeNeeded, false)
}

/** The server's sentences about a failed request, or an unknown error. */
async function reasonOf(requestId: string, signal: AbortSignal) {
  const details = await call(downloadsApi.requestDetails, { requestId }, { signal }).catch(() => undefined)
  return details?.response.messages.join(' ') || unknownError
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const parts = {
  marc: downloadsApi.downloadFile,
  data: downloadsApi.downloadData,
  image: downloadsApi.downloadImage,
  html: downloadsApi.downloadHtml,
}

/** The address from which the browser downloads the file. */
export const addressOfItem = ({ requestId, type }: ReadyItem): string => addressOf(parts[type], { requestId })
