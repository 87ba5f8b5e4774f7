/** Byte positions, both inclusive. */
export type Range = { start: number; end: number }

/**
 * The range of a file of `size` bytes in a `Range` header (RFC 9110, 14.2). Undefined means the whole file: no header,
 * an invalid one, or several ranges.
 */
export function requestedRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const last = size - 1
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: last }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? last : Number(match[2])
  if (end < start && match[2] !== '') return undefined
  return start > last ? 'unsatisfiable' : { start, end: Math.min(end, last) }
}
