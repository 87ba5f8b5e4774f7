/** Bytes per number: exact in JavaScript and in the index. */
const perNumber = 6
const fields = ['sort1', 'sort2', 'sort3', 'sort4'] as const
export const maxBoundLength = fields.length * perNumber

/** The first 24 bytes of a sort key as numbers, compared one after the other. */
export function sortDigits(sort: string): Record<(typeof fields)[number], number> {
  const bytes = Buffer.alloc(maxBoundLength)
  // `write` would drop a character whose bytes fit only in part.
  Buffer.from(sort.slice(0, maxBoundLength)).copy(bytes)
  return Object.fromEntries(fields.map((name, i) => [name, bytes.readUIntBE(i * perNumber, perNumber)])) as never
}

/**
 * Sort keys from `from` (inclusive) to `before` (exclusive). A cluster may reject text ranges as too costly, but never
 * number ranges; only bounds longer than 24 bytes need text.
 */
export function printBetween(from: string, before: string): object {
  return { bool: { filter: [atOrBehind(from)], must_not: [atOrBehind(before)] } }
}

function atOrBehind(bound: string): object {
  if (Buffer.byteLength(bound) > maxBoundLength) return { range: { sort: { gte: bound } } }
  const digits = sortDigits(bound)
  const [last, ...others] = fields.toReversed()
  return others.reduce<object>(
    (behind, name) => ({
      bool: {
        should: [
          { range: { [name]: { gt: digits[name] } } },
          { bool: { filter: [{ term: { [name]: digits[name] } }, behind] } },
        ],
        minimum_should_match: 1,
      },
    }),
    { range: { [last!]: { gte: digits[last!] } } },
  )
}
