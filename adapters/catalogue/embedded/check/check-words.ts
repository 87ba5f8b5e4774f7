import { crc32 } from 'node:zlib'
import { type Segment, textFields } from '../index/segment.ts'
import { perBlock } from '../index/skips.ts'
import { hashText, sizeOf, textAt } from '../index/string-table.ts'

/** Two sums for each doc over all its words, fields and positions: two indexes of the same text have equal sums. */
export type WordSums = { one: Uint32Array; two: Uint32Array }

/** The next `length` bytes of the term. */
type NextBytes = (length: number) => Uint8Array

/**
 * Reads all postings and positions of a segment. `wrong` receives terms whose bytes do not match their doc count, or
 * whose skip entries point to the wrong place.
 */
export function sumWords(
  segment: Segment,
  streams: { postings: NextBytes; positions: NextBytes },
  wrong: (term: string) => void,
): WordSums {
  const sums = { one: new Uint32Array(segment.count), two: new Uint32Array(segment.count) }
  for (let term = 0; term < sizeOf(segment.terms); term++) {
    const postings = streams.postings(segment.postingsAt[term + 1]! - segment.postingsAt[term]!)
    const positions = streams.positions(segment.positionsAt[term + 1]! - segment.positionsAt[term]!)
    const text = textAt(segment.terms, term)
    if (!addTerm(segment, term, text, postings, positions, sums)) wrong(text)
  }
  return sums
}

function addTerm(
  segment: Segment,
  term: number,
  text: string,
  postings: Uint8Array,
  positions: Uint8Array,
  { one, two }: WordSums,
): boolean {
  const hashes = [hashText(text), crc32(text)] as const
  const firstSkip = segment.skipStarts[term]!
  let doc = 0
  let records = 0
  let at = 0
  let placeAt = 0
  const varint = (bytes: Uint8Array, from: number): [value: number, end: number] => {
    let value = 0
    let end = from
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[end++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128 || shift > 28) return [value >>> 0, end]
    }
  }
  while (at < postings.length) {
    if (records > 0 && records % perBlock === 0) {
      const skip = firstSkip + records / perBlock - 1
      const fits = skip < segment.skipStarts[term + 1]! && segment.skipDocs[skip] === doc
      if (!fits || segment.skipPostings[skip] !== at || segment.skipPositions[skip] !== placeAt) return false
    }
    const [distance, behind] = varint(postings, at)
    doc += distance
    const fields = postings[behind] ?? 0
    at = behind + 1
    if (doc >= segment.count || (records > 0 && distance === 0) || fields === 0 || fields >= 1 << textFields.length)
      return false
    records++
    for (let rest = fields; rest !== 0; rest &= rest - 1) {
      const field = 31 - Math.clz32(rest & -rest)
      let position = 0
      for (let more = true; more; ) {
        const [value, end] = varint(positions, placeAt)
        placeAt = end
        position += value >>> 1
        more = (value & 1) === 1
        if (placeAt > positions.length) return false
        const place = Math.imul(((field << 16) | position) + 1, 0x9e3779b1)
        one[doc]! += mixed(hashes[0] ^ place)
        two[doc]! += mixed(hashes[1] + place)
      }
    }
  }
  const skips = segment.skipStarts[term + 1]! - firstSkip
  const fitting = Math.max(0, Math.ceil(records / perBlock) - 1)
  return placeAt === positions.length && records === segment.frequency[term] && skips === fitting
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
