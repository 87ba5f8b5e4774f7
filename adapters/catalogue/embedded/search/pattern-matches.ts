import { localTerm } from '../index/local-terms.ts'
import { collectFields, collectFieldsAmong, fieldBits, isCandidate, markFields, weightOf } from '../index/postings.ts'
import { stretchesFor } from '../index/skips.ts'
import { postingsOf } from '../index/words.ts'
import type { LiveSegment, Snapshot } from '../snapshot.ts'
import { everyDoc, fromUnsorted, type Matches, noMatches } from './matches.ts'
import { placesOf } from './patterns.ts'
import type { ClauseOf, SearchRun } from './search-run.ts'

/** Words that match a pattern all count the same, so only the fields rank the records. */
export function findPattern(
  run: SearchRun,
  live: LiveSegment,
  clause: ClauseOf<'pattern'>,
  scored: boolean,
  among?: Uint32Array,
): Matches {
  const bits = fieldBits(clause.fields)
  if (bits === 0) return noMatches
  const { segment } = live
  const key = `${live.id} ${bits} ${clause.pattern}`
  const known = marksOf.get(run.snapshot)?.get(key)
  if (known) return markedDocs(live, known, scored, among)
  const local = clause.fields.includes('localNotes') ? run.patternTerms(live, localTerm(clause.pattern)) : []
  const terms = [...run.patternTerms(live, clause.pattern), ...local]
  const most = terms.reduce((sum, term) => sum + segment.frequency[term]!, 0)
  const fieldsOf = new Uint8Array(segment.count)
  // Among many docs, few postings can be skipped.
  if (most > segment.count / 32 && (!among || among.length > segment.count / 16)) {
    for (const term of terms) {
      run.goOn()
      markFields(postingsOf(run, live, term), bits, fieldsOf)
    }
    keep(run.snapshot, key, fieldsOf)
    return markedDocs(live, fieldsOf, scored, among)
  }
  const docs = among
    ? docsAmong(run, live, terms, bits, fieldsOf, among)
    : fewDocs(run, live, terms, bits, fieldsOf, most)
  if (!scored) return { docs, scores: undefined }
  const scores = new Float32Array(docs.length)
  for (let i = 0; i < docs.length; i++) scores[i] = weightOf(segment, docs[i]!, fieldsOf[docs[i]!]! & ~isCandidate)
  return { docs, scores }
}

/** The fields of each record in which a frequent pattern matches: people type the same beginnings over and over. */
const marksOf = new WeakMap<Snapshot, Map<string, Uint8Array>>()
const maxKept = 256
/** Of a million records, the marks of one pattern take 1 MB. */
const keptBytes = 16 * 1024 * 1024

function keep(snapshot: Snapshot, key: string, marks: Uint8Array) {
  const kept = marksOf.get(snapshot) ?? new Map<string, Uint8Array>()
  const most = Math.min(maxKept, keptBytes / marks.length)
  for (const oldest of kept.keys()) {
    if (kept.size < most) break
    kept.delete(oldest)
  }
  marksOf.set(snapshot, kept.set(key, marks))
}

/** Few docs are collected and sorted. */
function fewDocs(
  run: SearchRun,
  live: LiveSegment,
  terms: number[],
  bits: number,
  fieldsOf: Uint8Array,
  most: number,
): Uint32Array {
  const found = new Uint32Array(most)
  let length = 0
  for (const term of terms) {
    run.goOn()
    length = collectFields(postingsOf(run, live, term), bits, fieldsOf, found, length)
  }
  return found.subarray(0, length).sort()
}

function markedDocs(live: LiveSegment, fieldsOf: Uint8Array, scored: boolean, among?: Uint32Array): Matches {
  const most = among ? among.length : fieldsOf.length
  const docs = new Uint32Array(most)
  const scores = scored ? new Float32Array(most) : undefined
  let found = 0
  for (let i = 0; i < most; i++) {
    const doc = among ? among[i]! : i
    const fields = fieldsOf[doc]!
    if (fields === 0) continue
    docs[found] = doc
    if (scores) scores[found] = weightOf(live.segment, doc, fields)
    found++
  }
  return { docs: docs.subarray(0, found), scores: scores?.subarray(0, found) }
}

function docsAmong(
  run: SearchRun,
  live: LiveSegment,
  terms: number[],
  bits: number,
  fieldsOf: Uint8Array,
  among: Uint32Array,
): Uint32Array {
  for (const doc of among) fieldsOf[doc] = isCandidate
  for (const term of terms) {
    run.goOn()
    for (const { base, postings } of stretchesFor(live.segment, term, among))
      collectFieldsAmong(run.read(live.id, 'postings', postings[0], postings[1]), base, bits, fieldsOf)
  }
  return among.filter((doc) => fieldsOf[doc] !== isCandidate)
}

/** Records with an identifier that matches the pattern's start. */
export function findIdentifierPattern(run: SearchRun, live: LiveSegment, pattern: string, scored: boolean): Matches {
  const { identifiers, identifierStarts, identifierDocs, count } = live.segment
  const docs: number[] = []
  for (const place of placesOf(identifiers, pattern, run.goOn)) {
    for (let at = identifierStarts[place]!; at < identifierStarts[place + 1]!; at++) docs.push(identifierDocs[at]!)
  }
  return docs.length < count ? fromUnsorted(docs, scored ? 1 : undefined) : everyDoc(count, scored ? 1 : undefined)
}
