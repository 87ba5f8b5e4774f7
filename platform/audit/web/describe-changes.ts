import { dayMs } from '#kit/day.ts'
import { tableFormats } from '#kit/table-format.ts'
import { dateAndTime, formatDay, grouped } from '#kit/web/format.ts'
import { fieldLabel, fields } from '#platform/audit/rules.ts'

/** Names that people use for stored values. */
const values: Record<string, string> = {
  MARC_21: 'MARC 21 (UTF-8)',
  MARC_21_MARC8: 'MARC 21 (MARC-8)',
  MARC_XML: 'MARCXML',
  MODS_XML: 'MODS',
  CSV_SPREADSHEET: tableFormats.CSV_SPREADSHEET,
  XLSX: tableFormats.XLSX,
  FULL_DDC: 'full',
  ABRIDGED_DDC: 'abridged',
  SCIS_DEFAULT: '082',
  HOLDINGS_852: '082 and 852',
  ISBN: 'as catalogued',
  ISBN_10: 'ISBN-10',
  ISBN_13: 'ISBN-13',
  SCOT_SCIS_HEADINGS: 'ScOT and SCIS',
  SCIS_HEADINGS: 'SCIS',
  SCOT_HEADINGS: 'ScOT',
  PROMPT_LIST: 'ask which one',
  FIRST_MATCH: 'take the first',
  ALL_MATCHES: 'take all',
  PRIMARY: 'primary',
  LIBRARY: 'library',
  BILLING: 'billing',
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const isoDay = /^\d{4}-\d\d-\d\d$/

/** Any logged value in words; '' for none. */
export function formatValue(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return field === 'checkUnmatchedRecordsDays' && value <= 0 ? 'never' : grouped(value)
  // A day may also be stored as a moment, if its field's name ends in `Date`.
  if (value instanceof Date) return value.getTime() % dayMs === 0 ? formatDay(value) : dateAndTime(value)
  if (typeof value === 'string') {
    if (isoDay.test(value)) return formatDay(new Date(value))
    if (isoInstant.test(value)) return dateAndTime(new Date(value))
    if (field === 'role') return value.replaceAll('-', ' ')
    return values[value] ?? value
  }
  if (Array.isArray(value)) return value.map((each) => formatValue(each, field)).join(', ')
  return Object.entries(value)
    .map(([name, each]) => `${fieldLabel(name)}: ${formatValue(each, name) || 'none'}`)
    .join(', ')
}

/** Fields in the order listed above, others after them. */
const place = (field: string) => {
  const found = [...fields.keys()].indexOf(field)
  return found < 0 ? Number.MAX_SAFE_INTEGER : found
}

export type ChangedField = { field: string; from: string; to: string }

/** A change field by field, without derived fields. */
export function changedFields({ before, after }: { before: object; after: object }): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => place(a) - place(b))
  const rolesTell = ['primaryContact', 'libraryContact', 'invoicingContact'].some((role) => names.includes(role))
  // For added or deleted things, false values are not worth a line.
  const whole = [before, after].some((side) => Object.keys(side).length === 0)
  const wordsOf = (side: object, name: string) => {
    const value = (side as Record<string, unknown>)[name]
    return whole && value === false ? '' : formatValue(value, name)
  }
  return names
    .filter((name) => !(name === 'type' && rolesTell))
    .map((name) => ({ field: fieldLabel(name), from: wordsOf(before, name), to: wordsOf(after, name) }))
    .filter(({ from, to }) => from !== '' || to !== '')
}
