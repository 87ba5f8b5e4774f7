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

type Led = Pick<MarcRecord, 'leader'>

export const isAuthority = ({ leader }: Led): boolean => leader[6] === 'z'

/** Why a record cannot be in the catalogue: a sentence, or undefined for a title. */
export function whyNoTitle({ leader }: Led): string | undefined {
  const kind = otherKinds.get(leader[6] ?? ' ')
  return kind && `This is ${kind}, not a title.`
}

/** Why a record cannot be in the authority files: a sentence, or undefined for an authority record. */
export const whyNoAuthority = (record: Led): string | undefined =>
  isAuthority(record)
    ? undefined
    : `This is ${otherKinds.get(record.leader[6] ?? ' ') ?? 'a title'}, not an authority record.`
