import { normalised } from '#kit/normalised.ts'

/** Multi-line text that every database and mail accepts: no NUL, control characters or unpaired surrogates. */
export const plainText = (text: string): string =>
  normalised(text.toWellFormed(), 'NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ' '))
    .trim()
