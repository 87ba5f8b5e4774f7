import { linkedTag } from './linked-tag.ts'
import type { MarcField, MarcRecord } from './record.ts'

const isLocalTag = (tag: string) => tag.startsWith('59')

/** 590 to 599, and an 880 that repeats one in another script: notes of one library, for staff. */
export const isLocalNote = (field: MarcField): boolean =>
  isLocalTag(field.tag) || (field.tag === '880' && !('value' in field) && isLocalTag(linkedTag(field)))

export function withoutLocalNotes(record: MarcRecord): MarcRecord {
  const fields = record.fields.filter((field) => !isLocalNote(field))
  return fields.length === record.fields.length ? record : { ...record, fields }
}
