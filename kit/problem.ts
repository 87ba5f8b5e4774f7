// Separate from contract.ts, so that the browser's first chunk has Problem without the schema library.

export type FieldErrors = Record<string, string[]>

/** For a person, the most important first. */
export type Sentences = [string, ...string[]]

/** `otherwise`: if there is none. */
export const sentencesOr = (otherwise: string, [first = otherwise, ...more]: readonly string[]): Sentences => [
  first,
  ...more,
]

/** An outcome the caller can act on. Anything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly messages: Sentences
  readonly errors: FieldErrors | undefined
  /** The ids of what blocks it, by name: `{ folderId }`. */
  readonly about: Record<string, string> | undefined
  /** Seconds until a retry, if known. */
  readonly waitSeconds: number | undefined

  constructor(
    code: string,
    status: number,
    messages: Sentences,
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
