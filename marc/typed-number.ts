import { normalised } from '#kit/normalised.ts'

/** Digits of other scripts are in runs of ten, each from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Removed: direction marks, joiners and soft hyphens, which are copied along from web pages and PDF files. */
export const unseen = /\p{Cf}/u

/** A character as the keyboard of a scanner gives it: digits of any script and full-width characters in ASCII. */
export function plainCharacter(character: string): string {
  if (character <= '\x7f') return character
  if (/\p{Nd}/u.test(character)) return digitOf(character)
  const code = character.charCodeAt(0)
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : character
}

/** The digits of a text in ASCII, without characters that no one sees. */
const plainText = (text: string): string =>
  /[^\x00-\x7f]/.test(text)
    ? normalised(text, 'NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/(?=\P{ASCII})\p{Nd}/gu, digitOf)
    : text

/** Hyphens, dashes and the signs that are typed for them. */
const dash = '[\\p{Pd}\\u2212\\u30fc]'
const opening = '[\\p{Ps}\\p{Pi}<]'
const closing = '[\\p{Pe}\\p{Pf}>]'
const lengthInName = `(?:[\\s(]|${dash}){0,3}1[03]\\)?(?=[\\s:.=]|$)`
/** `ISBN`, `ISBN-13:`, `e-ISSN`, `urn:isbn:`, `EAN no.`, as text in front of a number. The name is the first group. */
export const numberName =
  `(?:urn:)?(?:[ep]${dash}?)?(i\\.?s\\.?[bsm]\\.?n|ean|upc|gtin)(?!\\p{L})` +
  `(?:${dash}(?:l|a)(?!\\p{L}))?(?:${lengthInName})?(?:\\s*(?:no|nr|number)(?![\\p{L}\\d])\\.?)?` +
  '(?:\\s*\\([^)\\d]{0,40}\\))?'

const leading = new RegExp(`^(?:[\\s"'’=]|${opening})+`, 'u')
const trailing = new RegExp(`(?:[\\s"'’.,;:!/]|${closing})+$`, 'u')
const leadingName = new RegExp(`^${numberName}(?:[\\s:#.="'’]|${opening}|${closing})*`, 'iu')
/** `(pbk.)`, `[v. 1]`, `: $12.95` behind a whole number. */
const qualifier = new RegExp(
  `^((?=(?:\\d(?:\\s|${dash})*){7}[\\dxX])(?:[\\d\\s]|${dash})+[xX]?${closing}?)(?:\\s*${opening}|\\s+[:;,/=]).*$`,
  'su',
)
const between = new RegExp(`[\\s]|${dash}|${opening}|${closing}`, 'gu')

/** `name`: the kind of number by the words before it. `written`: the number with its hyphens and spaces. */
type TypedNumber = { name: string | undefined; written: string }

/**
 * A number as people type, scan, paste or say it, without the text around it: names, brackets, quotation marks, full
 * stops, its binding, and characters that no one sees. Every entrance reads numbers by this function.
 */
export function typedNumber(text: string): TypedNumber {
  if (/^\d+[xX]?$/.test(text)) return { name: undefined, written: text }
  let written = plainText(text).replace(leading, '').replace(trailing, '')
  let name: string | undefined
  // A call that names the kind may get a number with its name.
  for (let named = leadingName.exec(written); named && named[0] !== ''; named = leadingName.exec(written)) {
    name = named[1]!.replaceAll('.', '').toLowerCase()
    written = written.slice(named[0].length)
  }
  return { name, written: written.replace(qualifier, '$1').replace(/^(\d{7,})\.0+$/, '$1') }
}

/** The characters of a number, in capitals. A single full stop is a decimal point; several are hyphens. */
export const charactersOf = (written: string): string =>
  (/^\d+(?:\.[\dxX]+){2,}$/.test(written) ? written.replaceAll('.', '') : written.replace(between, '')).toUpperCase()
