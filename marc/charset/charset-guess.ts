import { normalised } from '#kit/normalised.ts'
import { letterWeight } from './letter-contexts.ts'
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

/** `against`: less than 0 for a set that is rare. */
export type Guess = {
  name: string
  read: (bytes: string) => string
  hasMarks?: true
  isCyrillic?: true
  against?: number
}

const decoded = (label: string) => (bytes: string) => new TextDecoder(label).decode(Buffer.from(bytes, 'latin1'))
/** A mark at the end, without a letter, is a byte without a character. */
function asMarc8(bytes: string): string {
  const { text, unknown } = marc8ToUnicode(bytes)
  return unknown > 0 && !text.includes('\ufffd') ? `${text}\ufffd` : text
}

export const candidates: Guess[] = [
  { name: 'MARC-8', read: asMarc8, hasMarks: true },
  { name: 'Windows-1252', read: decoded('windows-1252') },
  { name: 'ISO 5426', read: iso5426ToUnicode, hasMarks: true, against: -2 },
  { name: 'Windows-1251', read: decoded('windows-1251'), isCyrillic: true },
  { name: 'KOI8-R', read: decoded('koi8-r'), isCyrillic: true },
  { name: 'code page 866', read: decoded('ibm866'), isCyrillic: true },
]

export const marc8 = candidates[0]!

/** The likeliest reading of the values, undefined if none gives text; `isSure`: no other is nearly as likely. */
export type Guessed = { guess: Guess | undefined; isSure: boolean }

/** `favour`: by how much another set must be likelier than MARC-8. Values have one character a byte. */
export function guessCharset(values: string[], favour: number): Guessed {
  let best: Guess | undefined
  const scores: { text: string; score: number }[] = []
  let most = 0
  const words = values.some((value) => contraction.test(value)) ? values.map(withoutApostrophes) : values
  for (const candidate of candidates) {
    const texts = words.map(candidate.read)
    // Signs alone are no evidence for a Cyrillic set; a word is.
    if (candidate.isCyrillic && !texts.some((text) => /\p{Script=Cyrillic}{3}/u.test(text))) continue
    const score = texts.reduce(
      (sum, text) => sum + likelihoodOf(candidate, text),
      candidate === marc8 ? favour : (candidate.against ?? 0),
    )
    scores.push({ text: texts.join('\n'), score })
    if (score > most) [best, most] = [candidate, score]
  }
  const text = scores.find(({ score }) => score === most)?.text
  return { guess: best, isSure: scores.every((each) => each.text === text || most - each.score >= margin) }
}

const margin = 1.5

/** A grave accent in MARC-8, where English words have an apostrophe: no evidence for a character set. */
const contraction =
  /(?:\b(?:[dD]o|[cC]a|[wW]o|[aA]i|[iI]s|[dD]id|[dD]oes|[wW]as)n\xe1t|\b(?:I|[yY]ou|[wW]e|[tT]hey)\xe1(?:ll|re|ve|m|d)|[A-Za-z]{3}in\xe1|\bo\xe1)(?![a-z\x80-\xff])/
const withoutApostrophes = (value: string) => value.replaceAll('\xe1', "'")

/** A mark that composes with the next byte to a letter is rarely there by chance. */
export function likelihoodOf({ hasMarks }: Guess, text: string): number {
  const composed = hasMarks ? text.match(rarelyByChance) : undefined
  return likelihood(text) + 1.5 * (composed?.length ?? 0)
}

/** Composed by marks other than those that are é, ä and ã in Windows-1252, which precede any consonant. */
const rarelyByChance = /[àáâèéìíîòóùúûýćńŕśźĺäëïöüÿåůāēīōūăĕĭŏŭãĩõũżėġṅçşţģķļņŗąęįųőű]/gi
const letter = /^\p{L}/u
const latin = /^\p{Script=Latin}/u
const lower = /^\p{Ll}/u
const upper = /^\p{Lu}/u
const mark = /^\p{M}/u
const cyrillic = /^\p{Script=Cyrillic}/u
/** Signs that occur inside words, or directly before or after one. */
const inWord = /^[’ʼʻʹʺ·\u00ad]/
const opening = /^[‘“„«¿¡]/
const closing = /^[’”»…°]/
const currency = /^[£€¥]/
const copyright = /^[©℗]/
const accidental = /^[♭♯]/
/** Unicode calls these letters; readers see signs. */
const sign = /^[ℓªºµ]/

/** Evidence for text minus evidence against it, per character beyond ASCII. */
export function likelihood(text: string): number {
  if (!/[^\x00-\x7f]/.test(text)) return 0
  const characters = [...text]
  // Signs that open a question or an exclamation.
  let sum = (text.includes('¿') && !text.includes('?')) || (text.includes('¡') && !text.includes('!')) ? -6 : 0
  for (const [i, character] of characters.entries())
    if (character > '\x7f') {
      const [before = ' ', next = ' '] = [characters[i - 1], characters[i + 1]]
      sum += weight(before, character, next)
      if (letter.test(character)) sum += caseWeight(characters[i - 2] ?? ' ', before, character, next)
    }
  return sum
}

function weight(before: string, character: string, after: string): number {
  if (character === '\ufffd' || (character >= '\x80' && character < '\xa0')) return -12
  if (mark.test(character)) return letter.test(before) || mark.test(before) ? -2 : -6
  if (!letter.test(character) || inWord.test(character) || sign.test(character))
    return signWeight(before, character, after)
  if (latin.test(character)) return letterWeight(before, character, after)
  return 2 + scriptWeight(before, character, after)
}

function signWeight(before: string, character: string, after: string): number {
  const isInside = letter.test(before) && letter.test(after)
  if (inWord.test(character) && isInside) return 2
  if (isInside) return -12
  if (accidental.test(character)) return /[A-Ga-g)]/.test(before) && !/\d/.test(after) ? 1 : -6
  if (character === '℗' && letter.test(after)) return -12
  if (opening.test(character)) return /^[\s([]/.test(before) && letter.test(after) ? 1 : -1
  if (closing.test(character)) return before > ' ' && !letter.test(after) ? 1 : -1
  if (copyright.test(character)) return /^[\d ]/.test(after) && !letter.test(before) ? 2 : -1
  const isInPlace = currency.test(character) ? /\d/.test(after) : before === ' ' && after === ' '
  return isInPlace ? 1 : -1
}

/** A word is in small letters, begins with a capital, or is in capitals as a whole; ß has no usual capital. */
function caseWeight(first: string, before: string, character: string, after: string): number {
  if (upper.test(character)) return lower.test(before) ? -6 : cyrillic.test(character) && upper.test(before) ? -1 : 0
  if (character === 'ß') return 0
  return lower.test(character) && (upper.test(after) || (upper.test(first) && upper.test(before))) ? -8 : 0
}

/** Cyrillic words mix with no other letters. */
function scriptWeight(before: string, character: string, after: string): number {
  const neighbours = [before, after].filter((each) => letter.test(each))
  if (cyrillic.test(character)) return neighbours.every((each) => cyrillic.test(each)) ? 0 : -6
  return before > '\x7f' && letter.test(before) ? -4 : 0
}
