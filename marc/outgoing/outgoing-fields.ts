import type { DataField, MarcField, MarcRecord } from '../record.ts'

export const isData = (field: MarcField): field is DataField => 'subfields' in field

export const hasText = ({ subfields }: DataField, code: string): boolean =>
  subfields.some((subfield) => subfield.code === code && subfield.value.trim() !== '')

/** $6 as `650-01`: the tag of the field in Latin script and the number of the pair; '' where there is no partner (00). */
export function pairOf(field: DataField): string {
  const found = /^(\d{3})-(\d\d)/.exec(field.subfields.find(({ code }) => code === '6')?.value ?? '')
  if (!found || found[2] === '00') return ''
  return `${field.tag === '880' ? found[1] : field.tag}-${found[2]}`
}

/** What a field is, also in another script: an 880 stands for the field that it gives again. */
export function meantTag(field: DataField): string {
  if (field.tag !== '880') return field.tag
  return /^\d{3}/.exec(field.subfields.find(({ code }) => code === '6')?.value ?? '')?.[0] ?? '880'
}

/** The record without these fields and without what says the same in another script. */
export function withoutFields(record: MarcRecord, gone: ReadonlySet<MarcField>): MarcRecord {
  if (gone.size === 0) return record
  const left = record.fields.filter((field) => !gone.has(field))
  const pairs = new Set([...gone].filter(isData).map(pairOf))
  for (const field of left) if (isData(field) && field.tag !== '880') pairs.delete(pairOf(field))
  pairs.delete('')
  const isOrphan = (field: MarcField) => field.tag === '880' && isData(field) && pairs.has(pairOf(field))
  return { ...record, fields: left.filter((field) => !isOrphan(field)) }
}

/** The record with other fields in the place of some; the same record where there are none. */
export function withFields(record: MarcRecord, changed: ReadonlyMap<MarcField, MarcField>): MarcRecord {
  if (changed.size === 0) return record
  return { ...record, fields: record.fields.map((field) => changed.get(field) ?? field) }
}

/** In the order of tags, behind others with the same one. */
export function withField(record: MarcRecord, added: DataField): MarcRecord {
  const { fields } = record
  const next = fields.findIndex(({ tag }) => tag > added.tag)
  const at = next < 0 ? fields.length : next
  return { ...record, fields: [...fields.slice(0, at), added, ...fields.slice(at)] }
}
