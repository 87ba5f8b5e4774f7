/** An entry of a directory; -1 for digits that cannot be read. */
export type Entry = {
  /** Undefined if the entry does not show it. */
  tag: string | undefined
  /** Including the terminator. */
  length: number
  /** Relative to the base address. */
  start: number
  /** As it is in the directory; 12 characters if it is in order. */
  text: string
}

type Layout = { width: number; lengthDigits: number; cost: number }

/** Costs are per damage; only their order matters. */
const changedByte = 3
const brokenChain = 6
const otherStart = 2
const otherLength = 1
const layouts: Layout[] = [
  { width: 12, lengthDigits: 4, cost: 0 },
  // Lengths over 9,999 and starts over 99,999 take an extra digit; with a leading zero it is more likely a length.
  { width: 13, lengthDigits: 5, cost: 1 },
  { width: 13, lengthDigits: 4, cost: 1 },
  { width: 14, lengthDigits: 5, cost: 2 },
  // Lost or added bytes.
  { width: 11, lengthDigits: 4, cost: 7 },
  { width: 10, lengthDigits: 4, cost: 9 },
]

type Step = { cost: number; from: number; entry: Entry | undefined }

/**
 * Entries of a directory in which bytes may be lost, added or changed. In order, each starts at the end of the one
 * before it and has the length of its field. `lengths`: the fields' lengths by their starts.
 */
export function readEntries(directory: string, lengths: Map<number, number>): Entry[] {
  const plain = /^(?:[0-9A-Za-z]{3}\d{9})+$/.test(directory)
    ? directory.match(/.{12}/g)!.map((text) => entryOf(text, 4))
    : undefined
  if (plain && chained(plain) >= 0.5) return plain
  const cut = cutWithLeastDamage(directory, lengths)
  // With intact entries but wrong addresses, a few digits still match by chance.
  return plain && chained(cut) < 0.9 ? plain : cut
}

/** The share of entries that start at the end of the one before. */
function chained(entries: Entry[]): number {
  let before: Entry | undefined
  let count = 0
  for (const entry of entries) {
    if (entry.start === nextStart(before)) count++
    before = entry
  }
  return count / entries.length
}

function cutWithLeastDamage(directory: string, lengths: Map<number, number>): Entry[] {
  const best: (Step | undefined)[] = [{ cost: 0, from: 0, entry: undefined }]
  for (let at = 0; at < directory.length; at++) {
    const before = best[at]
    if (!before) continue
    const next = nextStart(before.entry)
    for (const { width, lengthDigits, cost } of layouts) {
      if (at + width > directory.length) continue
      const entry = entryOf(directory.slice(at, at + width), lengthDigits)
      const step = { cost: before.cost + cost + damage(entry, next, lengths), from: at, entry }
      const known = best[at + width]
      if (!known || step.cost < known.cost) best[at + width] = step
    }
  }
  let at = directory.length
  while (at > 0 && !best[at]) at--
  const entries: Entry[] = []
  for (; at > 0; at = best[at]!.from) entries.push(best[at]!.entry!)
  return entries.reverse()
}

function entryOf(text: string, lengthDigits: number): Entry {
  const tag = text.slice(0, 3)
  const inOrder = text.length >= 12
  return {
    tag: isTag(tag) ? tag : undefined,
    length: inOrder ? digits(text.slice(3, 3 + lengthDigits)) : -1,
    start: inOrder ? digits(text.slice(3 + lengthDigits)) : -1,
    text,
  }
}

const isTag = (text: string) => /^(?!000)[0-9A-Za-z]{3}$/.test(text)
const digits = (text: string) => (/^\d+$/.test(text) ? Number(text) : -1)

function nextStart(entry: Entry | undefined): number {
  if (!entry) return 0
  return entry.start < 0 || entry.length < 0 ? -1 : entry.start + entry.length
}

function damage({ tag, length, start, text }: Entry, next: number, lengths: Map<number, number>): number {
  let cost = tag === undefined ? changedByte : 0
  for (let i = 3; i < text.length; i++) if (!(text[i]! >= '0' && text[i]! <= '9')) cost += changedByte
  const found = lengths.get(start)
  if (found !== undefined && found !== length) cost += otherLength
  if (start === next || (next >= 0 && start < 0 && text.endsWith(String(next).padStart(5, '0')))) return cost
  if (start < 0) return cost + 1
  if (next < 0) return cost + (found !== undefined ? 0 : brokenChain)
  if (start === next % 100_000 || start === 99_999) return cost + 1
  return cost + (found !== undefined ? otherStart : brokenChain)
}

/** The width of most entries. */
export function usualWidth(entries: Entry[]): number {
  const widths = entries.map(({ text }) => text.length).sort((a, b) => a - b)
  return widths[widths.length >> 1] ?? 12
}

/**
 * The tag of an entry once its field is known. An entry that lost or gained a byte shows its tag unless the digits are
 * complete: then the tag is a byte short or long. A control field's missing byte is a zero.
 */
export function tagOf(entry: Entry, usual: number, length: number, start: number, isControl: boolean) {
  const { tag, text } = entry
  if (text.length === 12 || text.length === usual) return tag
  const right = digitsOf(length, start)
  if (text.length === right.length + 3 || !text.endsWith(right)) return tag
  return isControl && text.length === 11 && /^0[1-9]/.test(text) ? `0${text.slice(0, 2)}` : undefined
}

/** The last byte of an entry may have moved into the next one, which changes that entry's tag. */
export const tookFrom = (before: Entry, length: number, start: number, { text }: Entry): boolean =>
  before.text.length === 11 && (before.text + text.charAt(0)).endsWith(digitsOf(length, start))

const digitsOf = (length: number, start: number) => String(length).padStart(4, '0') + String(start).padStart(5, '0')
