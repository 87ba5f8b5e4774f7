import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { Bucket, CatalogueQuery, Choice } from '#features/catalogue/query/server/query.ts'
import {
  authorQuestions,
  exactRanks,
  titleQuestions,
  variantQuestions,
} from '#features/catalogue/query/server/title-keys.ts'
import { keepBy } from '../index/columns.ts'
import { findSorted, hashText, prefixRange } from '../index/string-table.ts'
import { titleHash } from '../index/title-hash.ts'
import type { LiveSegment } from '../snapshot.ts'
import { isDeleted } from '../snapshot.ts'
import { evaluate } from './evaluate.ts'
import { countEach, openCounters } from './facet-counts.ts'
import { keepOnly, type Matches } from './matches.ts'
import { type Candidate, firstOfSegment, mergeOrdered } from './order.ts'
import type { SearchRun } from './search-run.ts'

export type Found = { total: number; first: Candidate[]; facets: Record<string, Bucket[]> }

/** The requested page of hits, exact total and facets. */
export function runSearch(run: SearchRun, query: CatalogueQuery): Found {
  const sort: CatalogueQuery['sort'] = query.sort.length > 0 ? query.sort : [{ key: '_score', descending: true }]
  const scored = sort.some(({ key }) => key === '_score')
  const counters = openCounters(query, run.snapshot.facets)
  const fields = [...new Set(query.choices.map(({ field }) => field))]
  const lists: Candidate[][] = []
  const hitsNeeded = query.size === 0 ? 0 : query.from + query.size
  let total = 0
  for (const live of run.snapshot.segments) {
    const all = withoutDeleted(live, evaluate(run, live, query.clause, scored))
    const { chosen, others } = applyChoices(run, live, all, query.choices, fields)
    total += chosen.docs.length
    if (hitsNeeded > 0)
      lists.push(firstOfSegment(live, chosen, sort, hitsNeeded, ranksOf(live, chosen, sort, query.wholeTitle)))
    countEach(counters, live.segment, chosen.docs, run.goOn)
    for (const counter of counters) {
      const own = others.get(counter.request.field)
      if (own) counter.count(live.segment, own)
    }
  }
  const facets = Object.fromEntries(counters.map((counter) => [counter.request.name, counter.buckets()]))
  return { total, first: mergeOrdered(lists, sort, hitsNeeded).slice(query.from), facets }
}

function withoutDeleted({ deleted }: LiveSegment, matches: Matches): Matches {
  return deleted ? keepOnly(matches, (doc) => !isDeleted(deleted, doc)) : matches
}

/**
 * The matches that meet every choice; and for each field with choices the matches that fail only this field's own,
 * which its facet counts too.
 */
function applyChoices(
  run: SearchRun,
  live: LiveSegment,
  matches: Matches,
  choices: Choice[],
  fields: Choice['field'][],
): { chosen: Matches; others: Map<Choice['field'], Uint32Array> } {
  const others = new Map<Choice['field'], Uint32Array>()
  if (choices.length === 0) return { chosen: matches, others }
  const tests = fields.map((field) =>
    choices.filter((choice) => choice.field === field).map((choice) => keepBy(run, live, choice)),
  )
  const rejected = fields.map(() => new Uint32Array(matches.docs.length))
  const lengths = fields.map(() => 0)
  const chosen = keepOnly(matches, (doc) => {
    let failing = -1
    for (let field = 0; field < tests.length; field++) {
      if (tests[field]!.some((keep) => keep(doc))) continue
      if (failing >= 0) return false
      failing = field
    }
    if (failing < 0) return true
    rejected[failing]![lengths[failing]!++] = doc
    return false
  })
  fields.forEach((field, index) => {
    others.set(field, rejected[index]!.subarray(0, lengths[index]))
  })
  return { chosen, others }
}

/** When sorting by relevance, records with exactly the requested title or author come first: see `exactRanks`. */
function ranksOf(
  live: LiveSegment,
  matches: Matches,
  sort: CatalogueQuery['sort'],
  wholeTitle: string | undefined,
): Uint8Array | undefined {
  const byScore = sort[0]?.key === '_score' && sort[0].descending
  if (!byScore || wholeTitle === undefined || wholeTitle === '') return undefined
  const questions = titleQuestions(analyse(wholeTitle).join(' '))
  const variants = variantQuestions(questions[0]!)
  const hash = hashText(questions[0]!)
  const variantHashes = variants.map(hashText)
  const proper = questions.map((words) => titleHash(words, 'proper'))
  const others = [...proper, ...variants.map((words) => titleHash(words, 'proper'))]
  const { wholeTitle: whole, shortTitle: short, otherTitleStarts, otherTitles } = live.segment
  const ranks = new Uint8Array(matches.docs.length)
  const isAuthor = authorTest(live, questions[0]!)
  for (let i = 0; i < ranks.length; i++) {
    const doc = matches.docs[i]!
    if (whole[doc] === hash) ranks[i] = exactRanks.whole
    else if (short[doc] === hash) ranks[i] = exactRanks.short
    else {
      if (isAuthor?.(doc)) ranks[i] = exactRanks.author
      for (let at = otherTitleStarts[doc]!; at < otherTitleStarts[doc + 1]!; at++) {
        const title = (otherTitles[at]! & ~1) >>> 0
        if (!others.includes(title)) continue
        ranks[i] = (otherTitles[at]! & 1) === 0 && proper.includes(title) ? exactRanks.proper : exactRanks.other
        break
      }
      if (ranks[i]! < exactRanks.other && (variantHashes.includes(whole[doc]!) || variantHashes.includes(short[doc]!)))
        ranks[i] = exactRanks.other
    }
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
