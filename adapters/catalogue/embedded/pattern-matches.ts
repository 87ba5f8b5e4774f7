import { everyDoc, fromUnsorted, type Matches, noMatches } from './matches.ts'
import { placesOf } from './patterns.ts'
import { collectFields, collectFieldsAmong, fieldBits, isWanted, weightOf } from './postings.ts'
import type { ClauseOf, LiveSegment, SearchRun } from './search-run.ts'
import { stretchesFor } from './skips.ts'
import { postingsOf } from './words.ts'

/** Words that fit a pattern all count alike, so the records are only told apart by the fields. */
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
  const fieldsOf = new Uint8Array(segment.count)
  const terms = run.patternTerms(live, clause.pattern)
  const docs = among ? docsAmong(run, live, terms, bits, fieldsOf, among) : docsOf(run, live, terms, bits, fieldsOf)
  if (!scored) return { docs, scores: undefined }
  const scores = new Float32Array(docs.length)
  for (let i = 0; i < docs.length; i++) scores[i] = weightOf(segment, docs[i]!, fieldsOf[docs[i]!]! & ~isWanted)
  return { docs, scores }
}

function docsOf(run: SearchRun, live: LiveSegment, terms: number[], bits: number, fieldsOf: Uint8Array): Uint32Array {
  const found = new Uint32Array(fieldsOf.length)
  let length = 0
  for (const term of terms) {
    run.goOn()
    length = collectFields(postingsOf(run, live, term), bits, fieldsOf, found, length)
  }
  return inOrder(found.subarray(0, length), fieldsOf)
}

function docsAmong(
  run: SearchRun,
  live: LiveSegment,
  terms: number[],
  bits: number,
  fieldsOf: Uint8Array,
  among: Uint32Array,
): Uint32Array {
  for (const doc of among) fieldsOf[doc] = isWanted
  for (const term of terms) {
    run.goOn()
    for (const { base, postings } of stretchesFor(live.segment, term, among))
      collectFieldsAmong(run.read(live.id, 'postings', postings[0], postings[1]), base, bits, fieldsOf)
  }
  return among.filter((doc) => fieldsOf[doc] !== isWanted)
}

/** Sorting pays while they are few; else the marks are read off. */
function inOrder(docs: Uint32Array, marks: Uint8Array): Uint32Array {
  if (docs.length < marks.length / 32) return docs.sort()
  let at = 0
  for (let doc = 0; doc < marks.length; doc++) if (marks[doc] !== 0) docs[at++] = doc
  return docs
}

/** Records whose identifier begins like the pattern. */
export function findIdentifierPattern(live: LiveSegment, pattern: string, scored: boolean): Matches {
  const { identifiers, identifierStarts, identifierDocs, count } = live.segment
  const docs: number[] = []
  for (const place of placesOf(identifiers, pattern)) {
    for (let at = identifierStarts[place]!; at < identifierStarts[place + 1]!; at++) docs.push(identifierDocs[at]!)
  }
  return docs.length < count ? fromUnsorted(docs, scored ? 1 : undefined) : everyDoc(count, scored ? 1 : undefined)
}
