import { isDeleted, type LiveSegment } from '../snapshot.ts'
import { compareText, type StringTable, sizeOf, textAt } from './string-table.ts'

/** At most `limit` ids after the given one, in the order of `compareIds`. Reads few more ids than it returns. */
export function idsAfter(segments: LiveSegment[], after: string | undefined, limit: number): string[] {
  const heads = segments.map((live) => walkFrom(live, after)).filter((head) => head.next())
  const ids: string[] = []
  while (ids.length < limit && heads.length > 0) {
    let first = 0
    for (let i = 1; i < heads.length; i++) if (compareKeys(heads[i]!.key, heads[first]!.key) < 0) first = i
    ids.push(heads[first]!.key.id)
    if (!heads[first]!.next()) heads.splice(first, 1)
  }
  return ids
}

/** Numbers sort by value, before ids that are not numbers. */
export const compareIds = (a: string, b: string): number => compareKeys(keyOf(a), keyOf(b))

/** `digits`: a number without leading zeros. */
type Key = { id: string; digits: string | undefined }

const keyOf = (id: string): Key => ({ id, digits: /^\d+$/.test(id) ? id.replace(/^0+/, '') : undefined })

function compareKeys(a: Key, b: Key): number {
  if (a.digits === undefined || b.digits === undefined) {
    if (a.digits !== b.digits) return a.digits === undefined ? 1 : -1
  } else if (a.digits !== b.digits) return a.digits.length - b.digits.length || compareText(a.digits, b.digits)
  return compareText(a.id, b.id)
}

/** Steps through the live records of a segment; `next` returns false past the end. */
function walkFrom({ segment: { ids, idDocs }, deleted }: LiveSegment, after: string | undefined) {
  const order = orderOf(ids)
  let at = after === undefined ? 0 : firstBehind(ids, order, keyOf(after))
  const head = {
    key: keyOf(''),
    next: () => {
      while (deleted && at < order.length && isDeleted(deleted, idDocs[order[at]!]!)) at++
      if (at === order.length) return false
      head.key = keyOf(textAt(ids, order[at++]!))
      return true
    },
  }
  return head
}

function firstBehind(ids: StringTable, order: Uint32Array, after: Key): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keyOf(textAt(ids, order[middle]!)), after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const knownOrders = new WeakMap<StringTable, Uint32Array>()

/** The places of a sorted table in the order of `compareIds`; computed once. */
function orderOf(ids: StringTable): Uint32Array {
  let order = knownOrders.get(ids)
  if (!order) {
    order = inOrder(ids)
    knownOrders.set(ids, order)
  }
  return order
}

/** Numbers of equal length are already in order, so only those that differ in leading zeros are sorted. */
function inOrder(ids: StringTable): Uint32Array {
  const byDigits = new Map<number, number[]>()
  for (let place = 0; place < sizeOf(ids); place++) {
    const digits = digitsAt(ids, place)
    const alike = byDigits.get(digits)
    if (alike) alike.push(place)
    else byDigits.set(digits, [place])
  }
  const order = new Uint32Array(sizeOf(ids))
  let at = 0
  for (const [digits, places] of [...byDigits].sort(([a], [b]) => a - b)) {
    const lengthOf = (place: number) => ids.starts[place + 1]! - ids.starts[place]!
    if (digits !== noNumber && places.some((place) => lengthOf(place) !== lengthOf(places[0]!)))
      places.sort((a, b) => compareIds(textAt(ids, a), textAt(ids, b)))
    order.set(places, at)
    at += places.length
  }
  return order
}

const noNumber = Number.POSITIVE_INFINITY
const [zero, nine] = [0x30, 0x39]

/** The number of digits without leading zeros. */
function digitsAt({ bytes, starts }: StringTable, place: number): number {
  const end = starts[place + 1]!
  let leading = starts[place]!
  if (leading === end) return noNumber
  while (leading < end && bytes[leading] === zero) leading++
  for (let at = leading; at < end; at++) if (bytes[at]! < zero || bytes[at]! > nine) return noNumber
  return end - leading
}
