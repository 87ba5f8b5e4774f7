import { align, isOfKind, type Match } from './iso2709-align.ts'
import { type FieldPlace, fieldTerminator, hasSubfields, type Piece } from './iso2709-directory.ts'
import { type Entry, tagOf, tookFrom, usualWidth } from './iso2709-entries.ts'

export type Placed = {
  /** In the directory's order. */
  fields: FieldPlace[]
  /** Tags of the entries without a field, `?` if unreadable. */
  lost: string[]
  /** Fields without an entry. */
  nameless: Piece[]
  /** How many entries name a field again. */
  repeated: number
  /** Fields whose place or length differs from their entry, with the length it states. */
  misplaced: { field: FieldPlace; stated: number }[]
  /** How many fields without an entry are blank. */
  blank: number
}

/** Finds the field of each entry: by its address if that matches, else by the entries before and after it. */
export function placeFields(bytes: Buffer, all: Entry[], found: Piece[], base: number): Placed {
  const whole = withoutCutOff(bytes, found, all, base)
  const entries = withoutRepeats(all, whole, base)
  const pieces = withoutEmpty(whole, entries)
  const order = physicalOrder(entries)
  const ordered = order.map((index) => entries[index]!)
  const { matches, nameless } =
    byAddress(bytes, ordered, pieces, base) ??
    asShared(bytes, ordered, pieces, base) ??
    align(bytes, ordered, pieces, base)
  const usual = usualWidth(entries)
  const isCutAgain = entries.some(({ text }) => text.length !== usual)
  const places: (FieldPlace | undefined)[] = []
  const misplaced: Placed['misplaced'] = []
  const matchOf = new Map(matches.map((match) => [match.entry, match]))
  const tookFirst = (entry: number) => {
    const before = matchOf.get(entry - 1)
    if (!before) return false
    return tookFrom(ordered[entry - 1]!, before.end - before.start + 1, before.start - base, ordered[entry]!)
  }
  for (const { entry, start, end } of matches) {
    const stated = ordered[entry]!
    const tag = tagOf(stated, usual, end - start + 1, start - base, !hasSubfields(bytes, { start, end }))
    // If entries had to be split, a tag that does not fit its field is discarded.
    if (
      tag === undefined ||
      (isCutAgain && (tookFirst(entry) || !isOfKind(bytes, { ...stated, tag }, { start, end })))
    ) {
      nameless.push({ start, end })
      continue
    }
    const field = { tag, start, end }
    places[order[entry]!] = field
    if (stated.length !== end - start + 1 || stated.start !== start - base)
      misplaced.push({ field, stated: stated.length })
  }
  const withText = nameless.filter((piece) => hasText(bytes, piece))
  return {
    fields: entries.flatMap((_, index) => places[index] ?? []),
    lost: entries.flatMap(({ tag }, index) => (places[index] ? [] : [tag ?? '?'])),
    nameless: withText,
    blank: whole.length - pieces.length + nameless.length - withText.length,
    repeated: all.length - entries.length,
    misplaced,
  }
}

/** The last field of a truncated record counts only if all of it is there. */
function withoutCutOff(bytes: Buffer, pieces: Piece[], entries: Entry[], base: number): Piece[] {
  const last = pieces.at(-1)
  if (last?.end !== bytes.length) return pieces
  const [start, length] = [last.start - base, last.end - last.start + 1]
  return entries.some((entry) => entry.start === start && entry.length === length) ? pieces : pieces.slice(0, -1)
}

/** Drops the empty pieces between doubled terminators. */
function withoutEmpty(pieces: Piece[], entries: Entry[]): Piece[] {
  if (pieces.length <= entries.length || entries.some(({ length }) => length === 1)) return pieces
  return pieces.filter(({ start, end }) => end > start)
}

function withoutRepeats(entries: Entry[], pieces: Piece[], base: number): Entry[] {
  const ends = new Map(pieces.map(({ start, end }) => [start, end]))
  const seen = new Set<string>()
  return entries.filter(({ text, start, length }) => {
    const isExact = start >= 0 && ends.get(base + start) === base + start + length - 1
    const isRepeated = isExact && seen.has(text)
    if (isExact) seen.add(text)
    return !isRepeated
  })
}

/** A directory may list the fields in another order than the file's. */
function physicalOrder(entries: Entry[]): number[] {
  const asNamed = entries.map((_, index) => index)
  if (entries.some(({ start }) => start < 0)) return asNamed
  const sorted = asNamed.toSorted((a, b) => entries[a]!.start - entries[b]!.start)
  return links(entries, sorted) > links(entries, asNamed) ? sorted : asNamed
}

/** How many entries start at the end of the one before. */
function links(entries: Entry[], order: number[]): number {
  let count = 0
  let next = 0
  for (const index of order) {
    const { start, length } = entries[index]!
    if (start === next) count++
    next = start + length
  }
  return count
}

/** Every entry starts after a terminator and ends in one, even if another occurs inside. */
function byAddress(bytes: Buffer, entries: Entry[], pieces: Piece[], base: number) {
  const matches: Match[] = []
  const nameless: Piece[] = []
  let [next, piece] = [0, 0]
  for (const [entry, { start, length }] of entries.entries()) {
    const from = base + start
    const end = from + length - 1
    if (start < next || length < 1 || bytes[from - 1] !== fieldTerminator || bytes[end] !== fieldTerminator)
      return undefined
    for (; piece < pieces.length && pieces[piece]!.start < from; piece++) nameless.push(pieces[piece]!)
    while (piece < pieces.length && pieces[piece]!.end <= end) piece++
    matches.push({ entry, start: from, end })
    next = start + length
  }
  return { matches, nameless: [...nameless, ...pieces.slice(piece)] }
}

/** The entries share out all the bytes, each a field of its kind: only terminators have become other bytes. */
function asShared(bytes: Buffer, entries: Entry[], pieces: Piece[], base: number) {
  const matches: Match[] = []
  const ends = new Set<number>()
  let next = base
  for (const [entry, stated] of entries.entries()) {
    const place = { start: next, end: next + stated.length - 1 }
    if (base + stated.start !== next || stated.length < 1 || !isOfKind(bytes, stated, place)) return undefined
    matches.push({ entry, ...place })
    ends.add(place.end)
    next = place.end + 1
  }
  const last = pieces.at(-1)?.end ?? base
  // If the last field's terminator became another byte, the piece ends at the record's terminator.
  if (next - 1 !== last && !(next === last && bytes[last] !== fieldTerminator)) return undefined
  return pieces.every(({ end }) => end === last || ends.has(end)) ? { matches, nameless: [] } : undefined
}

function hasText(bytes: Buffer, { start, end }: Piece): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! > 0x20) return true
  return false
}
