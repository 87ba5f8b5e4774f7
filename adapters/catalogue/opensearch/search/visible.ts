/**
 * What searches see, written into the filter of the alias that they go through: the versions that a committed load has
 * brought and none has taken away. To commit a load is to write this anew, which the cluster does at once for all
 * shards; nobody ever sees half of one. Whatever an interrupted load has left stays invisible until it is swept.
 */
export type Visible = {
  /** Grows with each change. */
  generation: number
  /** Loads that were broken off: a generation that never came to be. */
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

/** Reads what `filterOf` has written. */
export function visibleOf(filter: unknown): Visible {
  const { filter: [since] = [], must_not: [, broken] = [] } = (filter as Filter).bool
  const { lte, to } = (since as { range: { since: { lte?: number; to?: number } } }).range.since
  const { since: abandoned } = (broken as { terms: { since: number[] } }).terms
  return { generation: Number(lte ?? to), abandoned }
}
