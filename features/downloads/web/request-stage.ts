import { type RequestView, takesLonger } from './send-request.ts'

export type Stage = 'processing' | 'ready' | 'scheduled' | 'failed'

/** Polling interval while the request is processed, and the number of polls before it counts as scheduled. */
export const pollMs = 1200
export const maxAsks = 30
/** Polling interval of a scheduled request, while the page stays open. */
export const recheckMs = 15_000

export function stageOf(request: Pick<RequestView, 'requestStatus' | 'timeout'>, asks: number): Stage {
  if (request.requestStatus === 'READY') return 'ready'
  if (takesLonger(request)) return 'scheduled'
  if (request.requestStatus === 'FAILED') return 'failed'
  return asks < maxAsks ? 'processing' : 'scheduled'
}

export const unknownError = 'An unknown error has occured. Please contact the system administrator.'
export const failedPoll = 'Error performing this operation. Please come back later.'
export const moreTimeNeeded = 'This request requires more time.'
export const requestReady = 'The download request is ready.'
export const downloadBegins = 'Your file will begin downloading in a new window'

/** Comma-separated, '' for none. */
export const listOf = (text: string): string[] => text.split(',').filter((each) => each !== '')

/** A request of headings depends on the school's later downloads, so it is made on its own screen. */
export const canBeAskedAgain = ({ requestType }: Pick<RequestView, 'requestType'>): boolean =>
  requestType !== 'AUTHORITY'

/** Whether the list of a request can be edited, also while its file is made. Not once it was downloaded or has failed. */
export type Editing = 'open' | 'downloaded' | 'failed'

export function editingOf({ downloadComplete }: Pick<RequestView, 'downloadComplete'>, stage: Stage): Editing {
  if (downloadComplete) return 'downloaded'
  return stage === 'failed' ? 'failed' : 'open'
}
