import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { IndexUnusable } from '../check/index-unusable.ts'
import { type PartName, partNames, partOf, type Segment, type SegmentParts, segmentParts } from './segment.ts'

type StoredPart = { name: string; bytes: Uint8Array; sum: number | null }

/** The fault of a stored part: one clause, or undefined. */
export function damageOf(name: PartName, stored: Pick<StoredPart, 'bytes' | 'sum'> | undefined): string | undefined {
  if (!stored) return `lacks the part “${name}”`
  if (!(stored.bytes instanceof Uint8Array)) return `has a part “${name}” that cannot be read`
  if (stored.bytes.byteLength % segmentParts[name].width !== 0) return `has half a number in the part “${name}”`
  if (crc32(stored.bytes) !== stored.sum) return `has other bytes in the part “${name}” than were written`
  return undefined
}

/** The first part that is inconsistent with the other given parts: one clause, or undefined. */
export function misfitOf(parts: Partial<SegmentParts>, count: number): string | undefined {
  const entries = (name: PartName) => parts[name]!.byteLength / segmentParts[name].width
  const last = (name: PartName) => new Uint32Array(parts[name]!).at(-1) ?? 0
  const given = { entries, last, count }
  const misfit = partNames.find((name) => parts[name] && !segmentParts[name].fits(entries(name), given))
  return misfit && `has a part “${misfit}” of the wrong length`
}

/** All parts of a segment with `count` records, or the named ones and those that each depends on. */
export function readParts(
  db: DatabaseSync,
  id: number,
  count: number,
  names: readonly PartName[] = partNames,
): SegmentParts {
  const parts: Partial<SegmentParts> = {}
  const rows = db
    .prepare('select name, bytes, sum from segment_part where segment = ? and name in (select value from json_each(?))')
    .iterate(id, JSON.stringify(names)) as Iterable<StoredPart & { name: PartName }>
  for (const stored of rows) {
    const damage = damageOf(stored.name, stored)
    if (damage) throw new IndexUnusable(`Segment ${id} ${damage}`)
    const shared = new SharedArrayBuffer(stored.bytes.byteLength)
    new Uint8Array(shared).set(stored.bytes)
    parts[stored.name] = shared
  }
  const lacking = names.find((name) => !parts[name])
  if (lacking) throw new IndexUnusable(`Segment ${id} ${damageOf(lacking, undefined)}`)
  const misfit = misfitOf(parts, count)
  if (misfit) throw new IndexUnusable(`Segment ${id} ${misfit}`)
  return parts as SegmentParts
}

/** Stores the parts of a segment that is not yet visible; a load compares records by `hashes`. */
export function storeSegment(db: DatabaseSync, id: number, segment: Segment, hashes: Uint8Array) {
  const insert = db.prepare('insert into segment_part (segment, name, bytes, sum) values (?, ?, ?, ?)')
  for (const name of partNames) {
    const part = partOf(segment, name)
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    insert.run(id, name, bytes, crc32(bytes))
  }
  db.prepare('insert into segment_hash (segment, bytes, sum) values (?, ?, ?)').run(id, hashes, crc32(hashes))
  db.prepare('insert into segment values (?, 0, ?, null, 0)').run(id, segment.count)
}
