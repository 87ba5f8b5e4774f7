import type { StoredHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { type Stamps, stampsOf, toAuthorityRecord } from '#marc/crosswalk/authority-record.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'

type Release = { agency: string; releasedAt: Date }
export type Released = { marc: Uint8Array; change: 'none' | 'added' | 'changed' }

/**
 * The record of a heading in a release, and its change since the last release. A record that we generate keeps its
 * dates until something else in it changes.
 */
export function releasedRecord(
  { document, marc }: StoredHeading,
  before: Uint8Array | undefined,
  { agency, releasedAt }: Release,
): Released {
  if (marc) return { marc, change: !before ? 'added' : isSame(marc, before) ? 'none' : 'changed' }
  const made = (stamps: Stamps) => encodeRecord(toAuthorityRecord(document, { agency, ...stamps })).bytes
  if (!before) return { marc: made({ enteredAt: releasedAt, changedAt: releasedAt }), change: 'added' }
  const stamps = stampsOf(decodeRecord(before).record) ?? { enteredAt: releasedAt, changedAt: releasedAt }
  const asBefore = made(stamps)
  return isSame(asBefore, before)
    ? { marc: asBefore, change: 'none' }
    : { marc: made({ ...stamps, changedAt: releasedAt }), change: 'changed' }
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** Sets the record's status (leader/05): `n` new, `c` changed. */
export function withStatus(marc: Uint8Array, status: 'n' | 'c'): Uint8Array {
  const copy = Buffer.from(marc)
  copy[5] = status.charCodeAt(0)
  return copy
}

/** 003 and 040 of the records that we generate. */
export const agencyOf = ({ providerName }: { providerName: string }): string => providerName.replace(/\s+/g, '')
