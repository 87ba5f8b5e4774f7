import { ByteWriter, NumberList } from './byte-writer.ts'

/** Strings one after another as UTF-8; string `i` is the bytes from `starts[i]` to `starts[i + 1]`. */
export type StringTable = { bytes: Buffer; starts: Uint32Array }

export const sizeOf = (table: StringTable): number => table.starts.length - 1

export const textAt = (table: StringTable, index: number): string =>
  table.bytes.toString('utf8', table.starts[index], table.starts[index + 1])

export function tableOf(strings: readonly string[]): StringTable {
  const starts = new Uint32Array(strings.length + 1)
  let total = 0
  for (const text of strings) total += text.length * 3
  const bytes = Buffer.allocUnsafe(total)
  let at = 0
  for (let i = 0; i < strings.length; i++) {
    at += bytes.write(strings[i]!, at)
    starts[i + 1] = at
  }
  return { bytes: Buffer.from(bytes.subarray(0, at)), starts }
}

/** UTF-8 byte order, which is code point order: JavaScript's own differs beyond the basic plane. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i)
    const two = b.charCodeAt(i)
    if (one !== two) return inOrder(one) - inOrder(two)
  }
  return a.length - b.length
}

const inOrder = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Sorts in place in UTF-8 byte order. */
export function sortText(strings: string[]): string[] {
  return strings.some((text) => /[\ud800-\udfff]/.test(text)) ? strings.sort(compareText) : strings.sort()
}

export function compareEntries(a: StringTable, i: number, b: StringTable, j: number): number {
  return a.bytes.compare(b.bytes, b.starts[j], b.starts[j + 1], a.starts[i], a.starts[i + 1])
}

/** The first place in a sorted table whose string is not below the key. */
export function lowerBound(table: StringTable, key: Uint8Array): number {
  let low = 0
  let high = sizeOf(table)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(table, middle, key)) low = middle + 1
    else high = middle
  }
  return low
}

/** Byte by byte: a native call per comparison costs several times as much. */
function isBelow({ bytes, starts }: StringTable, index: number, key: Uint8Array): boolean {
  const start = starts[index]!
  const length = starts[index + 1]! - start
  const shared = Math.min(length, key.length)
  for (let i = 0; i < shared; i++) {
    const difference = bytes[start + i]! - key[i]!
    if (difference !== 0) return difference < 0
  }
  return length < key.length
}

/** The place of a string in a sorted table, or -1. */
export function findSorted(table: StringTable, text: string): number {
  const key = Buffer.from(text)
  const at = lowerBound(table, key)
  return at < sizeOf(table) && equalsAt(table, at, key, key.length) ? at : -1
}

/** The places of all strings with this prefix: first (inclusive) and last (exclusive). */
export function prefixRange(table: StringTable, prefix: string): [from: number, to: number] {
  const key = Buffer.from(prefix)
  // UTF-8 never contains 0xff, so it sorts after everything with the prefix.
  return [lowerBound(table, key), lowerBound(table, Buffer.concat([key, Buffer.from([0xff])]))]
}

/**
 * The strings of sorted tables from a text on, or backwards those before it, nearest first, each once. Every table's own
 * nearest are enough.
 */
export function nearestTexts(tables: StringTable[], from: string, backwards: boolean, limit: number): string[] {
  const key = Buffer.from(from)
  const near = tables.flatMap((table) => {
    const place = lowerBound(table, key)
    const start = backwards ? Math.max(0, place - limit) : place
    const end = backwards ? place : Math.min(sizeOf(table), place + limit)
    return Array.from({ length: end - start }, (_, i) => textAt(table, start + i))
  })
  const inOrder = sortText([...new Set(near)])
  return (backwards ? inOrder.reverse() : inOrder).slice(0, limit)
}

function equalsAt(table: StringTable, index: number, key: Uint8Array, length: number): boolean {
  const start = table.starts[index]!
  if (table.starts[index + 1]! - start !== length) return false
  for (let i = 0; i < length; i++) if (table.bytes[start + i] !== key[i]) return false
  return true
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}

/** A slot has 24 bits for place + 1 and 8 bits of the hash, which alone tell most other strings apart. */
const placeBits = 0xffffff
export const maxEntries = placeBits - 1

/** An open-addressing hash over at most `maxEntries` strings; 0 is an empty slot. */
export function slotsOf(table: StringTable): Uint32Array {
  const count = sizeOf(table)
  if (count > maxEntries) throw new Error(`A segment cannot hold ${count} identifiers.`)
  let size = 8
  while (size < count * 1.5) size *= 2
  const slots = new Uint32Array(size)
  for (let i = 0; i < count; i++) {
    const hash = hashBytes(table.bytes, table.starts[i]!, table.starts[i + 1]!)
    let slot = hash & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = ((hash & ~placeBits) | (i + 1)) >>> 0
  }
  return slots
}

let scratch = Buffer.allocUnsafe(1024)
let scratchLength = 0
let scratchHash = 0

/** Prepares to look up one string in several tables. */
export function prepareFind(text: string) {
  if (text.length * 3 > scratch.length) scratch = Buffer.allocUnsafe(text.length * 6)
  scratchLength = scratch.write(text)
  scratchHash = hashBytes(scratch, 0, scratchLength)
}

/** The place of the prepared string by its hash, or -1. */
export function findPrepared(table: StringTable, slots: Uint32Array): number {
  const tag = scratchHash & ~placeBits
  let slot = scratchHash & (slots.length - 1)
  for (;;) {
    const found = slots[slot]!
    if (found === 0) return -1
    const place = (found & placeBits) - 1
    if ((found & ~placeBits) === tag && equalsAt(table, place, scratch, scratchLength)) return place
    slot = (slot + 1) & (slots.length - 1)
  }
}

/** The place of a string by its hash, or -1. */
export function findHashed(table: StringTable, slots: Uint32Array, text: string): number {
  prepareFind(text)
  return findPrepared(table, slots)
}

/** A 32-bit hash of a text, never 0. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text)
  return hashBytes(bytes, 0, bytes.length) || 1
}

/**
 * Merges sorted tables: calls `visit` for each distinct string with its place in every table (-1 if absent); it returns
 * whether the string belongs in the merged table.
 */
export function mergeTables(tables: StringTable[], visit: (places: Int32Array) => boolean): StringTable {
  const bytes = new ByteWriter(tables.reduce((sum, table) => sum + table.bytes.length, 16))
  const starts = new NumberList(tables.reduce((most, table) => Math.max(most, sizeOf(table)), 16))
  starts.push(0)
  const at = tables.map(() => 0)
  const places = new Int32Array(tables.length)
  const open = tables.map((_, index) => index).filter((index) => sizeOf(tables[index]!) > 0)
  while (open.length > 0) {
    places.fill(-1)
    let least = open[0]!
    places[least] = at[least]!
    for (let i = 1; i < open.length; i++) {
      const index = open[i]!
      const order = compareEntries(tables[index]!, at[index]!, tables[least]!, at[least]!)
      if (order > 0) continue
      if (order < 0) places.fill(-1)
      if (order < 0) least = index
      places[index] = at[index]!
    }
    if (visit(places)) {
      const { bytes: source, starts: from } = tables[least]!
      bytes.append(source.subarray(from[at[least]!], from[at[least]! + 1]))
      starts.push(bytes.length)
    }
    for (let i = open.length - 1; i >= 0; i--) {
      const index = open[i]!
      if (places[index]! >= 0 && ++at[index]! === sizeOf(tables[index]!)) open.splice(i, 1)
    }
  }
  return { bytes: Buffer.from(bytes.view()), starts: starts.view().slice() }
}
