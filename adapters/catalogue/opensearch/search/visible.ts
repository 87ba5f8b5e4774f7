/**
 * The visible versions, as the filter of the alias that searches use: those added by a committed load and not removed
 * since. Rewriting it commits a load, atomically for all shards. Leftovers of an interrupted load stay invisible until
 * they are deleted.
 */
export type Visible = {
  /** Grows with each change. */
  generation: number
  /** Aborted loads: generations that were never committed. */
  abandoned: number[]
}

export const nothingLoaded: Visible = { generation: 0, abandoned: [] }

type Filter = { bool: { filter: object[]; must_not: object[] } }

export const filterOf = ({ generation, abandoned }: Visible): Filter => ({
  bool: {
    filter: [{ range: { since: { lte: generation } } }],
    must_not: [
      { bool: { filter: [{ range: { until: { lte: generation } } }], must_not: [{ terms: { until: abandoned } }] } },
      { terms: { since: abandoned } },
    ],
  },
})

/** Parses the output of `filterOf`. */
export function visibleOf(filter: unknown): Visible {
  const { filter: [since] = [], must_not: [, broken] = [] } = (filter as Filter).bool
  const { lte, to } = (since as { range: { since: { lte?: number; to?: number } } }).range.since
  const { since: abandoned } = (broken as { terms: { since: number[] } }).terms
  return { generation: Number(lte ?? to), abandoned }
}
