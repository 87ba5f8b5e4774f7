import { unicodeToMarc8 } from '../charset/marc8-write.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { fieldTerminator, recordTerminator, subfieldDelimiter } from './iso2709-directory.ts'
import { maxFieldLength, maxRecordLength } from './iso2709-fit.ts'

type Encoding = 'utf-8' | 'marc-8'

/** One buffer for all records; beyond the longest record there is room for one value that exceeds it. */
const scratch = Buffer.alloc(maxRecordLength * 2)

/** The record's bytes, or undefined if a field or the record is too long. */
export function writeRecord({ leader, fields }: MarcRecord, encoding: Encoding): Uint8Array | undefined {
  const base = 25 + fields.length * 12
  if (base >= maxRecordLength) return undefined
  let at = base
  let entry = 24
  for (const field of fields) {
    const start = at
    at = writeField(field, encoding, at)
    if (at < 0 || at - start > maxFieldLength || at >= maxRecordLength) return undefined
    writeTag(field.tag, entry)
    writeDigits(at - start, entry + 3, 4)
    writeDigits(start - base, entry + 7, 5)
    entry += 12
  }
  scratch[base - 1] = fieldTerminator
  scratch[at++] = recordTerminator
  writeLeader(leader, encoding, at, base)
  return new Uint8Array(scratch.subarray(0, at))
}

/** Returns the end of the field including its terminator, or -1. */
function writeField(field: MarcField, encoding: Encoding, start: number): number {
  let at = start
  if ('value' in field) at = writeValue(field.value, encoding, at)
  else {
    scratch[at++] = asciiByte(field.ind1)
    scratch[at++] = asciiByte(field.ind2)
    for (const { code, value } of field.subfields) {
      if (at < 0 || at >= maxRecordLength) return -1
      scratch[at++] = subfieldDelimiter
      if (code !== '' || value !== '') scratch[at++] = asciiByte(code)
      at = writeValue(value, encoding, at)
    }
  }
  if (at < 0) return -1
  scratch[at++] = fieldTerminator
  return at
}

function writeValue(value: string, encoding: Encoding, start: number): number {
  if (value.length > maxFieldLength) return -1
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 0x20 || code > 0x7e) return writeOther(value, encoding, start)
    scratch[start + i] = code
  }
  return start + value.length
}

function writeOther(value: string, encoding: Encoding, start: number): number {
  const cleaned = clean(value)
  if (encoding === 'utf-8') return start + scratch.write(cleaned, start)
  const bytes = unicodeToMarc8(cleaned)
  return bytes.length > maxFieldLength ? -1 : start + scratch.write(bytes, start, 'latin1')
}

/** Bytes of a field including its terminator. */
export function fieldLength(field: MarcField, encoding: Encoding): number {
  const length = (text: string) =>
    encoding === 'utf-8' ? Buffer.byteLength(clean(text)) : unicodeToMarc8(clean(text)).length
  if ('value' in field) return length(field.value) + 1
  return field.subfields.reduce((sum, { value }) => sum + 2 + length(value), 3)
}

/** Removes structure and control characters, which are no data; line breaks and tabs stay. */
const clean = (value: string) => value.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')

function asciiByte(character: string): number {
  const code = character.charCodeAt(0)
  return code > 0x20 && code < 0x7f ? code : 0x20
}

/** The content of a field in UTF-8 with its delimiters, without its terminator. */
export function plainFieldText(field: MarcField): string {
  if ('value' in field) return clean(field.value)
  const ascii = (character: string) => String.fromCharCode(asciiByte(character))
  const subfields = field.subfields.map(
    ({ code, value }) => `\x1f${code === '' && value === '' ? '' : ascii(code)}${clean(value)}`,
  )
  return ascii(field.ind1) + ascii(field.ind2) + subfields.join('')
}

export const fitTag = (tag: string): string =>
  /^[\x20-\x7e]{3}$/.test(tag)
    ? tag
    : tag
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 3)
        .padStart(3, '0')

function writeTag(tag: string, at: number): void {
  const fit = fitTag(tag)
  for (let i = 0; i < 3; i++) scratch[at + i] = fit.charCodeAt(i)
}

function writeDigits(value: number, at: number, count: number): void {
  let rest = value
  for (let i = at + count - 1; i >= at; i--) {
    const tenth = (rest / 10) | 0
    scratch[i] = 0x30 + rest - tenth * 10
    rest = tenth
  }
}

/** Computes 00-04, 09-11 and 12-16; keeps 20-23 if it begins like MARC 21's entry map. */
function writeLeader(leader: string, encoding: Encoding, length: number, base: number): void {
  for (let i = 0; i < 24; i++) scratch[i] = asciiByte(leader.charAt(i))
  writeDigits(length, 0, 5)
  scratch[9] = encoding === 'utf-8' ? 0x61 : 0x20
  scratch[10] = scratch[11] = 0x32
  writeDigits(base, 12, 5)
  if (!/^45[0-9A-Za-z ]{2}$/.test(leader.slice(20))) scratch.write('4500', 20)
}
