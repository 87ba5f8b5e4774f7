import { normalised } from '#kit/normalised.ts'
import { marc8ToUnicode } from './marc8.ts'

/**
 * ISO 5426, the Latin set of UNIMARC and many European systems: signs at A1 to BF, marks in front of their letter at C0 to
 * DF, letters at E1 to FC. Source: ISO 5426:1983 in ISO/IEC 10646 (JTC1/SC2/WG3 mapping); a blank is no character.
 */
const signs = '¡„£$¥†§′‘“«♭©℗®ʻʼ‚   ‡·″’”»♯ʹʺ¿'
const marks =
  '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0315\u0312\u030b\u031b\u030c' +
  '\u0327\u031c\u0326\u0328\u0325\u032e\u0323\u0324\u0332\u0333\u0329\u032d \ufe20\ufe21\ufe23'
const letters = ' ÆĐ   Ĳ ŁØŒ Þ    æđð ıĳ łøœßþ   '

/** Decodes bytes (one character a byte); U+FFFD where the set has no character. */
export function iso5426ToUnicode(bytes: string): string {
  let text = ''
  let before = ''
  for (const character of bytes) {
    const code = character.charCodeAt(0)
    const mark = code >= 0xc0 && code <= 0xdf ? marks[code - 0xc0]! : ' '
    if (mark !== ' ') {
      before += mark
      continue
    }
    text += characterOf(code) + before
    before = ''
  }
  return normalised(text + before, 'NFC')
}

function characterOf(code: number): string {
  if (code < 0x80) return String.fromCharCode(code)
  // Begin and end of a non-sorting part (UNIMARC).
  if (code === 0x88 || code === 0x89) return ''
  const found = code >= 0xe0 ? letters[code - 0xe0]! : code >= 0xa1 && code < 0xc0 ? signs[code - 0xa1]! : ' '
  return found === ' ' ? '\ufffd' : found
}

export type Guess = { name: string; read: (bytes: string) => string; hasMarks?: true; isCyrillic?: true }

const decoded = (label: string) => (bytes: string) => new TextDecoder(label).decode(Buffer.from(bytes, 'latin1'))
const candidates: Guess[] = [
  { name: 'MARC-8', read: (bytes) => marc8ToUnicode(bytes).text, hasMarks: true },
  { name: 'Windows-1252', read: decoded('windows-1252') },
  { name: 'ISO 5426', read: iso5426ToUnicode, hasMarks: true },
  { name: 'Windows-1251', read: decoded('windows-1251'), isCyrillic: true },
  { name: 'KOI8-R', read: decoded('koi8-r'), isCyrillic: true },
  { name: 'code page 866', read: decoded('ibm866'), isCyrillic: true },
]

/**
 * A set other than MARC-8 must score better by more than this; if the leader says MARC-8, two strong signs are needed.
 */
const lead = 0.5
const leadOfLeader = 14

/** The most likely character set of these values (one character a byte); undefined if none gives text. */
export function guessCharset(values: string[], saysMarc8: boolean): Guess | undefined {
  let best: Guess | undefined
  let most = 0
  for (const candidate of candidates) {
    // Signs alone are no evidence for a Cyrillic set; a word is.
    if (candidate.isCyrillic && !values.some((value) => /\p{Script=Cyrillic}{3}/u.test(candidate.read(value)))) continue
    const favour = candidate !== candidates[0] ? 0 : saysMarc8 ? leadOfLeader : lead
    const sum = values.reduce((total, value) => total + likelihoodOf(candidate, value), favour)
    if (sum > most) [best, most] = [candidate, sum]
  }
  return best
}

/** A mark that composes with the next byte to a common letter is rarely there by chance. */
export function likelihoodOf({ read, hasMarks }: Guess, value: string): number {
  const text = read(value)
  const letters = hasMarks ? text.match(/[àáâãäåçèéêëìíîïñòóôõöùúûüýÿāēīōūčšžćńśźżăşţőűẓṣḥṭḍ]/giu) : undefined
  return likelihood(text) + 1.5 * (letters?.length ?? 0)
}

const letter = /^\p{L}/u
const lower = /^\p{Ll}/u
const upper = /^\p{Lu}/u
const mark = /^\p{M}/u
const cyrillic = /^\p{Script=Cyrillic}/u
const common = /^[àáâãäåæçèéêëìíîïñòóôõöøœùúûüßčšž]/i
/** One-letter words. */
const word = /^[àáèéòó]/i
/** Signs that occur inside words, or directly before or after one. */
const inWord = /^[’ʼʻʹʺ·\u00ad]/
const opening = /^[‘“„«¿¡]/
const closing = /^[’”»…°]/
const currency = /^[£€¥]/
/** Unicode calls these letters; readers see signs. */
const sign = /^[ℓªº]/

/** Evidence for text minus evidence against it, per character beyond ASCII. */
export function likelihood(text: string): number {
  const characters = [...text]
  let sum = 0
  for (const [i, character] of characters.entries())
    if (character > '\x7f') sum += weight(characters[i - 1] ?? ' ', character, characters[i + 1] ?? ' ')
  return sum
}

function weight(before: string, character: string, after: string): number {
  if (character === '\ufffd' || (character >= '\x80' && character < '\xa0')) return -12
  if (mark.test(character)) return letter.test(before) || mark.test(before) ? -1 : -6
  if (!letter.test(character) || inWord.test(character) || sign.test(character))
    return signWeight(before, character, after)
  if (!letter.test(before) && !letter.test(after))
    return before === ' ' && after === ' ' && word.test(character) ? 1 : 0
  const usual = common.test(character) ? 3 : character > '\u017f' && character < '\u0250' ? 0 : 2
  return usual + caseWeight(before, character) + scriptWeight(before, character, after) + vowelWeight(character, after)
}

function signWeight(before: string, character: string, after: string): number {
  const isInside = letter.test(before) && letter.test(after)
  if (inWord.test(character) && isInside) return 2
  if (isInside || (/^[ℓ℗♭♯]/.test(character) && letter.test(after))) return -12
  if (opening.test(character)) return before <= ' ' && after > ' ' ? 1 : -1
  if (closing.test(character)) return before > ' ' && !letter.test(after) ? 1 : -1
  const isInPlace = currency.test(character) ? /\d/.test(after) : before === ' ' && after === ' '
  return isInPlace ? 1 : -1
}

function caseWeight(before: string, character: string): number {
  if (!upper.test(character)) return 0
  return lower.test(before) ? -6 : upper.test(before) ? -1 : 0
}

/** Cyrillic words mix with no other letters; Latin words have few letters beyond ASCII, and rarely two in a row. */
function scriptWeight(before: string, character: string, after: string): number {
  const neighbours = [before, after].filter((each) => letter.test(each))
  if (cyrillic.test(character)) return neighbours.every((each) => cyrillic.test(each)) ? 0 : -6
  return before > '\x7f' && letter.test(before) ? -4 : 0
}

/** The commonest marks of MARC-8, in front of their letter, are these letters in Windows-1252. */
const vowelWeight = (character: string, after: string) => (/^[âáã]/i.test(character) && /[aeiu]/i.test(after) ? -3 : 0)
