import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { Bucket, CatalogueQuery, Clause, FacetRequest } from '#features/catalogue/query/server/query.ts'
import {
  authorQuestions,
  exactRanks,
  hasPreference,
  maxPreference,
  newest,
  pointsOf,
  pointWeight,
  titleQuestions,
  variantQuestions,
} from '#features/catalogue/query/server/title-keys.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import type { DocumentResult, FoundIds, FoundRecords } from '#features/catalogue/server/catalogue-port.ts'
import { askSearch, type Connection } from '../connection.ts'
import { cutKey } from '../indexed-record.ts'
import { type RecordSource, recordMembers, recordOf } from '../read-records.ts'
import { type Aggregations, closeness, facetBuckets, flatAggregations, printChoices, printFacets } from './facets.ts'
import { lookUpMeanings } from './meanings.ts'
import { facetPath, type Meanings, printClause, type Query } from './print-query.ts'
import { refuseTooLong } from './query-length.ts'
import { maxScore } from './weights.ts'

type Hit = {
  sort: (string | number | null)[]
  _source: RecordSource
  fields: { id: [string] }
  inner_hits?: { editions: { hits: { total: { value: number } } } }
}
type SearchReply = {
  hits: { total: { value: number }; hits: Hit[] }
  aggregations?: Aggregations & { works?: { count: { count: number } } }
}

/** The requested page of hits, exact total and exact facets. */
export async function search(at: Connection, query: CatalogueQuery, signal?: AbortSignal): Promise<DocumentResult> {
  const grouped = query.byWork === true && query.size > 0
  const { said, byScore, facets } = await askPage(at, query, { _source: ['id', 'document'] }, signal, grouped)
  return {
    total: said.hits.total.value,
    ...(said.aggregations?.works && { works: said.aggregations.works.count.count }),
    hits: said.hits.hits.map(({ sort: keys, _source: { id, document }, inner_hits }) => ({
      id,
      ...(inner_hits && { editions: inner_hits.editions.hits.total.value }),
      score: Number(keys[byScore] ?? 0),
      document: JSON.parse(document),
    })),
    facets: await facets(),
  }
}

/** The ids of that page and the exact total. */
export async function find(at: Connection, query: CatalogueQuery, signal?: AbortSignal): Promise<FoundIds> {
  const { said } = await askPage(at, { ...query, facets: [] }, { _source: false, docvalue_fields: ['id'] }, signal)
  return { total: said.hits.total.value, ids: said.hits.hits.map(({ fields }) => fields.id[0]) }
}

/** The records of that page as well. */
export async function findRecords(at: Connection, query: CatalogueQuery, signal?: AbortSignal): Promise<FoundRecords> {
  const { said } = await askPage(at, { ...query, facets: [] }, { _source: recordMembers }, signal)
  return { total: said.hits.total.value, records: said.hits.hits.map(({ _source }) => recordOf(_source)) }
}

/** `read`: what OpenSearch reads of each hit. `byScore`: the place of the score among the sort keys. */
async function askPage(
  at: Connection,
  query: CatalogueQuery,
  read: object,
  signal: AbortSignal | undefined,
  grouped = false,
) {
  const sort: CatalogueQuery['sort'] = query.sort.length > 0 ? query.sort : [{ key: '_score', descending: true }]
  const byScore = sort.findIndex(({ key }) => key === '_score')
  const scored = byScore >= 0 && query.size > 0
  const meanings = await lookUpMeanings(at, [query.clause], scored, signal)
  const printed = printClause(query.clause, meanings, scored)
  refuseTooLong(printed)
  const print = (choice: Clause) => printClause(choice, meanings, false)
  const requests = new Map(query.facets.map((request, place) => [place, request]))
  const counting = query.facets.length > 0
  const choices = printChoices(query.choices, print)
  const reply = await askSearch<SearchReply>(
    at,
    {
      query: {
        bool: {
          ...(scored ? { must: [printed] } : {}),
          filter: [...(scored ? [] : [printed]), ...(counting ? [] : choices)],
          should: scored && hasPreference(query) ? [...titleFirst(query, meanings), ...preferred] : [],
        },
      },
      ...(counting && choices.length > 0 ? { post_filter: { bool: { filter: choices } } } : {}),
      aggs: {
        ...(counting ? printFacets(requests, query.choices, print, 0) : {}),
        ...(grouped ? countWorks(counting ? choices : []) : {}),
      },
      ...(grouped ? { collapse: { field: facetPath('work'), inner_hits: { name: 'editions', size: 0 } } } : {}),
      sort: query.size === 0 ? undefined : printSort(sort),
      from: query.size === 0 ? 0 : query.from,
      size: query.size,
      track_total_hits: true,
      timeout,
      ...read,
    },
    { signal, ...(grouped && { omit: 'aggregations.works.each' }) },
  )
  return { said: reply, byScore, facets: () => countFacets(at, query, reply.aggregations, { printed, print }, signal) }
}

const timeout = '14s'

/** Counts the works as far as pages reach, and one more. */
const countWorks = (choices: Query[]) => ({
  works: {
    filter: { bool: { filter: choices } },
    aggs: {
      each: { terms: { field: facetPath('work'), size: deepestHit + 1, shard_size: deepestHit + 1 } },
      count: { stats_bucket: { buckets_path: 'each>_count' } },
    },
  },
})

/** Facets whose first answer may be inexact are asked for again, more precisely. */
async function countFacets(
  at: Connection,
  { facets, choices }: CatalogueQuery,
  first: Aggregations | undefined,
  { printed, print }: { printed: Query; print: (choice: Clause) => Query },
  signal?: AbortSignal,
): Promise<Record<string, Bucket[]>> {
  const found = new Map<number, Bucket[]>()
  let doubtful = new Map(facets.map((request, place) => [place, request]))
  let aggregations = flatAggregations(first)
  for (let attempt = 0; ; ) {
    const left = new Map<number, FacetRequest>()
    for (const [place, request] of doubtful) {
      const buckets = facetBuckets(
        request,
        aggregations.get(`f${place}`),
        attempt === closeness.length - 1,
        aggregations.get(`u${place}`),
      )
      if (buckets) found.set(place, buckets)
      else left.set(place, request)
    }
    if (left.size === 0) break
    doubtful = left
    attempt++
    const again = await askSearch<SearchReply>(
      at,
      {
        query: { bool: { filter: [printed] } },
        size: 0,
        track_total_hits: false,
        timeout,
        aggs: printFacets(doubtful, choices, print, attempt),
      },
      { signal },
    )
    aggregations = flatAggregations(again.aggregations)
  }
  return Object.fromEntries(facets.map(({ name }, place) => [name, found.get(place)!]))
}

/** Missing values come last in either direction; ties are sorted by title, then by id. */
function printSort(sort: CatalogueQuery['sort']): object[] {
  return [
    ...sort.map(({ key, descending }) => {
      const order = descending ? 'desc' : 'asc'
      return key === '_score' ? { _score: { order } } : { [key]: { order, missing: '_last' } }
    }),
    { titleSort: { order: 'asc', missing: '_last' } },
    { id: { order: 'asc' } },
  ]
}

/** Adds a record’s points to its score, so that the fuller and newer of equal records comes first: see `pointWeight`. */
const preferred: Query[] = [
  ...[...pointsOf].map(([value, points]) => ({
    constant_score: { filter: { term: { [facetPath('recordHas')]: value } }, boost: points * pointWeight },
  })),
  {
    function_score: {
      query: { exists: { field: 'publicationYear' } },
      functions: [
        {
          // From 1 in the newest year down to 0, by the same for each year.
          linear: { publicationYear: { origin: newest.year, scale: newest.points / 2, decay: 0.5 } },
          weight: newest.points * pointWeight,
        },
      ],
      boost_mode: 'replace',
    },
  },
]

/** Records with exactly the requested title or author come first: see `exactRanks`. */
function titleFirst({ clause, wholeTitle, titleForms }: CatalogueQuery, meanings: Meanings): Query[] {
  const title = wholeTitle === undefined ? '' : analyse(wholeTitle).join(' ')
  if (title === '') return []
  // More than any word score, but no more than needed: a score has seven digits.
  const step = 2 ** Math.ceil(Math.log2(maxScore(clause, meanings) + maxPreference + 1))
  const first = (field: string, rank: number, texts = [title]): Query => ({
    constant_score: { filter: { terms: { [field]: texts.map(cutKey) } }, boost: rank * step },
  })
  const questions = titleQuestions(title)
  const variants = variantQuestions(title, titleForms)
  const others =
    variants.length === 0
      ? []
      : ['wholeTitle', 'titleSort', 'properTitles'].map((field) => first(field, exactRanks.other, variants))
  return [
    {
      dis_max: {
        queries: [
          first('wholeTitle', exactRanks.whole),
          first('titleSort', exactRanks.short),
          first('properTitles', exactRanks.proper, questions),
          first('otherTitles', exactRanks.other, [...questions, ...variants]),
          ...others,
          ...authorQuestions(title).flatMap((words) => [
            first('authorSort', exactRanks.author, [words]),
            {
              constant_score: {
                filter: { prefix: { authorSort: cutKey(`${words} `) } },
                boost: exactRanks.author * step,
              },
            },
          ]),
        ],
      },
    },
  ]
}
