import { type ShownRequest, takesLonger } from './send-request.ts'

export type Stage = 'processing' | 'ready' | 'scheduled' | 'failed'

/** How often the page asks while the request is processed, and how many times before it counts as scheduled. */
export const askEveryMs = 1200
export const maxAsks = 30
/** A scheduled one is looked at now and then, for whoever leaves the page open. */
export const recheckMs = 15_000

export function stageOf(request: Pick<ShownRequest, 'requestStatus' | 'timeout'>, asks: number): Stage {
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

/** Headings are asked for by what the school has downloaded since, on their own screen. */
export const canBeAskedAgain = ({ requestType }: Pick<ShownRequest, 'requestType'>): boolean =>
  requestType !== 'AUTHORITY'

/** What can still be done to the list of a request: all, nothing since it was downloaded or failed, or nothing for the moment. */
export type Editing = 'open' | 'downloaded' | 'failed' | 'waits'

export function editingOf({ downloadComplete }: Pick<ShownRequest, 'downloadComplete'>, stage: Stage): Editing {
  if (downloadComplete) return 'downloaded'
  if (stage === 'failed') return 'failed'
  return stage === 'ready' ? 'open' : 'waits'
}
