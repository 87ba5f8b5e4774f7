import { normalised } from '#kit/normalised.ts'
import { counted } from '#kit/wording.ts'
import { referencedCharacter } from './character-references.ts'
import { ansel, ascii, charactersOf, eacc, isCombining, isSet, isSymbolSet } from './marc8-sets.ts'

const ligatureStart = '\u0361'
const ligatureEnd = '\uFE21'
const doubleTildeStart = '\u0360'
const doubleTildeEnd = '\uFE23'

export type Marc8Text = {
  text: string
  /** How many bytes have no character and became U+FFFD. */
  unknown: number
  /** How many places make little sense: the text may be in another character set. */
  doubtful?: number
}

export const notInMarc8 = (bytes: number): string =>
  `${counted(bytes, 'byte is', 'bytes are')} not MARC-8; U+FFFD replaces what could not be read.`

/**
 * MARC-8 (one character a byte) as Unicode. Marks move behind their letter and are composed if that is reversible;
 * numeric references become characters. Every value starts in ASCII and ANSEL.
 * MARC 21 Specifications, "Character Sets: MARC-8".
 */
export function marc8ToUnicode(bytes: string): Marc8Text {
  let g0 = ascii
  let g1 = ansel
  let text = ''
  let marks = ''
  let unknown = 0
  let doubtful = 0
  let pairOpen = ''
  const put = (character: string) => {
    if (marks === '') {
      text += character
      pairOpen = ''
      return
    }
    if (character < 'A') doubtful++
    if (pairOpen !== '' && marks.includes(pairOpen)) marks = marks.replace(pairOpen, '')
    pairOpen = marks.includes(ligatureStart) ? ligatureEnd : marks.includes(doubleTildeStart) ? doubleTildeEnd : ''
    text += composed(character + marks)
    marks = ''
  }

  let at = 0
  while (at < bytes.length) {
    const byte = bytes.charCodeAt(at)
    if (byte === 0x1b) {
      const change = escapeAt(bytes, at)
      if (change) {
        if (change.half === 'g0') g0 = change.set
        else g1 = change.set
        at += change.length
      } else {
        put('\u001b')
        at++
      }
      continue
    }
    if (byte === 0x26 && g0 === ascii) {
      const reference = referenceAt(bytes, at)
      if (reference) {
        if (/\p{M}/u.test(reference.character)) text += marks + reference.character
        else put(reference.character)
        at += reference.length
        continue
      }
    }
    if (byte <= 0x20) {
      put(String.fromCharCode(byte))
      at++
      continue
    }
    const set = byte < 0x80 ? g0 : byte < 0xa1 ? ansel : g1
    if (set === ascii && byte < 0x7f) {
      put(String.fromCharCode(byte))
      at++
      continue
    }
    const wide = set === eacc
    const code = wide
      ? ((byte & 0x7f) << 16) | ((bytes.charCodeAt(at + 1) & 0x7f) << 8) | (bytes.charCodeAt(at + 2) & 0x7f)
      : byte >= 0xa1
        ? byte & 0x7f
        : byte
    const character = charactersOf(set).get(code)
    if (character === undefined) {
      const isWide = wide && looksWide(bytes, at)
      // If the escape back to ASCII was lost, digits and punctuation still mean themselves.
      put(!isWide && byte < 0x7f ? bytes[at]! : '\uFFFD')
      unknown++
      at += isWide ? 3 : 1
    } else {
      if (set === ansel && byte >= 0xc1 && byte <= 0xc8 && isOddSign(bytes, at)) doubtful++
      if (isCombining(character)) marks += character
      else put(character)
      at += wide ? 3 : 1
    }
  }
  if (marks !== '') unknown++
  return doubtful > 0 ? { text: text + marks, unknown, doubtful } : { text: text + marks, unknown }
}

/** A sign such as © before a letter, or a question mark or hash inside a word: probably a byte of UTF-8. */
function isOddSign(bytes: string, at: number): boolean {
  const byte = bytes.charCodeAt(at)
  const after = bytes.charCodeAt(at + 1)
  if (after >= 0x80) return after < 0xc0
  if (!isLetter(after) || byte === 0xc7) return false
  return byte < 0xc5 || byte === 0xc8 || isLetter(bytes.charCodeAt(at - 1))
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

const looksWide = (bytes: string, at: number) =>
  (bytes.charCodeAt(at + 1) & 0x7f) > 0x20 && (bytes.charCodeAt(at + 2) & 0x7f) > 0x20

type Escape = { half: 'g0' | 'g1'; set: string; length: number }

/** ESC, then `(` or `,` (left half), `)` or `-` (right half), `$` before them for EACC, and the set's final byte. */
function escapeAt(bytes: string, at: number): Escape | undefined {
  const next = bytes.charAt(at + 1)
  if (next === 's') return { half: 'g0', set: ascii, length: 2 }
  if (isSymbolSet(next)) return { half: 'g0', set: next, length: 2 }
  let cursor = at + 1
  const multibyte = next === '$'
  if (multibyte) cursor++
  const designator = bytes.charAt(cursor)
  let half: Escape['half'] = 'g0'
  if (designator !== '' && '(,)-'.includes(designator)) {
    if (designator === ')' || designator === '-') half = 'g1'
    cursor++
  } else if (!multibyte) return undefined
  if (bytes.charAt(cursor) === '!') cursor++
  const set = bytes.charAt(cursor)
  const fits = multibyte ? set === eacc : set !== eacc && isSet(set) && !isSymbolSet(set)
  return fits ? { half, set, length: cursor + 1 - at } : undefined
}

function referenceAt(bytes: string, at: number): { character: string; length: number } | undefined {
  if (bytes.charAt(at + 1) !== '#' || bytes.charAt(at + 2) !== 'x') return undefined
  const hex = /^[0-9A-Fa-f]{1,6}(?=;)/.exec(bytes.slice(at + 3, at + 10))?.[0]
  if (!hex) return undefined
  const length = hex.length + 4
  const character = referencedCharacter(Number.parseInt(hex, 16), bytes.charAt(at + length))
  return character === undefined ? undefined : { character, length }
}

const clusters = new Map<string, string>()

/** Composes only if decomposing gives the same marks in the same order, so that MARC-8 can be written back. */
function composed(cluster: string): string {
  let known = clusters.get(cluster)
  if (known === undefined) {
    const composition = normalised(cluster, 'NFC')
    known = normalised(composition, 'NFD') === cluster ? composition : cluster
    if (clusters.size < 5000) clusters.set(cluster, known)
  }
  return known
}
