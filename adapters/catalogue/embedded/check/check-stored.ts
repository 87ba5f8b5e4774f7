import type { DatabaseSync } from 'node:sqlite'
import { streams, sumOfStream } from '../index/chunks.ts'
import { partNames, type Segment, segmentOf } from '../index/segment.ts'
import { damageOf, readParts } from '../index/segment-parts.ts'
import { readHashes } from '../index/stored-segment.ts'
import type { Findings } from './findings.ts'
import { IndexUnusable } from './index-unusable.ts'

export type CheckedSegment = {
  id: number
  segment: Segment
  deleted: Uint8Array | undefined
  /** Whether both streams match their checksums. */
  hasStreams: boolean
}

/** Checks all stored data of a segment against its checksums; undefined if it cannot be read. */
export function checkStored(
  db: DatabaseSync,
  { id, records, deleted }: { id: number; records: number; deleted: Uint8Array | undefined },
  findings: Findings,
): CheckedSegment | undefined {
  const note = (what: string) => findings.note('damaged', `Segment ${id} ${what}`)
  const part = db.prepare('select bytes, sum from segment_part where segment = ? and name = ?')
  let isWhole = true
  for (const name of partNames) {
    const damage = damageOf(name, part.get(id, name) as { bytes: Uint8Array; sum: number } | undefined)
    if (!damage) continue
    note(damage)
    isWhole = false
  }
  const wholeStreams = streams.filter((stream) => {
    const stored = db.prepare('select bytes, sum from segment_stream where segment = ? and stream = ?').get(id, stream)
    const { bytes, sum } = (stored ?? {}) as { bytes?: number; sum?: number }
    const found = sumOfStream(db, id, stream)
    if (found.bytes === bytes && found.sum === sum) return true
    note(
      found.bytes === bytes
        ? `has other bytes in its ${stream} than were written`
        : `has ${found.bytes} bytes of ${stream}; ${bytes ?? 'nobody knows how many'} were written`,
    )
    return false
  })
  try {
    readHashes(db, id, records)
    if (!isWhole) return undefined
    const segment = segmentOf(readParts(db, id, records))
    return { id, segment, deleted, hasStreams: wholeStreams.length === streams.length }
  } catch (error) {
    if (!(error instanceof IndexUnusable)) throw error
    findings.note('damaged', error.reason)
    return undefined
  }
}
