/** Text of several lines as every database and mail takes it: no NUL, control bytes or half characters. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ' '))
    .trim()
