import type { DatabaseSync } from 'node:sqlite'
import { openStream } from '../index/chunks.ts'
import { FacetDictionary } from '../index/facet-dictionary.ts'
import { readLive } from '../index/stored-segment.ts'
import { findRows, lostOf } from '../rows.ts'
import { fileDamaged, lackingTable, layout, layoutOf, openFile, readManifest } from '../schema.ts'
import { checkColumns } from './check-columns.ts'
import { type ComparedSegment, RecordComparison } from './check-records.ts'
import { checkStored } from './check-stored.ts'
import { sumWords } from './check-words.ts'
import { expectedRecords } from './expected-records.ts'
import { type Difference, Findings } from './findings.ts'
import { IndexUnusable } from './index-unusable.ts'
import { reasonOrDamage } from './look-at-index.ts'
import { lostSentence } from './row-damage.ts'
import { pagesOfRows } from './row-pages.ts'
import { isDamage, unlessDamaged } from './sqlite-damage.ts'

/** `needsBackup`: records are lost or damaged, and no rebuild can restore them. */
export type CheckReport = { records: number; differences: Difference[]; needsBackup: boolean }

type Progress = (records: number, of: number) => void

/** Compares a folder's index with its records in one read transaction, despite concurrent loads. Changes nothing. */
export function checkCatalogue(folder: string, progress: Progress = () => {}): CheckReport {
  const db = openFile(folder)
  try {
    // Closing the file ends the transaction: a commit fails on damaged pages.
    db.exec('begin')
    return checkIndex(db, progress)
  } catch (error) {
    throw isDamage(error) ? fileDamaged(folder, (error as Error).message) : error
  } finally {
    db.close()
  }
}

export function checkIndex(db: DatabaseSync, progress: Progress = () => {}): CheckReport {
  const findings = new Findings()
  const reason = reasonOrDamage(db)
  if (reason) findings.note('damaged', `The index as a whole: ${reason}`)
  checkPages(db, findings)
  const dictionary = new FacetDictionary()
  const segments = layoutOf(db) === layout && !lackingTable(db) ? comparedSegments(db, dictionary, findings) : undefined
  const expected = expectedRecords(db)
  const found = findRows(db, expected.lastRow)
  const { rowOf, superseded, nameless } = found
  const losses = { lost: lostOf(found, expected), of: expected.records }
  if (losses.lost !== 0) findings.note('lost', lostSentence(losses), losses.lost)
  for (const row of superseded) findings.note('replaced by a later row', `row ${row}`)
  const comparison = new RecordComparison(segments?.whole ?? [], dictionary, !segments?.isWhole, findings)
  let done = 0
  for (const page of pagesOfRows(db, expected.lastRow + 1)) {
    comparison.compare(
      page.filter(({ row }) => !superseded.has(row)),
      expected,
    )
    done += page.length
    progress(done, rowOf.size + superseded.size + nameless.length)
  }
  comparison.end()
  const { differences } = findings
  return { records: rowOf.size, differences, needsBackup: losses.lost !== 0 || comparison.hasDamage }
}

/** Records each fault that SQLite's own page check reports. */
function checkPages(db: DatabaseSync, findings: Findings) {
  const found = unlessDamaged(() => db.prepare('pragma quick_check(5)').all() as { quick_check: string }[])
  const lines = found?.flatMap(({ quick_check }) => quick_check.split('\n')) ?? ['its pages cannot be read']
  for (const line of lines) if (line !== 'ok' && !line.startsWith('***')) findings.note('damaged', `The file: ${line}`)
}

/** Undefined if no part of the index can be compared. `isWhole`: every segment can be. */
function comparedSegments(db: DatabaseSync, dictionary: FacetDictionary, findings: Findings) {
  return noting('The index', findings, () => {
    dictionary.readNew(db)
    const live = readLive(db)
    const whole = live.flatMap((row) => {
      const compared = noting(`Segment ${row.id}`, findings, () => comparedSegment(db, row, dictionary, findings))
      return compared ? [compared] : []
    })
    return { whole, isWhole: whole.length === live.length }
  })
}

function comparedSegment(
  db: DatabaseSync,
  row: ReturnType<typeof readLive>[number],
  dictionary: FacetDictionary,
  findings: Findings,
): ComparedSegment | undefined {
  const stored = checkStored(db, row, findings)
  if (!stored || !checkColumns(stored, { dictionary, nextRow: readManifest(db).nextRow }, findings)) return undefined
  const wrong = (term: string) => findings.note('postings that cannot be read', `“${term}” in segment ${row.id}`)
  const streams = {
    postings: openStream(db, row.id, 'postings'),
    positions: openStream(db, row.id, 'positions'),
  }
  return { ...stored, words: stored.hasStreams ? sumWords(stored.segment, streams, wrong) : undefined }
}

function noting<T>(what: string, findings: Findings, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const reason =
      error instanceof IndexUnusable ? error.reason : isDamage(error) && `${what} has pages that cannot be read`
    if (!reason) throw error
    findings.note('damaged', reason)
    return undefined
  }
}
