import { linkedTag } from '../linked-tag.ts'
import type { DataField, MarcField, MarcRecord } from '../record.ts'

export const isData = (field: MarcField): field is DataField => 'subfields' in field

export const hasText = ({ subfields }: DataField, code: string): boolean =>
  subfields.some((subfield) => subfield.code === code && subfield.value.trim() !== '')

/** $6 as `650-01`: the tag of the field in Latin script and the number of the pair; '' if it has no partner (00). */
export function pairOf(field: DataField): string {
  const found = /^(\d{3})-(\d\d)/.exec(field.subfields.find(({ code }) => code === '6')?.value ?? '')
  if (!found || found[2] === '00') return ''
  return `${field.tag === '880' ? found[1] : field.tag}-${found[2]}`
}

/** The field's real tag: an 880 counts as the field that it repeats in another script. */
export const meantTag = (field: DataField): string => (field.tag === '880' && linkedTag(field)) || field.tag

/** Removes these fields and their counterparts in another script. */
export function withoutFields(record: MarcRecord, gone: ReadonlySet<MarcField>): MarcRecord {
  if (gone.size === 0) return record
  const left = record.fields.filter((field) => !gone.has(field))
  const pairs = new Set([...gone].filter(isData).map(pairOf))
  for (const field of left) if (isData(field) && field.tag !== '880') pairs.delete(pairOf(field))
  pairs.delete('')
  // Pairs that another field still has are no longer among them.
  const isOrphan = (field: MarcField) => isData(field) && pairs.has(pairOf(field))
  return { ...record, fields: left.filter((field) => !isOrphan(field)) }
}

/** Replaces some fields; returns the same record if there are none. */
export function withFields(record: MarcRecord, changed: ReadonlyMap<MarcField, MarcField>): MarcRecord {
  if (changed.size === 0) return record
  return { ...record, fields: record.fields.map((field) => changed.get(field) ?? field) }
}

/** Inserts by tag, after others with the same one. */
export function withField(record: MarcRecord, added: DataField): MarcRecord {
  const { fields } = record
  const next = fields.findIndex(({ tag }) => tag > added.tag)
  const at = next < 0 ? fields.length : next
  return { ...record, fields: [...fields.slice(0, at), added, ...fields.slice(at)] }
}
