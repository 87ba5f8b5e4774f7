import type { DatabaseSync } from 'node:sqlite'
import { hasEnd, type Stream } from '../index/chunks.ts'
import { FacetDictionary } from '../index/facet-dictionary.ts'
import { readParts } from '../index/segment-parts.ts'
import { readLive } from '../index/stored-segment.ts'
import { generationOf, lackingTable, layout, layoutOf, openFile, readManifest } from '../schema.ts'
import { IndexUnusable } from './index-unusable.ts'
import { isDamage } from './sqlite-damage.ts'

/** The state of an index from a quick look, without reading it. `reason`: why it cannot be used. */
export type Looked = { reason: string | undefined; generation: number | undefined }

export function inspectIndex(folder: string): Looked {
  const db = openFile(folder)
  try {
    return { reason: reasonOrDamage(db), generation: generationOf(db) }
  } finally {
    db.close()
  }
}

/** Why an index that looks readable is not; undefined if its parts are not at fault. */
export function damageIn(folder: string): string | undefined {
  const db = openFile(folder)
  try {
    new FacetDictionary().readNew(db)
    for (const { id, records } of readLive(db)) readParts(db, id, records)
    return undefined
  } catch (error) {
    if (isDamage(error)) return damagedPages
    return error instanceof IndexUnusable ? error.reason : undefined
  } finally {
    db.close()
  }
}

const damagedPages = 'pages of it cannot be read'

/** One clause, or undefined if the index looks usable. */
export function reasonOrDamage(db: DatabaseSync): string | undefined {
  try {
    return reasonIn(db)
  } catch (error) {
    if (isDamage(error)) return damagedPages
    throw error
  }
}

function reasonIn(db: DatabaseSync): string | undefined {
  const found = layoutOf(db)
  if (found === undefined) return 'it has lost its manifest'
  if (found < layout) return 'an older version of this program made it'
  const table = lackingTable(db)
  if (table) return `it lacks the table “${table}”`
  const { records, nextRow, firstFacetChunk, nextFacetChunk } = readManifest(db)
  const counted = db
    .prepare('select coalesce(sum(records - deleted_count), 0) as live from segment where live = 1')
    .get() as { live: number }
  if (counted.live !== records) return `it has ${counted.live} records, and there are ${records}`
  if (records >= nextRow) return `its manifest counts ${records} records in fewer rows`
  const chunks = db
    .prepare('select count(*) as count from facet_chunk where id >= ? and id < ?')
    .get(firstFacetChunk, nextFacetChunk) as { count: number }
  if (chunks.count !== nextFacetChunk - firstFacetChunk) return 'values of its facets are lost'
  const streams = db
    .prepare('select segment, stream, w.bytes from segment_stream w join segment s on s.id = segment where s.live = 1')
    .all() as { segment: number; stream: Stream; bytes: number }[]
  const cut = streams.find(({ segment, stream, bytes }) => !hasEnd(db, segment, stream, bytes))
  return cut && `segment ${cut.segment} lacks the end of its ${cut.stream}`
}
