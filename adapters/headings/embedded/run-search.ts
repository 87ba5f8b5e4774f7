import { keepOnly, type Matches } from '#adapters/catalogue/embedded/matches.ts'
import { type Authority, authorities, type HeadingQuery } from '#features/headings/server/heading-query.ts'
import { evaluate, type SearchRun } from './evaluate.ts'
import { rank, worth } from './rank.ts'

export type Found = { total: number; page: { doc: number; score: number }[]; ofAuthority: Record<Authority, number> }

/** The docs of the page asked for, the exact total, and how many matches each authority has. */
export function runSearch(run: SearchRun, query: HeadingQuery): Found {
  const { index } = run
  const all = evaluate(run, query.clause)
  const counts = new Uint32Array(authorities.length)
  for (const doc of all.docs) counts[index.authority[doc]!]!++
  const chosen = query.authorities.map((authority) => authorities.indexOf(authority))
  const found = chosen.length === 0 ? all : keepOnly(all, (doc) => chosen.includes(index.authority[doc]!))
  return {
    total: found.docs.length,
    page: pageOf(run, query, found),
    ofAuthority: Object.fromEntries(authorities.map((name, i) => [name, counts[i]!])) as Record<Authority, number>,
  }
}

function pageOf(run: SearchRun, query: HeadingQuery, { docs, scores }: Matches): Found['page'] {
  const { from, size, sort } = query
  const unranked = (list: Uint32Array) => [...list].map((doc) => ({ doc, score: 0 }))
  if (sort === 'heading') return unranked(docs.subarray(from, from + size))
  if (sort === 'headingDescending') {
    const end = Math.max(0, docs.length - from)
    return unranked(docs.subarray(Math.max(0, end - size), end)).reverse()
  }
  const inHeading = evaluate(run, query.clause, 'heading')
  // Without words to compare with, headings that all match by themselves are worth the same.
  if (query.words.length === 0 && query.authorities.length === 0 && inHeading.docs.length === docs.length)
    return [...docs.subarray(from, from + size)].map((doc) => ({ doc, score: worth.inHeading }))
  run.goOn()
  const ranks = rank(run.index, { docs, scores }, inHeading, query.words)
  const page: Found['page'] = []
  let passed = 0
  for (let score: number = worth.exact; score > 0 && page.length < size; score--)
    for (let i = 0; i < docs.length && page.length < size; i++)
      if (ranks[i] === score && passed++ >= from) page.push({ doc: docs[i]!, score })
  return page
}
