import { randomUUID } from 'node:crypto'
import type { HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { headingOf } from '../suite/documents.ts'

export const newAlias = () => `test-${randomUUID()}-headings`

/** So many headings are of a round: few enough for a load of them alone to begin with a copy of the index. */
export const ofRound = 10

/** Headings of which the first name the round that they are of, and the others the round in which they were new. */
export const roundOf = (round: number, count: number, others = round): HeadingDocument[] =>
  Array.from({ length: count }, (_, i) =>
    headingOf(String(i + 1), `Heading ${i + 1}`, {
      variants: [i < ofRound ? `Round ${round}` : `Others ${others}`],
    }),
  )

const everything: HeadingQuery = {
  clause: { kind: 'all' },
  authorities: [],
  sort: 'heading',
  from: 0,
  size: 100,
  words: [],
}

/** The one round that every heading of a round is of, by one search. */
export async function roundSeen(headings: HeadingsPort, count: number): Promise<number> {
  const { total, hits } = await headings.search({ ...everything, size: count })
  const seen = hits.flatMap(({ heading }) => heading.variants.filter((variant) => variant.startsWith('Round ')))
  if (total !== count || hits.length !== count || seen.length !== ofRound || new Set(seen).size !== 1)
    throw new Error(`half of a load is seen: ${JSON.stringify({ total, hits: hits.length, seen })}`)
  return Number(seen[0]!.slice('Round '.length))
}
