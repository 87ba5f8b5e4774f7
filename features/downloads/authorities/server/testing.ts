import type { LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import type { DataField, MarcField } from '#marc/record.ts'

export const field = (tag: string, ...parts: string[]): DataField => ({
  tag,
  ind1: tag.endsWith('00') ? '1' : ' ',
  ind2: ' ',
  subfields: Array.from({ length: parts.length / 2 }, (_, i) => ({ code: parts[2 * i]!, value: parts[2 * i + 1]! })),
})

/** 008/09-16. */
const uses = { SUBJECT: 'azznnbab', NAME: 'aznnnaab', SERIES: 'aznabaaa' }

/** A heading as loaded from a MARC authority record. */
export function authority(kind: keyof typeof uses, id: string, ...fields: MarcField[]): LoadedHeading {
  const marc = encodeRecord({
    leader: '00000nz  a2200000n  4500',
    fields: [
      { tag: '001', value: id },
      { tag: '008', value: `260101|n ${uses[kind]}           |a a|a     d` },
      ...(kind === 'SUBJECT' ? [field('040', 'f', 'scisshl')] : []),
      ...fields,
    ],
  }).bytes
  return { ...toHeading(decodeRecord(marc).record), marc }
}

/** A heading without a record, as from SKOS. */
export const concept = ({ marc: _, ...heading }: LoadedHeading): LoadedHeading => heading

/** The records of a file: number, leader/05-06, and the fields as text. */
export function read(file: Uint8Array) {
  return [...splitBuffer(file)].map(({ bytes }) => {
    const { record, repairs } = decodeRecord(bytes)
    if (repairs.length > 0) throw new Error(repairs.join(' '))
    const number = record.fields.find(({ tag }) => tag === '001')
    return { id: number && 'value' in number ? number.value : '', status: record.leader.slice(5, 7), record }
  })
}
