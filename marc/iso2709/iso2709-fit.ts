import { counted, grouped } from '#kit/wording.ts'
import type { MarcField } from '../record.ts'

/** Limits of a directory in bytes (ISO 2709, entry map 45). */
export const maxRecordLength = 99_999
export const maxFieldLength = 9_999

/** Cuts fields that are too long, then drops those that do not fit into the record; `cuts` reports both. */
export function fitFields(fields: MarcField[], bytesOf: (field: MarcField) => number, cuts: string[]): MarcField[] {
  const fitting: MarcField[] = []
  let room = maxRecordLength - 26
  for (const whole of fields) {
    let field = whole
    let length = bytesOf(field)
    if (length > maxFieldLength) {
      field = cutField(field, bytesOf)
      cuts.push(`Field ${field.tag} has ${counted(length, 'byte')} and was cut to ${grouped(maxFieldLength)}.`)
      length = bytesOf(field)
    }
    if (length + 12 > room) {
      cuts.push(
        `Field ${field.tag} (${counted(length, 'byte')}) was left out: a record may have ${grouped(maxRecordLength)}.`,
      )
      continue
    }
    room -= length + 12
    fitting.push(field)
  }
  return fitting
}

/** Keeps as many whole subfields as fit, and the beginning of the next one. */
function cutField(field: MarcField, bytesOf: (field: MarcField) => number): MarcField {
  const fits = (shorter: MarcField) => bytesOf(shorter) <= maxFieldLength
  if ('value' in field) {
    const value = longestStart(field.value, (start) => fits({ ...field, value: start }))
    return { ...field, value }
  }
  const { subfields } = field
  const fitting = largest(subfields.length, (count) => fits({ ...field, subfields: subfields.slice(0, count) }))
  const next = subfields[fitting]!
  const start = (value: string) => ({ ...field, subfields: [...subfields.slice(0, fitting), { ...next, value }] })
  const value = longestStart(next.value, (value) => fits(start(value)))
  return value === '' ? { ...field, subfields: subfields.slice(0, fitting) } : start(value)
}

/** Ends between characters, never inside a surrogate pair or between a letter and its mark. */
function longestStart(value: string, fits: (start: string) => boolean): string {
  let end = largest(value.length, (length) => fits(value.slice(0, length)))
  while (end > 0 && end < value.length && /^[\p{M}\p{Cs}]/u.test(value.slice(end, end + 1))) end--
  return value.slice(0, end)
}

function largest(limit: number, holds: (count: number) => boolean): number {
  let low = 0
  let high = limit
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
