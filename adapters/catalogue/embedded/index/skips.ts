import { NumberList } from './byte-writer.ts'
import type { Segment } from './segment.ts'

/** Postings per block; a reader can start at any block without reading the ones before. */
export const perBlock = 256

type Skips = Pick<Segment, 'skipStarts' | 'skipDocs' | 'skipPostings' | 'skipPositions'>

/** Records where the blocks of each term begin while the term is written. */
export class SkipWriter {
  private readonly starts = new NumberList()
  private readonly docs = new NumberList()
  private readonly postings = new NumberList()
  private readonly positions = new NumberList()

  constructor() {
    this.starts.push(0)
  }

  /** Call before writing posting number `count` of a term, with the previous doc and the bytes written so far. */
  before(count: number, doc: number, postings: number, positions: number) {
    if (count === 0 || count % perBlock !== 0) return
    this.docs.push(doc)
    this.postings.push(postings)
    this.positions.push(positions)
  }

  endTerm() {
    this.starts.push(this.docs.length)
  }

  parts(): Skips {
    return {
      skipStarts: this.starts.view(),
      skipDocs: this.docs.view(),
      skipPostings: this.postings.view(),
      skipPositions: this.positions.view(),
    }
  }
}

/** A run of blocks: byte ranges of both streams, and the doc that the first delta counts from. */
export type Stretch = { base: number; postings: [from: number, to: number]; positions: [from: number, to: number] }

/** The blocks of a term to read for all wanted docs (ascending), or for all its docs. */
export function stretchesFor(segment: Segment, term: number, wanted?: Uint32Array): Stretch[] {
  const { postingsAt, positionsAt, skipDocs } = segment
  const first = segment.skipStarts[term]!
  const blocks = segment.skipStarts[term + 1]! - first + 1
  const stretch = (from: number, to: number): Stretch => {
    const edge = (block: number, at: Uint32Array, offsets: Uint32Array) =>
      block === 0 ? at[term]! : block === blocks ? at[term + 1]! : at[term]! + offsets[first + block - 1]!
    return {
      base: from === 0 ? 0 : skipDocs[first + from - 1]!,
      postings: [edge(from, postingsAt, segment.skipPostings), edge(to, postingsAt, segment.skipPostings)],
      positions: [edge(from, positionsAt, segment.skipPositions), edge(to, positionsAt, segment.skipPositions)],
    }
  }
  if (!wanted || blocks < 4 || wanted.length >= blocks * perBlock) return [stretch(0, blocks)]
  const stretches: Stretch[] = []
  let from = -1
  let block = 0
  for (let i = 0; i < wanted.length; i++) {
    const doc = wanted[i]!
    if (from >= 0 && (block === blocks - 1 || doc <= skipDocs[first + block]!)) continue
    // The doc lies behind this block: find the last block that begins below it.
    let low = from < 0 ? 0 : block + 1
    let high = blocks - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (skipDocs[first + middle - 1]! < doc) low = middle
      else high = middle - 1
    }
    if (from >= 0 && low > block + 1) stretches.push(stretch(from, block + 1))
    if (from < 0 || low > block + 1) from = low
    block = low
  }
  if (from >= 0) stretches.push(stretch(from, block + 1))
  return stretches
}
