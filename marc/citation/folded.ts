import { normalised } from '#kit/normalised.ts'

/** Lower case without diacritics, so that a heading matches the words of the title page. */
export const folded = (text: string): string => normalised(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** `a`, …, `z`, `aa`, `ab`, … for 0, 1, … */
export const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26))
