import { hasSubfields, type Piece } from './iso2709-directory.ts'
import type { Entry } from './iso2709-entries.ts'

/** The place of an entry's field; `entry` is the entry's index. */
export type Match = Piece & { entry: number }
export type Alignment = {
  matches: Match[]
  /** Pieces without an entry. */
  nameless: Piece[]
}

type Move = { entries: number; pieces: number; cost: number }
type Cell = { cost: number; move: Move | undefined }

const lost = 5
const otherPlace = 1
const otherLength = 0.5
const otherAddress = 3
const otherKind = 4
const otherTerminators = 2
/** The largest distance between the positions of an entry and its piece. */
const widestBand = 40
const maxCells = 1_000_000

/**
 * Assigns the fields to the directory's entries, both in file order, by the alignment with the least damage.
 * Terminators may be missing between fields or occur inside one, entries or fields may be lost, and lengths may be
 * wrong.
 */
export function align(bytes: Buffer, entries: Entry[], pieces: Piece[], base: number): Alignment {
  const gap = pieces.length - entries.length
  const band = Math.min(widestBand, Math.abs(gap) + 8)
  const width = 2 * band + 1 + Math.abs(gap)
  // Too much is lost to recover, or to search in reasonable time.
  if (Math.abs(gap) > band + entries.length / 5 || width * entries.length > maxCells)
    return { matches: [], nameless: pieces }
  const lowest = Math.min(0, gap) - band
  const rows: Cell[][] = []
  for (let i = 0; i <= entries.length; i++) {
    const row: Cell[] = []
    rows.push(row)
    for (let k = 0; k < width; k++) {
      const j = i + lowest + k
      row.push(j < 0 || j > pieces.length ? nowhere : bestMove(i, j))
    }
  }

  function bestMove(i: number, j: number): Cell {
    if (i === 0 && j === 0) return { cost: 0, move: undefined }
    let best = nowhere
    for (const move of moves) {
      const [from, piece] = [i - move.entries, j - move.pieces]
      const before = from < 0 || piece < 0 ? undefined : rows[from]?.[piece - from - lowest]
      if (!before || before.cost + move.cost >= best.cost) continue
      const cost = before.cost + move.cost + misfit(from, i, piece, j)
      if (cost < best.cost) best = { cost, move }
    }
    return best
  }

  /** The cost of assigning these entries to these pieces. */
  function misfit(from: number, i: number, piece: number, j: number): number {
    if (i === from || j === piece) return 0
    const whole = { start: pieces[piece]!.start, end: pieces[j - 1]!.end }
    if (i - from > 1) return splitPiece(bytes, entries, from, i - from, whole) ? 0 : Infinity
    const entry = entries[from]!
    const agrees = hasLength(bytes, entry, whole)
    if (j - piece > 1) return agrees ? 0 : Infinity
    const begins = base + entry.start === whole.start
    const address = agrees ? (begins ? 0 : otherPlace) : begins ? otherLength : otherAddress
    return address + (isOfKind(bytes, entry, whole) ? 0 : otherKind)
  }

  return walkBack(bytes, entries, pieces, rows, lowest)
}

const nowhere: Cell = { cost: Infinity, move: undefined }
const moves: Move[] = [
  { entries: 1, pieces: 1, cost: 0 },
  { entries: 1, pieces: 2, cost: otherTerminators },
  { entries: 1, pieces: 3, cost: 2 * otherTerminators },
  { entries: 2, pieces: 1, cost: otherTerminators },
  { entries: 3, pieces: 1, cost: 2 * otherTerminators },
  { entries: 1, pieces: 0, cost: lost },
  { entries: 0, pieces: 1, cost: lost },
]

function walkBack(bytes: Buffer, entries: Entry[], pieces: Piece[], rows: Cell[][], lowest: number): Alignment {
  const matches: Match[] = []
  const nameless: Piece[] = []
  let doubtful: Match[] = []
  let isBroken = false
  /** Between two sure fields, a doubtful match counts only if nothing is lost between them. */
  const settle = () => {
    if (!isBroken) matches.push(...doubtful)
    else nameless.push(...doubtful)
    doubtful = []
    isBroken = false
  }
  for (let [i, j] = [entries.length, pieces.length]; i > 0 || j > 0; ) {
    const move = rows[i]?.[j - i - lowest]?.move
    if (!move) break
    i -= move.entries
    j -= move.pieces
    if (move.entries === 0 || move.pieces === 0) {
      isBroken = true
      if (move.pieces > 0) nameless.push(pieces[j]!)
      continue
    }
    const { start } = pieces[j]!
    const { end } = pieces[j + move.pieces - 1]!
    if (move.entries > 1) {
      settle()
      matches.push(...splitPiece(bytes, entries, i, move.entries, { start, end })!)
      continue
    }
    const sure = hasLength(bytes, entries[i]!, { start, end })
    if (entries.length !== pieces.length && !sure && !isOfKind(bytes, entries[i]!, { start, end })) {
      isBroken = true
      nameless.push({ start, end })
      continue
    }
    if (sure) settle()
    ;(sure ? matches : doubtful).push({ entry: i, start, end })
  }
  settle()
  return { matches, nameless }
}

/** The entry's length is that of the field, in bytes or in characters; lengths over 9,999 occur in several forms. */
function hasLength(bytes: Buffer, { length }: Entry, { start, end }: Piece): boolean {
  const whole = end - start + 1
  if (length === whole) return true
  if (whole > 9999 && (length === 9999 || length === 0 || length === whole % 10_000)) return true
  let characters = 1
  for (let at = start; at < end; at++) if ((bytes[at]! & 0xc0) !== 0x80) characters++
  return length === characters
}

/** Fields from 010 on have two indicators and subfields. */
export const isOfKind = (bytes: Buffer, { tag }: Entry, piece: Piece) =>
  tag === undefined || !/^\d{3}$/.test(tag) || hasSubfields(bytes, piece) !== tag.startsWith('00')

/** 1 if the terminators between these fields became another byte, 0 if they were removed. */
function terminatorLength(entries: Entry[], { start, end }: Piece): 0 | 1 | undefined {
  if (entries.some(({ length }) => length < 1)) return undefined
  const content = entries.reduce((sum, { length }) => sum + length - 1, 0)
  if (content + entries.length - 1 === end - start) return 1
  return content === end - start ? 0 : undefined
}

/** Undefined if the parts would contradict the entries. */
function splitPiece(bytes: Buffer, entries: Entry[], first: number, count: number, piece: Piece): Match[] | undefined {
  const between = terminatorLength(entries.slice(first, first + count), piece)
  if (between === undefined) return undefined
  const found: Match[] = []
  let { start } = piece
  for (let entry = first; entry < first + count; entry++) {
    const end = start + entries[entry]!.length - 1
    if (!isOfKind(bytes, entries[entry]!, { start, end })) return undefined
    found.push({ entry, start, end })
    start = end + between
  }
  return found.reverse()
}
