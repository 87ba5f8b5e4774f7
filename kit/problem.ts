// Apart from contract.ts: the browser's first chunk knows what a Problem is without the schema library.

export type FieldErrors = Record<string, string[]>

/** An outcome the caller can act on. Anything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  /** Sentences for a person, the most important first. */
  readonly messages: string[]
  readonly errors: FieldErrors | undefined
  /** What stands in the way, by the name of its id: `{ folderId }`. */
  readonly about: Record<string, string> | undefined
  /** Seconds after which it may be tried again, where that is known. */
  readonly waitSeconds: number | undefined

  constructor(
    code: string,
    status: number,
    messages: string[],
    errors?: FieldErrors,
    about?: Record<string, string>,
    waitSeconds?: number,
  ) {
    super(`${code}: ${messages.join(' ')}`)
    this.code = code
    this.status = status
    this.messages = messages
    this.errors = errors
    this.about = about
    this.waitSeconds = waitSeconds
  }
}
