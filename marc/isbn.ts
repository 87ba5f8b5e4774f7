/** Arithmetic of ISBN, EAN and ISSN on bare digits (ISO 2108, ISO 3297, GS1 General Specifications). */

/** The check digit of the first twelve digits. */
export function eanCheck(digits: string): string {
  let sum = 0
  for (let i = 0; i < 12; i++) sum += (digits.charCodeAt(i) - 48) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

/** The check character of the first nine digits, `X` for ten. */
export const isbn10Check = (digits: string): string => modulo11(digits, 9)
/** The check character of the first seven digits, `X` for ten. */
export const issnCheck = (digits: string): string => modulo11(digits, 7)

function modulo11(digits: string, count: number): string {
  let sum = 0
  for (let i = 0; i < count; i++) sum += (digits.charCodeAt(i) - 48) * (count + 1 - i)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

export const isEan = (text: string): boolean => /^\d{13}$/.test(text) && eanCheck(text) === text[12]
export const isIsbn13 = (text: string): boolean => /^97(?:8|9[1-9])/.test(text) && isEan(text)
export const isIsbn10 = (text: string): boolean => /^\d{9}[\dX]$/.test(text) && isbn10Check(text) === text[9]
/** The printed form, `1441-0176`. Other text stays unchanged. */
export const printedIssn = (issn: string): string => issn.replace(/^(\d{4})(\d{3}[\dX])$/i, '$1-$2')

export const isIssn = (text: string): boolean => /^\d{7}[\dX]$/.test(text) && issnCheck(text) === text[7]

export function isbn13Of(isbn10: string): string {
  const digits = `978${isbn10.slice(0, 9)}`
  return digits + eanCheck(digits)
}

/** '' for 979, which has no ISBN-10. */
export function isbn10Of(isbn13: string): string {
  if (!isbn13.startsWith('978')) return ''
  const digits = isbn13.slice(3, 12)
  return digits + isbn10Check(digits)
}
