import { facetNames } from '#features/catalogue/facets.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { choicesByFacet } from '#features/catalogue/query/server/clauses.ts'
import type { Bucket, CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import {
  authorQuestions,
  exactRanks,
  hasPreference,
  pointsOf,
  pointsOfYear,
  pointWeight,
  titleQuestions,
  variantQuestions,
} from '#features/catalogue/query/server/title-keys.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import type { Segment } from '../index/segment.ts'
import { findSorted, hashText, prefixRange } from '../index/string-table.ts'
import { titleHash } from '../index/title-hash.ts'
import type { LiveSegment } from '../snapshot.ts'
import { isDeleted } from '../snapshot.ts'
import { applyChoices, searchedRecords } from './choice-bits.ts'
import { evaluate } from './evaluate.ts'
import { countEach, openCounters } from './facet-counts.ts'
import { keepOnly, type Matches } from './matches.ts'
import { type Candidate, firstOfSegment, mergeOrdered } from './order.ts'
import type { SearchRun } from './search-run.ts'
import { openWorks } from './works.ts'

export type Found = {
  total: number
  first: (Candidate & { editions?: number })[]
  facets: Record<string, Bucket[]>
  works?: number
}

/** The requested page of hits, exact total and facets. */
export function runSearch(run: SearchRun, query: CatalogueQuery): Found {
  const sort: CatalogueQuery['sort'] = query.sort.length > 0 ? query.sort : [{ key: '_score', descending: true }]
  const scored = sort.some(({ key }) => key === '_score')
  const counters = openCounters(query, run.snapshot.facets)
  const choices = choicesByFacet(query.choices)
  const lists: Candidate[][] = []
  const hitsNeeded = query.size === 0 ? 0 : query.from + query.size
  const titles = hasPreference(query) ? titleRanks(query) : undefined
  const works = query.byWork && hitsNeeded > 0 ? openWorks(run.snapshot.facets) : undefined
  let total = 0
  for (const live of run.snapshot.segments) {
    const all = withoutDeleted(live, evaluate(run, live, query.clause, scored, searchedRecords(run, live, choices)))
    const { chosen, others } = applyChoices(run, live, all, choices)
    total += chosen.docs.length
    if (hitsNeeded > 0) {
      if (titles) addPreference(live, chosen, run.snapshot.facets)
      const ranks = titles && ranksOf(live, chosen, titles)
      lists.push(firstOfSegment(live, chosen, sort, hitsNeeded, ranks, works))
    }
    countEach(counters, live.segment, chosen.docs, others, run.goOn)
  }
  const facets = Object.fromEntries(counters.flatMap((counter) => counter.buckets()))
  const first = mergeOrdered(lists, sort, hitsNeeded, works).slice(query.from)
  if (!works) return { total, first, facets }
  const editions = works.editions(first)
  const withEditions = first.map((candidate, i) => ({ ...candidate, editions: editions[i]! }))
  return { total, works: Math.min(works.total(), deepestHit + 1), first: withEditions, facets }
}

function withoutDeleted({ deleted }: LiveSegment, matches: Matches): Matches {
  return deleted ? keepOnly(matches, (doc) => !isDeleted(deleted, doc)) : matches
}

type TitleRanks = {
  asTyped: string
  /** Not 0 at the last bits of every hash below: most records have none of them, and are passed over by one look. */
  lastBits: Uint8Array
} & Record<'ofWhole' | 'ofShort' | 'ofOthers', Map<number, number>>

const bitsLooked = 0xfff

/** The rank of each hash of a title: see `exactRanks`. */
function titleRanks({ wholeTitle, titleForms }: CatalogueQuery): TitleRanks {
  const [asTyped, ...withoutArticle] = titleQuestions(analyse(wholeTitle!).join(' '))
  const variants = variantQuestions(asTyped!, titleForms)
  const hash = hashText(asTyped!)
  const rankOf = (rank: number, questions: string[], hashOf: (words: string) => number): [number, number][] =>
    questions.map((words) => [hashOf(words), rank])
  const ofVariants = rankOf(exactRanks.other, variants, hashText)
  const ofWhole = new Map([...ofVariants, [hash, exactRanks.whole]])
  const ofShort = new Map([...ofVariants, [hash, exactRanks.short]])
  // The last bit of a title's hash is 0 for a title proper.
  const properHash = (words: string) => titleHash(words, 'proper')
  const otherHash = (words: string) => titleHash(words, 'other')
  const ofOthers = new Map([
    ...rankOf(exactRanks.other, [asTyped!, ...withoutArticle, ...variants], otherHash),
    ...rankOf(exactRanks.other, variants, properHash),
    ...rankOf(exactRanks.proper, [asTyped!, ...withoutArticle], properHash),
  ])
  const lastBits = new Uint8Array(bitsLooked + 1)
  for (const ranks of [ofWhole, ofShort, ofOthers]) for (const each of ranks.keys()) lastBits[each & bitsLooked] = 1
  return { asTyped: asTyped!, lastBits, ofWhole, ofShort, ofOthers }
}

/** When sorting by relevance, records with exactly the requested title or author come first. */
function ranksOf(live: LiveSegment, matches: Matches, titles: TitleRanks): Uint8Array {
  const { asTyped, lastBits, ofWhole, ofShort, ofOthers } = titles
  const { wholeTitle: whole, shortTitle: short, otherTitleStarts, otherTitles } = live.segment
  const ranks = new Uint8Array(matches.docs.length)
  const isAuthor = authorTest(live, asTyped)
  for (let i = 0; i < ranks.length; i++) {
    const doc = matches.docs[i]!
    const ofDoc = whole[doc]!
    const withoutSubtitle = short[doc]!
    let rank = 0
    if (lastBits[ofDoc & bitsLooked] !== 0) rank = ofWhole.get(ofDoc) ?? 0
    if (lastBits[withoutSubtitle & bitsLooked] !== 0) rank = Math.max(rank, ofShort.get(withoutSubtitle) ?? 0)
    for (let at = otherTitleStarts[doc]!; at < otherTitleStarts[doc + 1]!; at++) {
      const other = otherTitles[at]!
      if (lastBits[other & bitsLooked] !== 0) rank = Math.max(rank, ofOthers.get(other) ?? 0)
    }
    ranks[i] = rank === 0 && isAuthor?.(doc) ? exactRanks.author : rank
  }
  return ranks
}

/** Whether the main author of a doc is the one that the question names; undefined if it names none of the segment's. */
function authorTest({ segment: { authors, authorOrder } }: LiveSegment, words: string) {
  const ranges = authorQuestions(words).flatMap((beginning) => {
    const whole = findSorted(authors, beginning)
    const longer = prefixRange(authors, `${beginning} `)
    return [...(whole < 0 ? [] : [[whole, whole + 1]]), ...(longer[0] < longer[1] ? [longer] : [])]
  })
  if (ranges.length === 0) return undefined
  return (doc: number) => {
    const place = authorOrder[doc]! - 1
    return ranges.some(([from, to]) => place >= from! && place < to!)
  }
}

const pointsOfSegment = new WeakMap<Segment, Uint8Array>()

/** Adds to each score the weight of what the record has and how new it is. */
function addPreference({ segment }: LiveSegment, { docs, scores }: Matches, dictionary: FacetDictionary) {
  if (!scores) return
  let points = pointsOfSegment.get(segment)
  if (!points) {
    points = pointsIn(segment, dictionary)
    pointsOfSegment.set(segment, points)
  }
  for (let i = 0; i < docs.length; i++) scores[i]! += points[docs[i]!]! * pointWeight
}

function pointsIn(segment: Segment, dictionary: FacetDictionary): Uint8Array {
  const facet = facetNames.indexOf('recordHas')
  const ofValue = dictionary.values[facet]!.map((value) => pointsOf.get(value) ?? 0)
  const { starts, values } = segment.facets[facet]!
  const points = new Uint8Array(segment.count)
  for (let doc = 0; doc < points.length; doc++) {
    let sum = pointsOfYear(segment.year[doc]!)
    if (starts.length === 0) sum += ofValue[values[doc]! - 1] ?? 0
    else for (let at = starts[doc]!; at < starts[doc + 1]!; at++) sum += ofValue[values[at]!]!
    points[doc] = sum
  }
  return points
}
