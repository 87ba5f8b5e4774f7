import { normalised } from '#kit/normalised.ts'
import { counted } from '#kit/wording.ts'
import type { DataField, MarcField } from '../record.ts'
import { type FieldPlace, subfieldDelimiter } from './iso2709-directory.ts'

/**
 * The bytes of a record and the same as text, one character a byte. `convert` decodes a part that is not plain ASCII;
 * if it is absent, everything is ASCII.
 */
export type Source = {
  bytes: Uint8Array
  latin1: string
  convert: ((start: number, end: number) => string) | undefined
}

const blank = ' '
const ampersand = 0x26

/** Kinds of bytes: one table look-up is faster than comparing each byte with every bound. */
const [isText, delimits, converts, controls] = [0, 1, 2, 3]
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === subfieldDelimiter) return delimits
  if (byte < subfieldDelimiter) return controls
  return byte >= 0x80 || byte === ampersand ? converts : isText
})

/** Reads the field at this place. */
export function readField(source: Source, { tag, start, end }: FieldPlace, repairs: string[]): MarcField {
  const { bytes } = source
  let first = start
  let plain = true
  for (; first < end && bytes[first] !== subfieldDelimiter; first++) if (kinds[bytes[first]!] !== isText) plain = false
  if (first === end && plain && tag.startsWith('00')) return { tag, value: source.latin1.slice(start, end) }
  if (first === end) return withoutSubfields(source, { tag, start, end }, repairs)
  if (first - start !== 2)
    repairs.push(`Field ${tag} has ${counted(first - start, 'character')} instead of 2 indicators.`)
  const field: DataField = {
    tag,
    ind1: first > start ? indicator(source.latin1.charAt(start), tag, repairs) : blank,
    ind2: first > start + 1 ? indicator(source.latin1.charAt(start + 1), tag, repairs) : blank,
    subfields: [],
  }
  let from = first + 1
  plain = true
  let isOrderly = true
  for (let at = from; at <= end; at++) {
    const kind = at === end ? delimits : kinds[bytes[at]!]!
    if (kind === isText) continue
    if (kind !== delimits) {
      plain = false
      if (kind === controls) isOrderly = false
      continue
    }
    const width = plain || at === from ? 1 : codeWidth(bytes[from]!, source)
    const stop = Math.min(from + width, at)
    const code = source.latin1.slice(from, stop)
    const value = plain
      ? source.latin1.slice(stop, at)
      : isOrderly
        ? textOf(source, stop, at)
        : withoutTerminators(textOf(source, stop, at), tag, repairs)
    field.subfields.push({
      code: from === at || isVisible(bytes[from]!) ? code : asciiCode(textOf(source, from, stop), tag, repairs),
      value,
    })
    from = at + 1
    plain = true
  }
  return field
}

const textOf = ({ latin1, convert }: Source, start: number, end: number): string =>
  convert === undefined ? latin1.slice(start, end) : convert(start, end)

/** Terminators inside a field become blanks, since a reader would end the field there. */
function withoutTerminators(text: string, tag: string, repairs: string[]): string {
  if (!/[\x1d\x1e]/.test(text)) return text
  repairs.push(`A terminator inside field ${tag} became a blank.`)
  return text.replace(/[\x1d\x1e]/g, ' ')
}

/** A damaged code may be a multi-byte character in UTF-8. */
const codeWidth = (byte: number, { convert }: Source): number =>
  byte < 0xc2 || convert === undefined ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4

const isVisible = (byte: number) => byte >= 0x20 && byte < 0x7f

/** `á` becomes `a`; a character without an ASCII letter becomes `?`. */
export function asciiCode(found: string, tag: string, repairs: string[]): string {
  const code = /^[\x21-\x7e]/.exec(normalised(found, 'NFD'))?.[0] ?? '?'
  repairs.push(`Field ${tag} had the subfield code “${found}”, which became “${code}”.`)
  return code
}

function withoutSubfields(source: Source, { tag, start, end }: FieldPlace, repairs: string[]): MarcField {
  const isData = /^\d\d\d$/.test(tag) && !tag.startsWith('00')
  if (!isData) return { tag, value: withoutTerminators(textOf(source, start, end), tag, repairs) }
  repairs.push(`Field ${tag} had no subfields; its text became $a.`)
  const ind1 = indicator(source.latin1.slice(start, Math.min(start + 1, end)), tag, repairs)
  const ind2 = indicator(source.latin1.slice(Math.min(start + 1, end), Math.min(start + 2, end)), tag, repairs)
  const text = withoutTerminators(textOf(source, Math.min(start + 2, end), end), tag, repairs)
  // If only the delimiter was lost, its code is still there.
  const value = text.replace(/^a(?=[\p{Lu}\d[(])/u, '')
  return { tag, ind1, ind2, subfields: value === '' ? [] : [{ code: 'a', value }] }
}

/** MARC 21: a lower-case letter, a digit or a blank; the fill character and capitals occur and are kept. */
export function indicator(character: string, tag: string, repairs: string[]): string {
  const code = character.charCodeAt(0)
  if (code === 0x20 || (code >= 0x30 && code <= 0x39)) return character
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x7c) return character
  if (character !== '') repairs.push(`Field ${tag} had the indicator “${character}”, which became a blank.`)
  return blank
}
