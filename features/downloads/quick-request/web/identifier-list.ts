import { type Chosen, maxIdentities } from '#features/downloads/contract.ts'
import { type Piece, splitLine } from '../../list-file/web/split-identifiers.ts'
import { probablyMeant } from './probably-meant.ts'

export type IdentifierRow = {
  /** Counted from 1, like the field's lines. */
  line: number
  /** Its position in the text. */
  from: number
  to: number
  typed: string
  /** Its key for matching; '' if it has none. */
  key: string
  kind: Piece['read']['kind']
  problem: Piece['read']['problem']
  suggestion: string | undefined
  /** Line of the first one with the same key. */
  sameAs: number | undefined
  /** If it is no identifier: the words of its line. */
  title: string | undefined
}

export type IdentifierList = {
  /** At most 4,000. */
  rows: IdentifierRow[]
  /** How many there are beyond 4,000; Infinity if not counted. */
  over: number
}

/** The content of one line; `at` and `end` count from its start. */
type LineOfList = { at: number; end: number; row: Omit<IdentifierRow, 'line' | 'from' | 'to' | 'sameAs'> }[]

/** Cache of parsed lines: while typing, only the changed line is parsed again. */
const known = new Map<string, LineOfList>()
const maxLineLength = 200_000
const maxIdentityLength = 512
const maxTitleLength = 200
/** Most identifiers counted beyond the limit. */
const maxCounted = 20_000

/** Text as typed, pasted or scanned → one row for each identifier, in order. */
export function readIdentifiers(text: string): IdentifierList {
  const rows: IdentifierRow[] = []
  const firstLines = new Map<string, number>()
  let line = 0
  let over = 0
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    line++
    if (end - start > maxLineLength || over > maxCounted) return { rows, over: Number.POSITIVE_INFINITY }
    for (const { at, end: upTo, row } of lineOf(text.slice(start, end))) {
      if (rows.length === maxIdentities) {
        over++
        continue
      }
      const { typed, key, kind, problem, suggestion, title } = row
      const same = key || typed
      const sameAs = firstLines.get(same)
      if (sameAs === undefined) firstLines.set(same, line)
      rows.push({ line, from: start + at, to: start + upTo, typed, key, kind, problem, suggestion, sameAs, title })
    }
    start = end + 1
  }
  return { rows, over }
}

/** Words that are no identifiers are probably a title. */
function titleIn(pieces: Piece[]): string | undefined {
  const words = pieces.filter(({ text, read }) => read.problem === 'not_an_identifier' && /\p{L}{2}/u.test(text))
  return (
    words
      .map(({ text }) => text)
      .join(' ')
      .slice(0, maxTitleLength) || undefined
  )
}

function lineOf(line: string): LineOfList {
  let found = known.get(line)
  if (!found) {
    if (known.size > 20_000) known.clear()
    const pieces = splitLine(line)
    const title = titleIn(pieces)
    found = pieces.map(({ at, end, text: typed, read }) => ({
      at,
      end,
      row: {
        typed,
        key: read.key,
        kind: read.kind,
        problem: read.problem,
        suggestion: probablyMeant(read),
        title: read.problem === 'not_an_identifier' ? title : undefined,
      },
    }))
    known.set(line, found)
  }
  return found
}

/** The identifiers to send: each once, as typed, but without commas, which separate identifiers on the wire. */
export const identitiesOf = (rows: IdentifierRow[]): string[] =>
  rows
    .filter((row) => row.sameAs === undefined)
    .map((row) => row.typed.replaceAll(',', '.').slice(0, maxIdentityLength))

/** The records confirmed (by identifier key) for identifiers of the list. */
export const chosenOf = (rows: IdentifierRow[], confirmed: Readonly<Record<string, string>>): Chosen[] =>
  rows.flatMap(({ sameAs, key }) => {
    const id = sameAs === undefined ? confirmed[key] : undefined
    return id === undefined ? [] : [{ identifier: key, ids: [id] }]
  })

/**
 * Keys to look up in the catalogue, even with a wrong check digit: it may be printed that way, or be a record number.
 */
export const askableKeys = (rows: IdentifierRow[]): string[] =>
  rows.filter((row) => row.sameAs === undefined && row.key !== '').map((row) => row.key)

/** The text with one identifier replaced; with '' its line is removed too if nothing else is on it. */
export function replaceIn(text: string, { from, to }: { from: number; to: number }, by: string): string {
  if (by !== '') return text.slice(0, from) + by + text.slice(to)
  const before = text.slice(0, from).replace(/[^\S\n]+$/u, '')
  const after = text.slice(to).replace(/^[^\S\n]*[,;|]?[^\S\n]*/u, '')
  const alone = (before === '' || before.endsWith('\n')) && (after === '' || after.startsWith('\n'))
  return alone ? before + after.slice(1) : `${before}${before === '' || before.endsWith('\n') ? '' : ' '}${after}`
}
