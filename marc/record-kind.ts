import { mapOf } from '#kit/map-of.ts'
import type { MarcRecord } from './record.ts'

/** Leader/06 of the MARC 21 formats other than bibliographic data. */
const otherKinds = mapOf<string>({
  q: 'a community information record',
  u: 'a holdings record',
  v: 'a holdings record',
  w: 'a classification record',
  x: 'a holdings record',
  y: 'a holdings record',
  z: 'an authority record',
})

type Led = Pick<MarcRecord, 'leader' | 'fields'>

/** A title whose leader/06 is that of holdings: it has a title, an imprint and a description. */
const describesTitle = ({ fields }: Led): boolean =>
  [/^245$/, /^26[04]$/, /^300$/].every((tag) => fields.some((field) => tag.test(field.tag)))

export const isAuthority = ({ leader }: Led): boolean => leader[6] === 'z'

/** Leader/05 of a record that is no more; an authority record may also have been split or replaced. */
const gone = { title: 'd', authority: 'dsx' }
const isGone = ({ leader }: Led, codes: string): boolean => codes.includes(leader[5] ?? ' ')
const deleted = 'The record is marked as deleted (leader/05).'

export const isDeletedTitle = (record: Led): boolean => isGone(record, gone.title)

/** Why a record cannot be in the catalogue: a sentence, or undefined for a title. */
export function whyNoTitle(record: Led): string | undefined {
  const code = record.leader[6] ?? ' '
  const kind = otherKinds.get(code)
  if (kind && !('uvxy'.includes(code) && describesTitle(record))) return `This is ${kind}, not a title.`
  return isDeletedTitle(record) ? deleted : undefined
}

/** Why a record cannot be in the authority files: a sentence, or undefined for an authority record. */
export function whyNoAuthority(record: Led): string | undefined {
  if (isAuthority(record)) return isGone(record, gone.authority) ? deleted : undefined
  return `This is ${otherKinds.get(record.leader[6] ?? ' ') ?? 'a title'}, not an authority record.`
}
