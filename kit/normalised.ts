/** No language has letters with more marks: Unicode's stream-safe text format (UAX #15) has as many. */
const mostMarks = 30
/** Marks, with the two half-width letters that become marks. */
const mark = '[\\p{M}\\uff9e\\uff9f]'
const moreMarks = new RegExp(`(${mark}{${mostMarks}})${mark}+`, 'gu')
/** Shorter texts cost nothing, no matter what they have. */
const short = 256

/**
 * A text in a normal form, in a time that grows with its length. To sort the marks of one letter takes the square of
 * their number, so a long text loses those that are too many.
 */
export const normalised = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (text.length > short ? text.replace(moreMarks, '$1') : text).normalize(form)
