/** Byte positions, both inclusive. */
export type Range = { start: number; end: number }

/**
 * The range of a file of `size` bytes in a `Range` header (RFC 9110, 14.2). Undefined means the whole file: no header,
 * an invalid one, or several ranges.
 */
export function askedRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const asked = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  const last = size - 1
  if (asked[1] === '') {
    const length = Math.min(Number(asked[2]), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: last }
  }
  const start = Number(asked[1])
  const end = asked[2] === '' ? last : Number(asked[2])
  if (end < start && asked[2] !== '') return undefined
  return start > last ? 'unsatisfiable' : { start, end: Math.min(end, last) }
}
