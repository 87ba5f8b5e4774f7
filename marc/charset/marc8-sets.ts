import { marc8Combining, marc8Sets } from './marc8-tables.generated.ts'

/** Sets by the final byte of their escape. */
export const ascii = 'B'
export const ansel = 'E'
export const eacc = '1'
/** Greek symbols, subscripts, superscripts: entered by ESC and this byte, left by ESC s. */
export const isSymbolSet = (set: string): boolean => set === 'g' || set === 'b' || set === 'p'
export const isSet = (set: string): boolean => set in marc8Sets

/**
 * A ligature and a double tilde are one mark over two letters; older records have a half on each letter. MARC-8 has the
 * first half in the place of the whole mark.
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

/** A character in several sets is written in the first set of this list, with its lowest code. */
const order = [ascii, ansel, 'N', 'Q', 'S', '2', '3', '4', 'g', 'b', 'p', eacc]
let places: Map<string, Place[]> | undefined

export function placesOf(character: string): Place[] | undefined {
  places ??= allPlaces()
  return places.get(character)
}

/**
 * The code tables give some punctuation bytes that no set of 94 characters has (`7F 20 19` for `’`): other readers turn
 * them into blanks. Few readers know characters beyond 16 bits.
 */
const isWritten = (code: number, character: string) =>
  character.length === 1 && [code >> 16, (code >> 8) & 0xff, code & 0xff].every((byte) => byte >= 0x21 && byte <= 0x7e)

/** pymarc drops joiners and the non-sorting marks, 88 to 8E. */
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
