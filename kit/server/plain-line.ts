/** One line as people write it: no control bytes or half characters, no spaces around it. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
