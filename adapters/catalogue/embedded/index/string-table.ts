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

/** Order of UTF-8 bytes, which is that of code points: JavaScript's own differs beyond the basic plane. */
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

/** Sorts in place in the order of UTF-8 bytes. */
export function sortText(strings: string[]): string[] {
  return strings.some((text) => /[\ud800-\udfff]/.test(text)) ? strings.sort(compareText) : strings.sort()
}

export function compareEntries(a: StringTable, i: number, b: StringTable, j: number): number {
  return a.bytes.compare(b.bytes, b.starts[j], b.starts[j + 1], a.starts[i], a.starts[i + 1])
}

/** First place in a sorted table whose string is not below the key. */
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

/** Byte by byte: a call into the runtime for each comparison costs several times as much. */
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

/** Place of a string in a sorted table, or -1. */
export function findSorted(table: StringTable, text: string): number {
  const key = Buffer.from(text)
  const at = lowerBound(table, key)
  return at < sizeOf(table) && equalsAt(table, at, key, key.length) ? at : -1
}

/** The places of all strings that start like this: from the first up to but not including the second. */
export function prefixRange(table: StringTable, prefix: string): [from: number, to: number] {
  const key = Buffer.from(prefix)
  // 0xff stands in no UTF-8 text, so it comes after everything that starts with the prefix.
  return [lowerBound(table, key), lowerBound(table, Buffer.concat([key, Buffer.from([0xff])]))]
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

/** Of a slot's 32 bits 24 are a place + 1, and 8 are of the hash: most other strings are told apart by these alone. */
const placeBits = 0xffffff
export const maxEntries = placeBits - 1

/** An open hash over a table of at most `maxEntries` strings; an empty slot is 0. */
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

/** Makes ready to look for one string in several tables. */
export function prepareFind(text: string) {
  if (text.length * 3 > scratch.length) scratch = Buffer.allocUnsafe(text.length * 6)
  scratchLength = scratch.write(text)
  scratchHash = hashBytes(scratch, 0, scratchLength)
}

/** Place of the prepared string by the hash, or -1. */
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

/** Place of a string by the hash, or -1. */
export function findHashed(table: StringTable, slots: Uint32Array, text: string): number {
  prepareFind(text)
  return findPrepared(table, slots)
}

/** 32 bits of a text, never 0. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text)
  return hashBytes(bytes, 0, bytes.length) || 1
}

/**
 * Walks sorted tables side by side: `visit` is called for each distinct string with its place in every table (-1 where
 * it is absent) and says whether the string belongs into the merged table.
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
