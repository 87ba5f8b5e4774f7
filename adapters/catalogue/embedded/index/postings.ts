import { searchFields } from '#features/catalogue/fields.ts'
import type { SearchField } from '#features/catalogue/query/server/query.ts'
import type { Matches } from '../search/matches.ts'
import type { SearchRun } from '../search/search-run.ts'
import type { LiveSegment } from '../snapshot.ts'
import { type Segment, textFields } from './segment.ts'
import { stretchesFor } from './skips.ts'

/** The bits of the fields; identifiers have none. */
export function fieldBits(fields: readonly SearchField[]): number {
  let bits = 0
  textFields.forEach((field, bit) => {
    if (fields.includes(field)) bits |= 1 << bit
  })
  return bits
}

/** A long title shares its weight among its words: never below 0.7, so that a title outweighs the notes. */
const titleShare = Float32Array.from({ length: 256 }, (_, words) => Math.max(0.7, 1.02 - 0.02 * words))
const titleBit = 1

/** The sum of weights of each set of fields, without the title. */
const otherWeights = Float32Array.from({ length: 1 << textFields.length }, (_, bits) =>
  textFields.reduce((sum, field, bit) => (bit > 0 && bits & (1 << bit) ? sum + searchFields[field].weight : sum), 0),
)

/** The score of a hit in these fields of this record. */
export const weightOf = (segment: Segment, doc: number, fields: number): number =>
  (fields & titleBit ? searchFields.title.weight * titleShare[segment.titleWords[doc]!]! : 0) + otherWeights[fields]!

/** Docs of a term in any of the fields, each scored `factor` times the weight of its matching fields. */
export function readPostings(
  segment: Segment,
  bytes: Uint8Array,
  frequency: number,
  bits: number,
  factor: number | undefined,
): Matches {
  const docs = new Uint32Array(frequency)
  const scores = factor === undefined ? undefined : new Float32Array(frequency)
  let found = 0
  let doc = 0
  for (let at = 0; at < bytes.length; ) {
    let byte = bytes[at++]!
    let delta = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      delta |= (byte & 127) << shift
    }
    doc += delta
    const fields = bytes[at++]! & bits
    if (fields === 0) continue
    docs[found] = doc
    if (scores) scores[found] = factor! * weightOf(segment, doc, fields)
    found++
  }
  return { docs: docs.subarray(0, found), scores: scores?.subarray(0, found) }
}

/** Greater than every doc. */
const noDoc = 0xffffffff

/** The same, limited to the given docs (ascending), which skips most of a long list. */
export function readPostingsAmong(
  run: SearchRun,
  live: LiveSegment,
  term: number,
  bits: number,
  factor: number | undefined,
  among: Uint32Array,
): Matches {
  const { segment } = live
  const most = Math.min(segment.frequency[term]!, among.length)
  const docs = new Uint32Array(most)
  const scores = factor === undefined ? undefined : new Float32Array(most)
  let found = 0
  let next = 0
  let target = among[0] ?? noDoc
  for (const { base, postings } of stretchesFor(segment, term, among)) {
    const bytes = run.read(live.id, 'postings', postings[0], postings[1])
    let doc = base
    for (let at = 0; at < bytes.length; ) {
      let byte = bytes[at++]!
      let delta = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        delta |= (byte & 127) << shift
      }
      doc += delta
      const fields = bytes[at++]! & bits
      if (doc < target) continue
      while (target < doc) target = among[++next] ?? noDoc
      if (target === noDoc) break
      if (fields === 0 || target !== doc) continue
      docs[found] = doc
      if (scores) scores[found] = factor! * weightOf(segment, doc, fields)
      found++
    }
  }
  return { docs: docs.subarray(0, found), scores: scores?.subarray(0, found) }
}

/** Adds the fields of a term's docs to `fieldsOf`; docs that had none before are appended to `docs`. */
export function collectFields(
  bytes: Uint8Array,
  bits: number,
  fieldsOf: Uint8Array,
  docs: Uint32Array,
  length: number,
) {
  let found = length
  let doc = 0
  for (let at = 0; at < bytes.length; ) {
    let byte = bytes[at++]!
    let delta = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      delta |= (byte & 127) << shift
    }
    doc += delta
    const fields = bytes[at++]! & bits
    if (fields === 0) continue
    if (fieldsOf[doc] === 0) docs[found++] = doc
    fieldsOf[doc]! |= fields
  }
  return found
}

/** Adds the fields of a term's docs to `fieldsOf`. */
export function markFields(bytes: Uint8Array, bits: number, fieldsOf: Uint8Array) {
  let doc = 0
  for (let at = 0; at < bytes.length; ) {
    let delta = bytes[at++]!
    if (delta > 127) {
      delta &= 127
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[at++]!
        delta |= (byte & 127) << shift
        if (byte < 128) break
      }
    }
    doc += delta
    fieldsOf[doc]! |= bytes[at++]! & bits
  }
}

/** Marks a doc for `collectFieldsAmong`; the fields use the bits below. */
export const isCandidate = 0x80

/** Adds the fields of a term's docs to `fieldsOf` where a doc is marked as a candidate. */
export function collectFieldsAmong(bytes: Uint8Array, base: number, bits: number, fieldsOf: Uint8Array) {
  let doc = base
  for (let at = 0; at < bytes.length; ) {
    let byte = bytes[at++]!
    let delta = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      delta |= (byte & 127) << shift
    }
    doc += delta
    const fields = bytes[at++]! & bits
    if (fieldsOf[doc]! & isCandidate) fieldsOf[doc]! |= fields
  }
}
