import type { DatabaseSync } from 'node:sqlite'
import { checkColumns } from './check-columns.ts'
import { type ComparedSegment, RecordComparison } from './check-records.ts'
import { checkStored } from './check-stored.ts'
import { sumWords } from './check-words.ts'
import { openStream } from './chunks.ts'
import { FacetDictionary } from './facet-dictionary.ts'
import { type Difference, Findings } from './findings.ts'
import { IndexUnusable } from './index-unusable.ts'
import { reasonIn } from './look-at-index.ts'
import { findRows, pagesOfRows } from './rows.ts'
import { lackingTable, layout, layoutOf, onOneState, openFile, readManifest } from './schema.ts'
import { readLive } from './stored-segment.ts'

export type CheckReport = { records: number; differences: Difference[] }

type Progress = (records: number, of: number) => void

/** Holds the index of a folder against its records, on one state, whatever is loaded meanwhile. Changes nothing. */
export function checkCatalogue(folder: string, progress: Progress = () => {}): CheckReport {
  const db = openFile(folder)
  try {
    return onOneState(db, () => checkIndex(db, progress))
  } finally {
    db.close()
  }
}

export function checkIndex(db: DatabaseSync, progress: Progress = () => {}): CheckReport {
  const findings = new Findings()
  const reason = reasonIn(db)
  if (reason) findings.note('damaged', `The index as a whole: ${reason}`)
  let records = 0
  try {
    if (layoutOf(db) === layout && !lackingTable(db)) records = compareAll(db, findings, progress)
  } catch (error) {
    if (!(error instanceof IndexUnusable)) throw error
    findings.note('damaged', error.reason)
  }
  return { records, differences: findings.differences }
}

function compareAll(db: DatabaseSync, findings: Findings, progress: Progress): number {
  const { nextRow } = readManifest(db)
  const dictionary = new FacetDictionary()
  dictionary.readNew(db)
  const live = readLive(db)
  const segments = live.flatMap((row): ComparedSegment[] => {
    const stored = checkStored(db, row, findings)
    if (!stored || !checkColumns(stored, { dictionary, nextRow }, findings)) return []
    const wrong = (term: string) => findings.note('postings that cannot be read', `“${term}” in segment ${row.id}`)
    const streams = {
      postings: openStream(db, row.id, 'postings'),
      positions: openStream(db, row.id, 'positions'),
    }
    return [{ ...stored, words: stored.hasStreams ? sumWords(stored.segment, streams, wrong) : undefined }]
  })
  const { rowOf, superseded } = findRows(db, nextRow - 1)
  for (const row of superseded) findings.note('replaced by a later row', `row ${row}`)
  const comparison = new RecordComparison(segments, dictionary, segments.length < live.length, findings)
  let done = 0
  for (const page of pagesOfRows(db, nextRow)) {
    comparison.compare(page.filter(({ row }) => !superseded.has(row)))
    done += page.length
    progress(done, rowOf.size + superseded.size)
  }
  comparison.end()
  return rowOf.size
}
