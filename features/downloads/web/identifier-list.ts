import { maxIdentities } from '#features/downloads/contract.ts'
import { probablyMeant } from './probably-meant.ts'
import { type Piece, splitLine } from './split-identifiers.ts'

export type IdentifierRow = {
  /** Counted from 1, as the field's lines are. */
  line: number
  /** Where it stands in the text. */
  from: number
  to: number
  typed: string
  /** What it is matched by; '' when it cannot be. */
  key: string
  kind: Piece['read']['kind']
  problem: Piece['read']['problem']
  suggestion: string | undefined
  /** Line of the first one with the same key. */
  sameAs: number | undefined
}

export type IdentifierList = {
  rows: IdentifierRow[]
  /** There are more than 4,000: the rows are only the first of them. */
  tooMany: boolean
}

/** Lines that were read before cost nothing: only the changed one is read again while somebody types. */
const known = new Map<string, Piece[]>()
const longestLine = 200_000
const longestIdentity = 512

/** Text as typed, pasted or scanned → one row for each identifier, in order. */
export function readIdentifiers(text: string): IdentifierList {
  const rows: IdentifierRow[] = []
  const firstLines = new Map<string, number>()
  let line = 0
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    line++
    if (end - start > longestLine) return { rows, tooMany: true }
    for (const { at, text: typed, read } of piecesOf(text.slice(start, end))) {
      if (rows.length === maxIdentities) return { rows, tooMany: true }
      const same = read.key || typed
      const sameAs = firstLines.get(same)
      if (sameAs === undefined) firstLines.set(same, line)
      const from = start + at
      rows.push({
        line,
        from,
        to: from + typed.length,
        typed,
        key: read.key,
        kind: read.kind,
        problem: read.problem,
        suggestion: probablyMeant(read),
        sameAs,
      })
    }
    start = end + 1
  }
  return { rows, tooMany: false }
}

function piecesOf(line: string): Piece[] {
  let pieces = known.get(line)
  if (!pieces) {
    if (known.size > 20_000) known.clear()
    pieces = splitLine(line)
    known.set(line, pieces)
  }
  return pieces
}

/** What is sent: each identifier once, as it was typed, but without commas, which separate identifiers on the wire. */
export const identitiesOf = (rows: IdentifierRow[]): string[] =>
  rows.filter((row) => row.sameAs === undefined).map((row) => row.typed.replaceAll(',', '.').slice(0, longestIdentity))

/** Keys that the catalogue can be asked for. */
export const askableKeys = (rows: IdentifierRow[]): string[] =>
  rows.filter((row) => row.sameAs === undefined && row.problem === undefined && row.key !== '').map((row) => row.key)

/** The text with one identifier replaced; with '' its line goes too when nothing else stands there. */
export function replaceIn(text: string, { from, to }: { from: number; to: number }, by: string): string {
  if (by !== '') return text.slice(0, from) + by + text.slice(to)
  const before = text.slice(0, from).replace(/[^\S\n]+$/u, '')
  const after = text.slice(to).replace(/^[^\S\n]*,?[^\S\n]*/u, '')
  const alone = (before === '' || before.endsWith('\n')) && (after === '' || after.startsWith('\n'))
  return alone ? before + after.slice(1) : `${before}${before === '' || before.endsWith('\n') ? '' : ' '}${after}`
}
