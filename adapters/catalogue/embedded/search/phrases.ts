import { fieldBits, weightOf } from '../index/postings.ts'
import { stretchesFor } from '../index/skips.ts'
import { findSorted } from '../index/string-table.ts'
import type { LiveSegment } from '../snapshot.ts'
import { type Matches, noMatches } from './matches.ts'
import { findPattern } from './pattern-matches.ts'
import type { ClauseOf, SearchRun } from './search-run.ts'

/** Room for a place: three bits of field and sixteen of position, in one number below the doc. */
const perDoc = 2 ** 19

/** Docs in order, each with the fields in which the phrase read so far begins. */
type Docs = { docs: Uint32Array; fields: Uint8Array }
/** The same, with each beginning as doc × 2¹⁹ + place, in order. */
type Places = Docs & { starts: Float64Array }

const bitCount = Uint8Array.from({ length: 64 }, (_, bits) => bits.toString(2).replaceAll('0', '').length)

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
  const last = words.at(-1)!
  if (lastIsPrefix && words.length === 1)
    return findPattern(run, live, { kind: 'pattern', pattern: `${last}*`, fields }, scored, among)
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
    found = placesOf(run, live, terms[index]!, index, bits, candidates, found?.starts)
    if (found.docs.length === 0) return noMatches
    candidates = found
  }
  if (lastIsPrefix) {
    const endings = run.patternTerms(live, `${last}*`)
    found = followedByAny(run, live, found!, endings, whole.length, bits)
  }
  const factor = scored ? whole.reduce((sum, word) => sum + run.rarityOfExact(word), 0) : undefined
  return matchesOf(live, found!, factor)
}

/**
 * All places where a phrase would begin if this term were its word number `index`. `candidates` (ascending) limits docs and
 * fields; `among` limits them to these beginnings.
 */
function placesOf(
  run: SearchRun,
  live: LiveSegment,
  term: number,
  index: number,
  bits: number,
  candidates: Docs | undefined,
  among: Float64Array | undefined,
): Places {
  const { frequency } = live.segment
  const candidateDocs = candidates?.docs
  const most = candidateDocs ? Math.min(candidateDocs.length, frequency[term]!) : frequency[term]!
  let starts = new Float64Array(among ? among.length : Math.max(16, most * 2))
  let length = 0
  const docs = new Uint32Array(most)
  const fieldsOf = new Uint8Array(most)
  let docCount = 0
  let nextAmong = 0
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
      const start = doc * perDoc - index
      for (let field = 0, bit = 1; fields !== 0; fields >>>= 1, field++, bit <<= 1) {
        if ((fields & 1) === 0) continue
        if ((take & bit) === 0) {
          skipped++
          continue
        }
        for (; skipped > 0; ) {
          const value = positions[p++]!
          skipped -= ~value & 1
          if (value > 127) while (positions[p++]! > 127);
        }
        const base = start + field * 65_536
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
          if (among) {
            while (nextAmong < among.length && among[nextAmong]! < place) nextAmong++
            if (nextAmong === among.length || among[nextAmong] !== place) continue
          } else if (length === starts.length) {
            const grown = new Float64Array(length * 2)
            grown.set(starts)
            starts = grown
          }
          starts[length++] = place
          begins |= bit
        }
      }
      if (begins === 0) continue
      docs[docCount] = doc
      fieldsOf[docCount++] = begins
    }
  }
  return {
    starts: starts.subarray(0, length),
    docs: docs.subarray(0, docCount),
    fields: fieldsOf.subarray(0, docCount),
  }
}

/** The beginnings followed, after `length` words, by one of many terms. */
function followedByAny(
  run: SearchRun,
  live: LiveSegment,
  places: Places,
  terms: number[],
  length: number,
  bits: number,
): Places {
  const { starts } = places
  const firstOf = new Int32Array(live.segment.count + 1).fill(-1)
  for (let i = starts.length - 1; i >= 0; i--) firstOf[Math.floor(starts[i]! / perDoc)] = i
  const followed = new Uint8Array(starts.length)
  for (const term of terms) {
    run.goOn()
    const endings = placesOf(run, live, term, length, bits, places, undefined).starts
    for (let at = 0; at < endings.length; at++) {
      const ending = endings[at]!
      const first = firstOf[Math.floor(ending / perDoc)]!
      for (let i = first; i < starts.length && starts[i]! <= ending; i++) if (starts[i] === ending) followed[i] = 1
    }
  }
  const left = starts.filter((_, i) => followed[i] === 1)
  return { starts: left, ...docsOf(left) }
}

/** Each doc once, in order, with the fields in which the phrase begins. */
function docsOf(starts: Float64Array): Docs {
  const docs = new Uint32Array(starts.length)
  const fields = new Uint8Array(starts.length)
  let found = 0
  for (const start of starts) {
    const doc = Math.floor(start / perDoc)
    if (found === 0 || docs[found - 1] !== doc) docs[found++] = doc
    fields[found - 1]! |= 1 << ((start - doc * perDoc) >>> 16)
  }
  return { docs: docs.subarray(0, found), fields: fields.subarray(0, found) }
}

function matchesOf(live: LiveSegment, { docs, fields }: Docs, factor: number | undefined): Matches {
  if (factor === undefined) return { docs, scores: undefined }
  const scores = new Float32Array(docs.length)
  for (let i = 0; i < docs.length; i++) scores[i] = factor * weightOf(live.segment, docs[i]!, fields[i]!)
  return { docs, scores }
}
