import { localTerm } from '../index/local-terms.ts'
import { fieldBits, weightOf } from '../index/postings.ts'
import { textFields } from '../index/segment.ts'
import { stretchesFor } from '../index/skips.ts'
import { findSorted } from '../index/string-table.ts'
import type { LiveSegment } from '../snapshot.ts'
import { type Matches, mergeTwo, noMatches } from './matches.ts'
import { findPattern } from './pattern-matches.ts'
import type { ClauseOf, SearchRun } from './search-run.ts'

/** Docs in order, each with the fields in which the phrase read so far begins. */
type Docs = { docs: Uint32Array; fields: Uint8Array }
/**
 * The same, with where it begins: field × 2¹⁶ + position, in order. Those of the doc at `i` end before `ends[i]`, where
 * those of the next begin.
 */
type Places = Docs & { starts: Uint32Array; ends: Uint32Array }

const bitCount = Uint8Array.from(
  { length: 1 << textFields.length },
  (_, bits) => bits.toString(2).replaceAll('0', '').length,
)

/** Adjacent words. Only exact words count here, not their stems. */
export function findPhrase(
  run: SearchRun,
  live: LiveSegment,
  clause: ClauseOf<'phrase'>,
  scored: boolean,
  among?: Uint32Array,
): Matches {
  const { words, fields, lastIsPrefix } = clause
  if (words.length === 0) return noMatches
  if (lastIsPrefix && words.length === 1)
    return findPattern(run, live, { kind: 'pattern', pattern: `${words[0]!}*`, fields }, scored, among)
  const found = findTerms(run, live, clause, scored, among)
  if (!fields.includes('localNotes')) return found
  const local = findTerms(run, live, { ...clause, words: words.map(localTerm) }, scored, among)
  return local.docs.length === 0 ? found : mergeTwo(found, local, scored, Math.max)
}

function findTerms(
  run: SearchRun,
  live: LiveSegment,
  { words, fields, lastIsPrefix }: ClauseOf<'phrase'>,
  scored: boolean,
  among?: Uint32Array,
): Matches {
  const whole = lastIsPrefix ? words.slice(0, -1) : words
  const terms = whole.map((word) => findSorted(live.segment.terms, word))
  const bits = fieldBits(fields)
  if (bits === 0 || terms.some((term) => term < 0)) return noMatches
  // The rarest word leaves the fewest places for the others to check.
  const { frequency } = live.segment
  const rarestFirst = terms.map((_, index) => index).sort((a, b) => frequency[terms[a]!]! - frequency[terms[b]!]!)
  let candidates: Docs | undefined = among && { docs: among, fields: new Uint8Array(among.length).fill(bits) }
  let found: Places | undefined
  for (const index of rarestFirst) {
    run.goOn()
    found = placesOf(run, live, terms[index]!, index, bits, candidates, found)
    if (found.docs.length === 0) return noMatches
    candidates = found
  }
  const factor = scored ? whole.reduce((sum, word) => sum + run.rarityOfExact(word), 0) : undefined
  if (!lastIsPrefix) return matchesOf(live, found!, factor)
  const endings = run.patternTerms(live, `${words.at(-1)!}*`)
  return matchesOf(live, followedByAny(run, live, found!, endings, whole.length, bits), factor)
}

/**
 * All places where a phrase would begin if this term were its word number `index`. `candidates` (ascending) limits docs and
 * fields; `among`, which are the same docs, limits them to these beginnings.
 */
function placesOf(
  run: SearchRun,
  live: LiveSegment,
  term: number,
  index: number,
  bits: number,
  candidates: Docs | undefined,
  among: Places | undefined,
): Places {
  const { frequency } = live.segment
  const candidateDocs = candidates?.docs
  const most = candidateDocs ? Math.min(candidateDocs.length, frequency[term]!) : frequency[term]!
  let starts = new Uint32Array(among ? among.starts.length : Math.max(16, most * 2))
  let length = 0
  const docs = new Uint32Array(most)
  const fieldsOf = new Uint8Array(most)
  const ends = new Uint32Array(most)
  const amongStarts = among?.starts
  let docCount = 0
  let next = 0
  for (const stretch of stretchesFor(live.segment, term, candidateDocs)) {
    const postings = run.read(live.id, 'postings', ...stretch.postings)
    const positions = run.read(live.id, 'positions', ...stretch.positions)
    let doc = stretch.base
    let p = 0
    // Position lists that are not needed are skipped together when a needed one follows.
    let skipped = 0
    for (let at = 0; at < postings.length; ) {
      let byte = postings[at++]!
      let delta = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!
        delta |= (byte & 127) << shift
      }
      doc += delta
      let fields = postings[at++]!
      let take = bits
      if (candidateDocs) {
        while (next < candidateDocs.length && candidateDocs[next]! < doc) next++
        if (next === candidateDocs.length) break
        take = candidateDocs[next] === doc ? candidates!.fields[next]! : 0
      }
      if ((fields & take) === 0) {
        skipped += bitCount[fields]!
        continue
      }
      let begins = 0
      let nextAmong = among && next > 0 ? among.ends[next - 1]! : 0
      const endAmong = among ? among.ends[next]! : 0
      for (; fields !== 0; fields &= fields - 1) {
        const bit = fields & -fields
        if ((take & bit) === 0) {
          skipped++
          continue
        }
        for (; skipped > 0; ) {
          const value = positions[p++]!
          skipped -= ~value & 1
          if (value > 127) while (positions[p++]! > 127);
        }
        const base = (31 - Math.clz32(bit)) * 65_536 - index
        let position = 0
        for (let more = 1; more !== 0; ) {
          let value = positions[p++]!
          let number = value & 127
          for (let shift = 7; value > 127; shift += 7) {
            value = positions[p++]!
            number |= (value & 127) << shift
          }
          more = number & 1
          position += number >>> 1
          if (position < index) continue
          const place = base + position
          if (amongStarts) {
            while (nextAmong < endAmong && amongStarts[nextAmong]! < place) nextAmong++
            if (nextAmong === endAmong || amongStarts[nextAmong] !== place) continue
          } else if (length === starts.length) {
            const grown = new Uint32Array(length * 2)
            grown.set(starts)
            starts = grown
          }
          starts[length++] = place
          begins |= bit
        }
      }
      if (begins === 0) continue
      docs[docCount] = doc
      ends[docCount] = length
      fieldsOf[docCount++] = begins
    }
  }
  return {
    starts: starts.subarray(0, length),
    ends: ends.subarray(0, docCount),
    docs: docs.subarray(0, docCount),
    fields: fieldsOf.subarray(0, docCount),
  }
}

/** The docs with a beginning that is followed, after `length` words, by one of many terms. */
function followedByAny(
  run: SearchRun,
  live: LiveSegment,
  places: Places,
  terms: number[],
  length: number,
  bits: number,
): Docs {
  const fieldsOf = new Uint8Array(places.docs.length)
  for (const term of terms) {
    run.goOn()
    const endings = placesOf(run, live, term, length, bits, places, undefined)
    let at = 0
    for (let i = 0; i < endings.docs.length; i++) {
      while (places.docs[at] !== endings.docs[i]) at++
      fieldsOf[at]! |= fieldsOfBoth(places, at, endings, i)
    }
  }
  const docs = places.docs.filter((_, i) => fieldsOf[i] !== 0)
  return { docs, fields: fieldsOf.filter((fields) => fields !== 0) }
}

/** The fields with a place that both docs have. */
function fieldsOfBoth(a: Places, ofA: number, b: Places, ofB: number): number {
  let fields = 0
  let at = ofB === 0 ? 0 : b.ends[ofB - 1]!
  const end = b.ends[ofB]!
  for (let i = ofA === 0 ? 0 : a.ends[ofA - 1]!; i < a.ends[ofA]!; i++) {
    const place = a.starts[i]!
    while (at < end && b.starts[at]! < place) at++
    if (at < end && b.starts[at] === place) fields |= 1 << (place >>> 16)
  }
  return fields
}

function matchesOf(live: LiveSegment, { docs, fields }: Docs, factor: number | undefined): Matches {
  if (factor === undefined) return { docs, scores: undefined }
  const scores = new Float32Array(docs.length)
  for (let i = 0; i < docs.length; i++) scores[i] = factor * weightOf(live.segment, docs[i]!, fields[i]!)
  return { docs, scores }
}
