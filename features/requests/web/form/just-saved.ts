/** What came of the last press on a button of the form. */
export type Outcome = {
  told?: string
  /** Pictures that were left out. */
  virus?: string[]
  /** Items that were not saved, as they are unfinished. */
  left?: number
  /** It was looked at what is unfinished, and nothing could be saved. */
  looked?: boolean
  /** It is to be submitted now. */
  submit?: boolean
}

let saved: { requestId: string; outcome: Outcome } | undefined

/** A new request gets its own address when it is first saved; what came of it is said there. */
export function noteSaved(requestId: string, outcome: Outcome): void {
  saved = { requestId, outcome }
}

export const savedJustNow = (requestId: string): Outcome | undefined =>
  saved?.requestId === requestId ? saved.outcome : undefined

export function forgetSaved(): void {
  // Drawn twice while it is developed: the second time still has to find it.
  queueMicrotask(() => {
    saved = undefined
  })
}
