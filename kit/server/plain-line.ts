import { normalised } from '#kit/normalised.ts'

/** One line as people type it: no control characters or unpaired surrogates, trimmed. */
export const plainLine = (text: string): string =>
  normalised(text.toWellFormed(), 'NFC')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
