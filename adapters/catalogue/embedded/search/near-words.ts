import { lowerBound, type StringTable, sizeOf } from '../index/string-table.ts'

const end = 0xff
/** Strings compared before asking whether the answer is still wanted. */
const perTurn = 4096

/**
 * Calls `found` with each place of a sorted table whose string is within an edit distance (insertion, deletion,
 * replacement or swap of neighbours), counted in bytes. Strings with a common prefix share their rows, and prefixes
 * already too far away are skipped. Of a row only the places that `most` changes can reach are filled. `goOn` throws if
 * the answer is no longer wanted.
 */
export function findNearWords(
  table: StringTable,
  word: Uint8Array,
  most: number,
  found: (place: number, changes: number) => void,
  [from, to]: [from: number, to: number] = [0, sizeOf(table)],
  goOn = () => {},
): void {
  const width = word.length + 1
  const longest = word.length + most
  /** One row for each prefix length; what is not filled is too far. */
  const rows = new Uint8Array((longest + 1) * width).fill(most + 1)
  for (let j = 0; j <= Math.min(most, width - 1); j++) rows[j] = j
  const beginning = new Uint8Array(longest + 1)
  let known = 0
  let turn = 0
  for (let place = from; place < to; ) {
    if (turn++ % perTurn === 0) goOn()
    const start = table.starts[place]!
    const length = table.starts[place + 1]! - start
    let depth = 0
    while (depth < known && depth < length && beginning[depth] === table.bytes[start + depth]) depth++
    let tooFar = false
    for (; depth < Math.min(length, longest) && !tooFar; depth++) {
      beginning[depth] = table.bytes[start + depth]!
      tooFar = nextRow(rows, width, depth, beginning, word, most) > most
    }
    known = depth
    if (tooFar || length > longest) {
      // No string with this prefix can be near enough; one that is merely too long rules out only itself.
      beginning[depth] = end
      place = tooFar ? Math.max(place + 1, lowerBound(table, beginning.subarray(0, depth + 1))) : place + 1
      continue
    }
    const changes = rows[length * width + width - 1]!
    if (changes <= most) found(place, changes)
    place++
  }
}

/** Fills the row after `depth`; returns the least number of changes that any string with this prefix can have. */
function nextRow(
  rows: Uint8Array,
  width: number,
  depth: number,
  beginning: Uint8Array,
  word: Uint8Array,
  most: number,
): number {
  const above = depth * width
  const row = above + width
  const letter = beginning[depth]!
  if (depth < most) rows[row] = depth + 1
  let least = depth + 1
  const last = Math.min(width - 1, depth + 1 + most)
  for (let j = Math.max(1, depth + 1 - most); j <= last; j++) {
    let changes = Math.min(
      rows[above + j - 1]! + (word[j - 1] === letter ? 0 : 1),
      rows[above + j]! + 1,
      rows[row + j - 1]! + 1,
    )
    if (depth > 0 && j > 1 && word[j - 1] === beginning[depth - 1] && word[j - 2] === letter)
      changes = Math.min(changes, rows[above - width + j - 2]! + 1)
    rows[row + j] = changes
    // A swap of two letters looks back one more row.
    least = Math.min(least, changes, rows[above + j]! + 1)
  }
  return Math.min(least, rows[above]! + 1)
}
