/** Bytes of one number: exact in JavaScript as in the index. */
const perNumber = 6
const fields = ['sort1', 'sort2', 'sort3', 'sort4'] as const
export const maxBoundLength = fields.length * perNumber

/** The first 24 bytes of a sort key as numbers, each of which is compared before the next. */
export function sortDigits(sort: string): Record<(typeof fields)[number], number> {
  const bytes = Buffer.alloc(maxBoundLength)
  // `write` would leave out a character of which only the first bytes have room.
  Buffer.from(sort.slice(0, maxBoundLength)).copy(bytes)
  return Object.fromEntries(fields.map((name, i) => [name, bytes.readUIntBE(i * perNumber, perNumber)])) as never
}

/**
 * Sort keys from `from` on and before `before`. Ranges of texts are what a cluster may refuse as too costly, ranges of
 * numbers never are; only bounds that are longer than 24 bytes need the text.
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
