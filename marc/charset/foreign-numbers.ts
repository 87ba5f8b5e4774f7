import { type Step, steps } from '../crosswalk/crosswalk-steps.ts'
import type { ItemType } from '../crosswalk/item-types.ts'
import { isIsbn10, isIsbn13 } from '../isbn.ts'
import type { DataField, MarcRecord } from '../record.ts'
import type { ForeignKind } from './foreign-kinds.ts'

/** Each number is cleaned as the crosswalk cleans it for searches. */
const rows: { tag: string; code: string; clean: Step; kind: ForeignKind }[] = [
  { tag: '020', code: 'z', clean: steps.number, kind: 'invalid_isbn' },
  { tag: '022', code: 'z', clean: steps.number, kind: 'cancelled_issn' },
  { tag: '022', code: 'y', clean: steps.number, kind: 'incorrect_issn' },
  { tag: '024', code: 'z', clean: steps.each, kind: 'invalid_number' },
]

/** The numbers that a record holds as cancelled or invalid. `scisType` is its resource type. */
export function foreignNumbers(record: MarcRecord, scisType: string): { number: string; kind: ForeignKind }[] {
  const isElectronic = electronic.includes(scisType)
  return dataFields(record).flatMap((field) =>
    rows.flatMap(({ tag, code, clean, kind }) => {
      if (field.tag !== tag) return []
      return field.subfields.flatMap((subfield, at) => {
        if (subfield.code !== code) return []
        const numbers: string[] = []
        clean({ ...field, subfields: [subfield] }, code, numbers)
        const isPrint = kind === 'invalid_isbn' && isElectronic && !namesFile.test(qualified(field, at))
        return numbers.map((number) => ({ number, kind: isPrint && isIsbn(number) ? ('print_isbn' as const) : kind }))
      })
    }),
  )
}

/** The record without its foreign numbers. */
export function withoutForeignNumbers(record: MarcRecord): MarcRecord {
  return {
    ...record,
    fields: record.fields.map((field) =>
      'value' in field
        ? field
        : {
            ...field,
            subfields: field.subfields.filter(
              ({ code }) => !rows.some((row) => row.tag === field.tag && row.code === code),
            ),
          },
    ),
  }
}

const dataFields = ({ fields }: MarcRecord): DataField[] => fields.flatMap((field) => ('value' in field ? [] : [field]))

/** Types that have a printed edition. */
const electronic: readonly string[] = ['E-book', 'Online resource', 'Online serial'] satisfies ItemType[]

/** The number with the words that name its edition: after it, or in the $q that follow. */
function qualified({ subfields }: DataField, at: number): string {
  const next = subfields.findIndex(({ code }, i) => i > at && code !== 'q')
  return subfields
    .slice(at, next === -1 ? undefined : next)
    .map(({ value }) => value)
    .join(' ')
}

/** Names a file format, not the print. */
const namesFile = /e-?book|e-?pub|pdf|kindle|mobi\b|online|electronic|digital|\bweb\b|\bxml\b/i

const isIsbn = (number: string) => isIsbn13(number) || isIsbn10(number)
