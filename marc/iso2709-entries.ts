/** What an entry of a directory says; -1 where its digits cannot be read. */
export type Entry = {
  /** Undefined where the entry does not show which. */
  tag: string | undefined
  /** With the terminator. */
  length: number
  /** Within the fields. */
  start: number
  /** As it is in the directory; 12 characters where it is in order. */
  text: string
}

type Layout = { width: number; lengthDigits: number; cost: number }

/** Costs are per damage; only their order matters. */
const changedByte = 3
const brokenChain = 6
const otherStart = 2
const layouts: Layout[] = [
  { width: 12, lengthDigits: 4, cost: 0 },
  // Lengths over 9,999 and starts over 99,999 in digits of their own; what begins with a zero is rather a length.
  { width: 13, lengthDigits: 5, cost: 1 },
  { width: 13, lengthDigits: 4, cost: 1 },
  { width: 14, lengthDigits: 5, cost: 2 },
  // Bytes lost or added.
  { width: 11, lengthDigits: 4, cost: 7 },
  { width: 10, lengthDigits: 4, cost: 9 },
]

type Step = { cost: number; from: number; entry: Entry | undefined }

/**
 * Entries of a directory in which bytes may be lost, added or changed. In order, each begins where the one before it ends,
 * and at one of `starts`, where fields begin.
 */
export function readEntries(directory: string, starts: Set<number>): Entry[] {
  const plain = /^(?:[0-9A-Za-z]{3}\d{9})+$/.test(directory)
    ? directory.match(/.{12}/g)!.map((text) => entryOf(text, 4))
    : undefined
  if (plain && chained(plain) >= 0.5) return plain
  const cut = cutWithLeastDamage(directory, starts)
  // Digits fit each other by chance here and there, where the addresses of whole entries are wrong.
  return plain && chained(cut) < 0.9 ? plain : cut
}

/** The share of entries that begin where the one before them ends. */
function chained(entries: Entry[]): number {
  let before: Entry | undefined
  let count = 0
  for (const entry of entries) {
    if (entry.start === nextStart(before)) count++
    before = entry
  }
  return count / entries.length
}

function cutWithLeastDamage(directory: string, starts: Set<number>): Entry[] {
  const best: (Step | undefined)[] = [{ cost: 0, from: 0, entry: undefined }]
  for (let at = 0; at < directory.length; at++) {
    const before = best[at]
    if (!before) continue
    const next = nextStart(before.entry)
    for (const { width, lengthDigits, cost } of layouts) {
      if (at + width > directory.length) continue
      const entry = entryOf(directory.slice(at, at + width), lengthDigits)
      const step = { cost: before.cost + cost + damage(entry, next, starts), from: at, entry }
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

const isTag = (text: string) => /^[0-9A-Za-z]{3}$/.test(text)
const digits = (text: string) => (/^\d+$/.test(text) ? Number(text) : -1)

function nextStart(entry: Entry | undefined): number {
  if (!entry) return 0
  return entry.start < 0 || entry.length < 0 ? -1 : entry.start + entry.length
}

function damage({ tag, start, text }: Entry, next: number, starts: Set<number>): number {
  let cost = tag === undefined ? changedByte : 0
  for (let i = 3; i < text.length; i++) if (!(text[i]! >= '0' && text[i]! <= '9')) cost += changedByte
  if (start === next || (next >= 0 && start < 0 && text.endsWith(String(next).padStart(5, '0')))) return cost
  if (next < 0) return cost + (starts.has(start) ? 0 : otherStart)
  if (start === next % 100_000 || start === 99_999) return cost + 1
  return cost + (starts.has(start) ? otherStart : brokenChain)
}

/**
 * The tag of an entry, now that its field is known. One that lost or gained a byte shows its tag unless the digits are
 * whole, for then the byte is missing in the tag; of a control field that byte is a zero.
 */
export function tagOf(entry: Entry, length: number, start: number, isControl: boolean): string | undefined {
  const { tag, text } = entry
  if (text.length === 12 || (entry.length === length && entry.start === start)) return tag
  const right = String(length).padStart(4, '0') + String(start).padStart(5, '0')
  if (!text.endsWith(right)) return tag
  return isControl && text.length === 11 && /^0\d/.test(text) ? `0${text.slice(0, 2)}` : undefined
}
