/** Byte positions, both inclusive. */
export type Range = { start: number; end: number }

/**
 * What a `Range` header asks of a file of `size` bytes (RFC 9110, 14.2). Undefined, so the whole file: no header, one
 * that cannot be read, several parts at once.
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
