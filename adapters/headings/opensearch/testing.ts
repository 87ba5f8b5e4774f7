import { randomUUID } from 'node:crypto'
import type { HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { headingOf } from '../suite/documents.ts'

export const newAlias = () => `test-${randomUUID()}-headings`

/** Headings per round: few enough that loading them alone starts from a copy of the index. */
export const ofRound = 10

/** The first headings name their round, the others the round in which they were added. */
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

/** The one round that all its headings name, from one search. */
export async function roundSeen(headings: HeadingsPort, count: number): Promise<number> {
  const { total, hits } = await headings.search({ ...everything, size: count })
  const seen = hits.flatMap(({ heading }) => heading.variants.filter((variant) => variant.startsWith('Round ')))
  if (total !== count || hits.length !== count || seen.length !== ofRound || new Set(seen).size !== 1)
    throw new Error(`half of a load is seen: ${JSON.stringify({ total, hits: hits.length, seen })}`)
  return Number(seen[0]!.slice('Round '.length))
}
