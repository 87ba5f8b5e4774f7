import { marc8Combining, marc8Sets } from './marc8-tables.generated.ts'

/** Sets by the final byte of their escape. */
export const ascii = 'B'
export const ansel = 'E'
export const eacc = '1'
/** Greek symbols, subscripts, superscripts: they are entered by ESC and this byte, and left by ESC s. */
export const isSymbolSet = (set: string): boolean => set === 'g' || set === 'b' || set === 'p'
export const isSet = (set: string): boolean => set in marc8Sets

/**
 * A ligature and a double tilde are one mark over two letters; records from before that have a half on the first letter and
 * a half on the second. MARC-8 has the first half where the whole mark would be.
 */
const firstHalves = [
  ['\uFE20', '\u0361'],
  ['\uFE22', '\u0360'],
] as const

const combining = new Set([...marc8Combining, ...firstHalves.map(([half]) => half)])
export const isCombining = (character: string): boolean => combining.has(character)

const byCode = new Map<string, Map<number, string>>()

/** Characters of a set by their code in the left half (21 to 7E; three bytes for EACC). */
export function charactersOf(set: string): Map<number, string> {
  const known = byCode.get(set)
  if (known) return known
  const characters = new Map<number, string>()
  for (const [first, run] of marc8Sets[set] ?? []) {
    let code = first
    for (const character of run) {
      if (character !== ' ') characters.set(code, character)
      code++
    }
  }
  byCode.set(set, characters)
  return characters
}

export type Place = { set: string; code: number }

/** Where a character has several places, the first set of this list and its lowest code are written. */
const order = [ascii, ansel, 'N', 'Q', 'S', '2', '3', '4', 'g', 'b', 'p', eacc]
let places: Map<string, Place[]> | undefined

export function placesOf(character: string): Place[] | undefined {
  places ??= allPlaces()
  return places.get(character)
}

/**
 * The code tables give some punctuation bytes that no set of 94 characters has (`7F 20 19` for `’`): other readers make
 * blanks of them. Characters beyond 16 bits are known to few readers.
 */
const isWritten = (code: number, character: string) =>
  character.length === 1 && [code >> 16, (code >> 8) & 0xff, code & 0xff].every((byte) => byte >= 0x21 && byte <= 0x7e)

/** Joiners and the marks of what is not sorted, 88 to 8E, are left out by pymarc. */
const isControl = (code: number) => code >= 0x80 && code < 0xa1

function allPlaces(): Map<string, Place[]> {
  const found = new Map<string, Place[]>()
  for (const set of order)
    for (const [code, character] of charactersOf(set)) {
      if (set === eacc && !isWritten(code, character)) continue
      if (isControl(code)) continue
      const known = found.get(character)
      if (!known) found.set(character, [{ set, code }])
      else if (known.every((place) => place.set !== set)) known.push({ set, code })
    }
  for (const [half, whole] of firstHalves) found.set(half, found.get(whole)!)
  return found
}
