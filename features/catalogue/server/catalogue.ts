import type { App } from '#app/app.ts'
import type { Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import type { Caller } from '#kit/server/caller.ts'
import { localNotesOf } from '#marc/crosswalk/document.ts'
import { withoutLocalNotes } from '#marc/local-notes.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import { catalogueProblem, type RecordReply, type SearchReply } from '../contract.ts'
import { facetFields } from '../facets.ts'
import { workOf } from '../fields.ts'
import { allOf, anyOf, choicesByFacet } from '../query/server/clauses.ts'
import {
  identifierLimits,
  type ParsedSearch,
  parseSearch,
  readSearch,
  type SearchLimits,
  searchLimits,
} from '../query/server/parse-search.ts'
import type { Clause, FacetRequest } from '../query/server/query.ts'
import { hasCurrentSubscription, hasExtraFacets, highestTotal, seesLocalNotes } from '../rules.ts'
import type { CataloguePort, DocumentHit, DocumentResult, FoundIds, RecordId } from './catalogue-port.ts'
import { withLocalNotes } from './local-notes.ts'
import { whyFound } from './why-found.ts'

export { coverPicture, pictureKinds } from '../covers/server/cover-picture.ts'
export { newestMatches } from '../discover/server/newest-matches.ts'
export { placeWords } from '../fields.ts'
// Every search reads queries in the same way: the headings use these too.
export { analyse, isUnspaced } from '../query/server/analysis.ts'
export { allOf, anyOf, not } from '../query/server/clauses.ts'
export { fits } from '../query/server/fits-pattern.ts'
export { respelledPhrases, respelledTexts, withoutElisions } from '../query/server/joined-words.ts'
export { atLeastOf } from '../query/server/minimum-match.ts'
export { readPlainJson } from '../query/server/plain-json.ts'
export { everyWordField } from '../query/server/query-fields.ts'
export { readQueryString } from '../query/server/query-string.ts'
export { listOf, readBool, typeOf } from '../query/server/read-clause.ts'
export { refuseTooCostly } from '../query/server/reading.ts'
export { accept, quoted, refuse } from '../query/server/refuse.ts'
export { respelled } from '../query/server/stem.ts'
export { searchTitles } from '../query/server/title-search.ts'
export {
  identifierClause,
  identifierPattern,
  literalClauses,
  looksLikeIdentifier,
  patternClause,
  phraseClause,
  prefixClause,
} from '../query/server/word-clauses.ts'
export { recordAddress, recordInMail } from '../record/server/record-in-mail.ts'
export { fieldsForStaff } from './local-notes.ts'
export { foreignKeys, lookUp, type MatchingCatalogue, matchNumbers, type NumberMatch } from './match-numbers.ts'
export { oncePerState } from './once-per-state.ts'
export { limitVisitor } from './visitor-depth.ts'

export type Asking = {
  caller: Caller | null
  today: Day
  signal?: AbortSignal
  /** Hits if the query names no size. */
  defaultSize?: number
  /** A known crawler: a few pages without counts of facets. */
  isCrawler?: boolean
  /** Throws if the search is deeper than this caller may go. */
  holdTo?: (search: ParsedSearch) => void
}

/** A page of hits with the facets that this caller may see. `query` is the page's JSON, not yet validated. */
export async function searchCatalogue(
  catalogue: CataloguePort,
  query: unknown,
  { caller, today, signal, defaultSize = searchLimits.defaultSize, isCrawler = false, holdTo }: Asking,
): Promise<SearchReply> {
  const start = performance.now()
  const search = searchOf(caller, query, catalogue, { ...searchLimits, defaultSize })
  holdTo?.(search)
  const facets = isCrawler
    ? []
    : search.facets.filter(hasExtraFacets(caller?.subscriptions ?? [], today) ? () => true : isForEveryone)
  const found = await ask(catalogue, { ...search, facets }, signal)
  const byScore = search.sort[0]!.key === '_score'
  const why = whyFound(search.clause)
  return {
    hits: {
      total: Math.min(found.total, highestTotal),
      ...(found.works !== undefined && { works: found.works }),
      hits: found.hits.map(({ id, score, document, editions }) => {
        const foundIn = why(document)
        return {
          ...{ _id: id, _score: byScore ? score : null, _source: document },
          ...(foundIn.length > 0 && { foundIn }),
          ...(editions !== undefined && { editions: { count: editions, work: workOf(document) } }),
        }
      }),
    },
    aggregations: Object.fromEntries(facets.map(({ name }) => [name, { buckets: bucketsOf(name, search, found) }])),
    took: Math.round(performance.now() - start),
  }
}

/** The first record that the query finds. Its MARC requires a subscription. */
export async function showRecord(
  catalogue: CataloguePort,
  query: unknown,
  { caller, today, signal }: Asking,
): Promise<RecordReply> {
  const found = await ask(catalogue, { ...searchOf(caller, query, catalogue), facets: [], from: 0, size: 1 }, signal)
  const hit = found.hits[0]
  if (!hit) return { hits: { total: 0, hits: [] } }
  const withMarc = !caller?.disabled && hasCurrentSubscription(caller?.subscriptions ?? [], today)
  const isStaff = seesLocalNotes(caller)
  const marc = withMarc ? await marcXmlOf(catalogue, hit.id, isStaff) : {}
  const source = { ...hit.document, ...marc, localNotes: isStaff ? localNotesOf(hit.document) : [] }
  return { hits: { total: 1, hits: [{ _id: hit.id, _score: hit.score, _source: source }] } }
}

/**
 * The number of records that each of these searches finds, in one call: for a page of headings, each with its search.
 */
export function countSearches(
  catalogue: Pick<CataloguePort, 'counts' | 'variants'>,
  queries: unknown[],
  signal?: AbortSignal,
): Promise<number[]> {
  const clauses = queries.map((query) => conditionOf(readSearch(query, catalogue)))
  return clauses.length === 0 ? Promise.resolve([]) : catalogue.counts(clauses, signal)
}

/** Refuses an invalid query that a page sends beside the identifiers, although only the identifiers count. */
export function checkIdentifierQuery(query: unknown): void {
  parseSearch(query, identifierLimits)
}

/** Everyone may search, also a school without a subscription, which would otherwise see less than a visitor. */
export function authoriseSearch(caller: Caller | null) {
  if (caller?.disabled) throw catalogueProblem('not_authorised')
}

const isForEveryone = ({ field }: FacetRequest) => field === 'publicationYear' || !facetFields[field].eligibleOnly

function bucketsOf(name: string, { yearRanges }: ParsedSearch, { facets }: DocumentResult) {
  const bounds = new Map(yearRanges.get(name)?.map(({ key, ...range }) => [key, range]))
  const counted = Object.hasOwn(facets, name) ? facets[name]! : []
  return counted.map(({ key, count }) => ({ key, doc_count: count, ...bounds.get(key) }))
}

/** A search by this person, or by a visitor. */
export function searchOf(
  caller: Caller | null,
  query: unknown,
  catalogue: Pick<CataloguePort, 'variants'>,
  limits?: SearchLimits,
): ParsedSearch {
  const search = readSearch(query, catalogue, limits)
  return seesLocalNotes(caller) ? withLocalNotes(search) : search
}

function ask(catalogue: CataloguePort, search: ParsedSearch, signal: AbortSignal | undefined) {
  const { yearRanges: _, ...query } = search
  return catalogue.search(query, signal)
}

/** {} if the record has been removed in the meantime. */
async function marcXmlOf(catalogue: CataloguePort, id: string, isStaff: boolean): Promise<{ bibMarcData?: string }> {
  for await (const stored of catalogue.fetch([id])) {
    const { record } = outgoingRecord(stored)
    return { bibMarcData: recordToMarcXml(isStaff ? record : withoutLocalNotes(record)) }
  }
  return {}
}

/** The matches of a query by staff among these records, in its order; a page has up to 4,000. */
export async function searchAmong(
  catalogue: Pick<CataloguePort, 'search' | 'variants'>,
  query: unknown,
  ids: RecordId[],
  signal?: AbortSignal,
): Promise<{ total: number; hits: DocumentHit[] }> {
  const { clause, yearRanges: _, ...search } = withLocalNotes(readSearch(query, catalogue, identifierLimits))
  const own: Clause = { kind: 'unscored', clause: { kind: 'ids', ids } }
  return catalogue.search({ ...search, clause: allOf([clause, own]), facets: [] }, signal)
}

type ValueClause = Extract<Clause, { kind: 'values' | 'range' }>

/**
 * The first records that match all of these clauses and the query, if there is one; newest catalogued first.
 * `localNotes`: the query searches them too, for staff.
 */
export async function newestOf(
  catalogue: Pick<CataloguePort, 'find' | 'variants'>,
  { hold, query, most, localNotes }: { hold: ValueClause[]; query?: unknown; most: number; localNotes: boolean },
  signal?: AbortSignal,
): Promise<FoundIds> {
  const search = query === undefined ? undefined : readSearch(query, catalogue, identifierLimits)
  return catalogue.find(
    {
      clause: allOf([...hold, ...(search ? [conditionOf(localNotes ? withLocalNotes(search) : search)] : [])]),
      choices: [],
      sort: [{ key: 'voyagerCreateDate', descending: true }],
      from: 0,
      size: most,
      facets: [],
    },
    signal,
  )
}

/** Matches of a query by staff, in its order: as many as it requests, 4,000 by default. */
export async function findByQuery(
  catalogue: Pick<CataloguePort, 'find' | 'variants'>,
  query: unknown,
  signal?: AbortSignal,
): Promise<RecordId[]> {
  const { yearRanges: _, ...search } = withLocalNotes(readSearch(query, catalogue, identifierLimits))
  return (await catalogue.find({ ...search, facets: [] }, signal)).ids
}

/** The condition that a search sets for a record. */
export function conditionOf({ clause, choices }: ParsedSearch): Clause {
  return allOf([clause, ...[...choicesByFacet(choices).values()].map((alternatives) => anyOf(alternatives))])
}

/** Counts and times a person's search by its outcome. */
export async function timeSearch<Reply>(
  { searches, engine }: Pick<App['metrics'], 'searches' | 'engine'>,
  signal: AbortSignal,
  search: () => Promise<Reply>,
  totalOf: (reply: Reply) => number,
): Promise<Reply> {
  const done = searches.startTimer({ engine })
  try {
    const reply = await search()
    done({ outcome: totalOf(reply) > 0 ? 'found' : 'nothing' })
    return reply
  } catch (error) {
    done({ outcome: signal.aborted ? 'abandoned' : outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown) {
  if (!(error instanceof Problem)) return 'failed'
  return error.status === 503 ? 'away' : error.status < 500 ? 'refused' : 'failed'
}
