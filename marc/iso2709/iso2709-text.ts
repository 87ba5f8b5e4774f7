import { isAscii } from 'node:buffer'
import { type Charset, charsetOf } from '../charset/charset.ts'
import { likelihood } from '../charset/charset-guess.ts'
import { type MixedReading, mixedReading } from '../charset/charset-mixed.ts'
import { marc8ToUnicode, notInMarc8 } from '../charset/marc8.ts'
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
  const fromMarc8: Convert = (start, end) => {
    const converted = marc8ToUnicode(latin1.slice(start, end))
    unknown += converted.unknown
    doubtful += converted.doubtful ?? (likelihood(converted.text) < 0 ? 1 : 0)
    return converted.text
  }
  const fields = convertFields(record, fromMarc8, ofFields)
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
  const fields = convertFields(record, (start, end) => read(record.latin1.slice(start, end)), ofFields)
  repairs.push(...told(), ...ofFields)
  return { encoding: (hasUtf8 ? 'utf-8' : 'marc-8') as Encoding, fields }
}

function convertFields({ places, bytes, latin1 }: Found, convert: Convert | undefined, repairs: string[]) {
  const source = { bytes, latin1, convert }
  const read: MarcField[] = []
  for (const place of places) read.push(readField(source, place, repairs))
  return read
}
