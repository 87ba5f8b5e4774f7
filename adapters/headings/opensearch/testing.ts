import { randomUUID } from 'node:crypto'
import type { HeadingQuery } from '#features/headings/server/heading-query.ts'
import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import type { HeadingDocument } from '#marc/heading-document.ts'
import { headingOf } from '../suite/documents.ts'

export const newAlias = () => `test-${randomUUID()}-headings`

/** So many headings are of a round; the others are the same in every round. */
const ofRound = 20

/** Headings of which the first name the round that they are of; with `whole`, what the others have is new as well. */
export const roundOf = (round: number, count: number, whole: boolean): HeadingDocument[] =>
  Array.from({ length: count }, (_, i) =>
    headingOf(String(i + 1), `Heading ${i + 1}`, {
      variants: i < ofRound ? [`Round ${round}`] : whole ? [`Whole ${round}`] : [],
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
