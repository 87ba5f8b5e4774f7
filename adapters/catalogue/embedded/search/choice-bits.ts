import type { Choice } from '#features/catalogue/query/server/query.ts'
import { type Keep, keepBy } from '../index/columns.ts'
import type { Segment } from '../index/segment.ts'
import type { LiveSegment } from '../snapshot.ts'
import type { Matches } from './matches.ts'
import type { SearchRun } from './search-run.ts'

/** One bit per record of a segment. */
type Bits = Uint32Array

/** Cached for each segment, the most recently used last. Of a million records, one takes 125 kB. */
const maxCached = 64
const cachedOf = new WeakMap<Segment, Map<string, Bits>>()

/** Longer lists of values are rarely chosen twice. */
const maxKeyLength = 200

/** Below this share of a segment, testing the docs takes less than reading the column of every record. */
const worthwhileShare = 0.1

/** Above this share of a segment, limiting a search to some records saves less than it takes. */
const sparingShare = 0.5

export type Chosen = {
  /** The matches that meet the choices of every facet. */
  chosen: Matches
  /** For each facet with choices, the matches that fail only its own: it counts them too. */
  others: Map<Choice['field'], Uint32Array>
}

/**
 * The records that the choices leave or that fail those of one facet only, if that is cached and spares much: no others
 * need to be searched.
 */
export function searchedRecords(
  run: SearchRun,
  live: LiveSegment,
  choices: Map<Choice['field'], Choice[]>,
): Uint32Array | undefined {
  const cached = cachedOf.get(live.segment)
  if (choices.size < 2 || !cached) return undefined
  const bits: Bits[] = []
  for (const ofFacet of choices.values()) {
    const known = cached.get(keyOf(run, ofFacet))
    if (!known) return undefined
    bits.push(known)
  }
  const needed = failingAtMostOne(bits)
  return countOf(needed) > live.segment.count * sparingShare ? undefined : docsIn(needed)
}

/** `matches`: none of them deleted. */
export function applyChoices(
  run: SearchRun,
  live: LiveSegment,
  matches: Matches,
  choices: Map<Choice['field'], Choice[]>,
): Chosen {
  if (choices.size === 0) return { chosen: matches, others: new Map() }
  const fields = [...choices.keys()]
  const bits = [...choices.values()].map((ofFacet) => bitsOf(run, live, ofFacet, matches.docs))
  const meeting = combine(bits, undefined)
  const failing = bits.map((_, facet) => combine(bits, facet))
  if (matches.docs.length === live.live && !matches.scores) {
    const select = (selected: Bits) => docsIn(withoutRest(selected, live))
    return {
      chosen: { docs: select(meeting), scores: undefined },
      others: new Map(fields.map((field, facet) => [field, select(failing[facet]!)])),
    }
  }
  // Most matches of a common word fail several facets: they are passed over once.
  const needed = keepSet(matches, failingAtMostOne(bits))
  const docs: Matches = { docs: needed.docs, scores: undefined }
  return {
    chosen: keepSet(needed, meeting),
    others: new Map(fields.map((field, facet) => [field, keepSet(docs, failing[facet]!).docs])),
  }
}

/** Set in all of them; with `failing`, in all but this one, and not in it. */
function combine(all: readonly Bits[], failing: number | undefined): Bits {
  const combined = new Uint32Array(all[0]!.length).fill(0xffffffff)
  for (const [index, bits] of all.entries()) {
    const flip = index === failing ? -1 : 0
    for (let word = 0; word < combined.length; word++) combined[word]! &= bits[word]! ^ flip
  }
  return combined
}

function failingAtMostOne(all: readonly Bits[]): Bits {
  const atMostOne = new Uint32Array(all[0]!.length).fill(0xffffffff)
  const none = atMostOne.slice()
  for (const bits of all)
    for (let word = 0; word < none.length; word++) {
      atMostOne[word] = (atMostOne[word]! & bits[word]!) | none[word]!
      none[word]! &= bits[word]!
    }
  return atMostOne
}

/** Without deleted records, and the bits after the last record. */
function withoutRest(bits: Bits, { segment: { count }, deleted }: LiveSegment): Bits {
  if (count % 32 !== 0) bits[bits.length - 1]! &= (1 << (count % 32)) - 1
  if (deleted)
    for (let byte = 0; byte < deleted.length; byte++) bits[byte >>> 2]! &= ~(deleted[byte]! << ((byte & 3) * 8))
  return bits
}

function countOf(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += bitCount(bits[word]!)
  return count
}

function docsIn(bits: Bits): Uint32Array {
  const docs = new Uint32Array(countOf(bits))
  let found = 0
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word]!; left !== 0; left &= left - 1) docs[found++] = word * 32 + 31 - Math.clz32(left & -left)
  return docs
}

/** Adds neighbouring bits, then pairs of them and so on: the usual way where the processor's own instruction is out of reach. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function keepSet(from: Matches, bits: Bits): Matches {
  const { docs, scores } = from
  const kept = new Uint32Array(docs.length)
  const keptScores = scores && new Float32Array(docs.length)
  let found = 0
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    if (((bits[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue
    kept[found] = doc
    if (keptScores) keptScores[found] = scores![i]!
    found++
  }
  return { docs: kept.subarray(0, found), scores: keptScores?.subarray(0, found) }
}

/**
 * Which of `docs` meet any of the choices of one facet. Schools choose the same few values over and over, so the answer
 * for every record of the segment is cached.
 */
function bitsOf(run: SearchRun, live: LiveSegment, choices: Choice[], docs: Uint32Array): Bits {
  const { segment } = live
  const key = keyOf(run, choices)
  let cached = cachedOf.get(segment)
  let bits = cached?.get(key)
  if (!bits && (key.length > maxKeyLength || docs.length < segment.count * worthwhileShare))
    return readBits(segment.count, docs, anyOf(run, live, choices))
  if (!cached) {
    cached = new Map()
    cachedOf.set(segment, cached)
  }
  if (bits) cached.delete(key)
  else if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
  bits ??= readBits(segment.count, undefined, anyOf(run, live, choices))
  cached.set(key, bits)
  return bits
}

/** Value numbers stay the same for as long as a segment does. */
const keyOf = (run: SearchRun, choices: Choice[]): string =>
  JSON.stringify(
    choices.map((choice) => (choice.kind === 'range' ? choice : [choice.field, ...run.valueNumbers(choice)])),
  )

function anyOf(run: SearchRun, live: LiveSegment, choices: Choice[]): Keep {
  const tests = choices.map((choice) => keepBy(run, live, choice))
  const [only] = tests
  return tests.length === 1 ? only! : (doc) => tests.some((keep) => keep(doc))
}

/** `docs`: all records if undefined. */
function readBits(count: number, docs: Uint32Array | undefined, keep: Keep): Bits {
  const bits = new Uint32Array((count + 31) >>> 5)
  const length = docs?.length ?? count
  for (let i = 0; i < length; i++) {
    const doc = docs ? docs[i]! : i
    if (keep(doc)) bits[doc >>> 5]! |= 1 << (doc & 31)
  }
  return bits
}
