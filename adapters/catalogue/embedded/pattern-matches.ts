import { everyDoc, fromUnsorted, type Matches, noMatches } from './matches.ts'
import { placesOf } from './patterns.ts'
import { collectFields, fieldBits, weightOf } from './postings.ts'
import type { ClauseOf, LiveSegment, SearchRun } from './search-run.ts'
import { postingsOf } from './words.ts'

/** Words that fit a pattern all count alike, so the records are only told apart by the fields. */
export function findPattern(run: SearchRun, live: LiveSegment, clause: ClauseOf<'pattern'>, scored: boolean): Matches {
  const bits = fieldBits(clause.fields)
  if (bits === 0) return noMatches
  const { segment } = live
  const fieldsOf = new Uint8Array(segment.count)
  const found = new Uint32Array(segment.count)
  let length = 0
  for (const term of run.patternTerms(live, clause.pattern)) {
    run.goOn()
    length = collectFields(postingsOf(run, live, term), bits, fieldsOf, found, length)
  }
  const docs = inOrder(found.subarray(0, length), fieldsOf)
  if (!scored) return { docs, scores: undefined }
  const scores = new Float32Array(docs.length)
  for (let i = 0; i < docs.length; i++) scores[i] = weightOf(segment, docs[i]!, fieldsOf[docs[i]!]!)
  return { docs, scores }
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
