import { isAscii } from 'node:buffer'
import { type Charset, charsetOf } from '../charset/charset.ts'
import { likelihood } from '../charset/charset-guess.ts'
import { type MixedReading, mixedReading } from '../charset/charset-mixed.ts'
import { marc8ToUnicode, notInMarc8 } from '../charset/marc8.ts'
import { charactersOf, eacc } from '../charset/marc8-sets.ts'
import type { MarcField } from '../record.ts'
import type { FieldPlace } from './iso2709-directory.ts'
import { readField } from './iso2709-fields.ts'

type Encoding = 'utf-8' | 'marc-8'
type Convert = (start: number, end: number) => string
/**
 * The bytes of a record, the same as text of one character a byte, and the places of its fields. `saysUtf8`: leader/09.
 */
type Found = { bytes: Buffer; latin1: string; places: FieldPlace[]; saysUtf8: boolean }

/** The fields of a record in the given character set, or else in that of its leader and bytes. */
export function readFields(record: Found, charset: string | undefined, repairs: string[]) {
  const { bytes, latin1 } = record
  const plainAscii = isAscii(bytes)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'marc-8') {
    const decoder = new TextDecoder(charset)
    const convert: Convert = (start, end) => decoder.decode(bytes.subarray(start, end))
    return { encoding: 'marc-8' as Encoding, fields: convertFields(record, convert, repairs) }
  }
  const found: Charset = charset === undefined ? charsetOf(bytes, plainAscii, record.saysUtf8) : { encoding: charset }
  if (found.encoding === 'unsure') return readMixed(record, repairs)
  if (found.encoding === 'utf-8') {
    if (found.repair) repairs.push(found.repair)
    const convert: Convert | undefined = plainAscii ? undefined : (start, end) => bytes.toString('utf8', start, end)
    return { encoding: found.encoding, fields: convertFields(record, convert, repairs) }
  }
  const ofFields = found.repair ? [found.repair] : []
  let unknown = 0
  let doubtful = 0
  const fromMarc8 = (text: string) => {
    const converted = marc8ToUnicode(text)
    unknown += converted.unknown
    doubtful += converted.doubtful ?? (likelihood(converted.text) < 0 ? 1 : 0)
    return converted.text
  }
  const fields = convertTexts(record, fromMarc8, ofFields)
  if (unknown + doubtful > 0 && charset === undefined && !plainAscii) {
    const mixed = mixedReading(latin1.slice(24), record.saysUtf8)
    if (!mixed.isMarc8) return readMixed(record, repairs, mixed)
  }
  repairs.push(...ofFields)
  if (unknown > 0) repairs.push(notInMarc8(unknown))
  return { encoding: found.encoding, fields }
}

function readMixed(record: Found, repairs: string[], mixed?: MixedReading) {
  const { hasUtf8, read, told } = mixed ?? mixedReading(record.latin1.slice(24), record.saysUtf8)
  const ofFields: string[] = []
  const fields = convertTexts(record, read, ofFields)
  repairs.push(...told(), ...ofFields)
  return { encoding: (hasUtf8 ? 'utf-8' : 'marc-8') as Encoding, fields }
}

/** The same, of text of one character a byte, which may have escapes. */
function convertTexts(record: Found, convert: (text: string) => string, repairs: string[]) {
  const { latin1, places } = record
  const plain = { ...record, convert: (start: number, end: number) => convert(latin1.slice(start, end)) }
  if (!latin1.includes('\x1b')) return convertFields(record, plain.convert, repairs)
  return places.map((place) => {
    const given = latin1.slice(place.start, place.end)
    const text = withoutFalseDelimiters(given)
    if (text === given) return readField(plain, place, repairs)
    repairs.push(`Field ${place.tag} had a delimiter inside an escape; it became the byte 7C.`)
    const source = { bytes: Buffer.from(text, 'latin1'), latin1: text }
    const ofText = (start: number, end: number) => convert(text.slice(start, end))
    return readField({ ...source, convert: ofText }, { ...place, start: 0, end: text.length }, repairs)
  })
}

/** Escapes that change the left half: ESC ( N, ESC $ 1, ESC g; ESC s and ESC ( B return to ASCII. */
const leftEscape = /\x1b(?:\$[(,]?!?1|[(,]!?[^!\x1b-\x1f]|[bgps])/g

/**
 * Some systems show the delimiter as a vertical bar, and made one of the byte 7C. That is a character of the set that an
 * escape entered (`Э`, a third of an East Asian one): no subfield has such a code, or the character would lack a byte.
 */
function withoutFalseDelimiters(field: string): string {
  if (!/\x1b[^\x1b]*\x1f/.test(field)) return field
  const pieces = field.split('\x1f')
  let text = pieces[0]!
  let open = leftSetAfter(text, '')
  let rest = restOf(text)
  for (const piece of pieces.slice(1)) {
    const isFalse = open !== '' && (/^[^a-z\d]/.test(piece) || (open.endsWith(eacc) && lacksBar(rest, piece)))
    text += isFalse ? `${rest === undefined ? open : ''}|${piece}` : `\x1f${piece}`
    open = leftSetAfter(piece, open)
    rest = restOf(piece) ?? (isFalse ? afterThrees(`${rest ?? ''}|${piece}`) : undefined)
  }
  return text
}

/** The escape to the set in the left half, '' for ASCII. */
function leftSetAfter(text: string, before: string): string {
  const last = text.match(leftEscape)?.at(-1) ?? before
  return /(?:s|B)$/.test(last) ? '' : last
}

/** Up to two bytes after the last escape that are no whole character of three; undefined without an escape. */
function restOf(text: string): string | undefined {
  const [, ...sets] = text.split(leftEscape)
  const last = sets.at(-1)
  return last === undefined ? undefined : afterThrees(last)
}

function afterThrees(text: string): string {
  const bytes = text.replaceAll(' ', '')
  return bytes.slice(bytes.length - (bytes.length % 3))
}

/** These bytes, a bar and what follows are a character. */
function lacksBar(rest: string | undefined, after: string): boolean {
  if (!rest) return false
  const [one = 0, two = 0, three = 0] = Buffer.from(`${rest}|${after.slice(0, 1)}`, 'latin1')
  return charactersOf(eacc).has((one << 16) | (two << 8) | three)
}

function convertFields({ places, bytes, latin1 }: Found, convert: Convert | undefined, repairs: string[]) {
  const source = { bytes, latin1, convert }
  const read: MarcField[] = []
  for (const place of places) read.push(readField(source, place, repairs))
  return read
}
