import type { z } from 'zod'
import { isAway } from '#kit/server/load/away.ts'
import type { FieldSearch, FieldSearchReply } from '../../advanced/contract.ts'
import { queryOfFields } from '../../advanced/server/search-by-fields.ts'
import type { CountedReading, Reading, SearchReply } from '../../contract.ts'
import { analyse } from '../../query/server/analysis.ts'
import { searchLimits } from '../../query/server/parse-search.ts'
import { readPlainJson } from '../../query/server/plain-json.ts'
import { listOf } from '../../query/server/read-clause.ts'
import { spellingsFor } from '../../query/server/spelling-proposals.ts'
import { fitsSearch } from '../../rules.ts'
import { type Asking, conditionOf, searchCatalogue, searchOf } from '../../server/catalogue.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { type Limit, readLimits } from './typed-limits.ts'
import { plainWords, withoutFunctionWords, withoutLooseEnds, withoutRequestWords } from './typed-words.ts'

/** Readings that are named beside the one that is shown. */
const maxOthers = 3
/** Of a longer search, the first words are read in other ways. */
const maxWords = 16
/** Values of a facet among which the meant ones are looked for. */
const maxValues = 200
/** Values of one facet that narrow a reading, each a chip on the screen. */
const maxChosen = 6

/** A search that finds something may mean one that finds this many times as much. */
const muchWider = 5

type Whether = { otherwise: boolean }

/** A search; if it finds nothing and `otherwise` asks for it, with the best other reading of its words. */
export async function searchOtherwise(
  catalogue: CataloguePort,
  query: unknown,
  { otherwise, ...asking }: Asking & Whether,
): Promise<SearchReply> {
  const reply = await searchCatalogue(catalogue, query, asking)
  const typed = otherwise && !asking.isCrawler && reply.hits.total === 0 ? typedSearch(query) : undefined
  if (!typed) return reply
  try {
    const [best, ...others] = await readingsOf(catalogue, typed, asking)
    if (!best) return reply
    const { hits, aggregations } = await searchCatalogue(catalogue, typed.write(best), asking)
    return { ...reply, otherwise: { ...best, hits, aggregations, others: worthNaming(others, best.total) } }
  } catch (error) {
    // A crowded engine costs the caller the reading, not the answer.
    if (isAway(error)) return reply
    throw error
  }
}

/** Readings that find far more than a search that finds little. */
export async function widerReadings(
  catalogue: Needs,
  query: string,
  asking: Pick<Asking, 'caller' | 'signal'>,
): Promise<CountedReading[]> {
  const typed = typedSearch({ query: { query_string: { query } } })
  return typed ? readingsOf(catalogue, typed, asking, { findsLittle: true }) : []
}

/** The same by names and values. */
export async function searchByFields(
  catalogue: CataloguePort,
  fieldSearch: Omit<FieldSearch, 'otherwise'>,
  asking: Asking & Whether,
): Promise<z.input<typeof FieldSearchReply>> {
  const { pageNumber, pageSize = asking.defaultSize ?? searchLimits.defaultSize } = fieldSearch
  const inNames = <Found extends Pick<SearchReply, 'hits'>>({ hits, ...more }: Found) => ({
    ...more,
    results: hits.hits,
    totalCount: hits.total,
  })
  const { otherwise, ...found } = await searchOtherwise(catalogue, queryOfFields(fieldSearch, pageSize), asking)
  return {
    response: {
      ...{ ...inNames(found), pageNumber, pageSize },
      ...(otherwise && { otherwise: inNames(otherwise) }),
    },
  }
}

/** Other spellings, and readings that find more; of those, one that finds as many as another has the same records. */
const worthNaming = (others: CountedReading[], least: number): CountedReading[] =>
  others
    .filter(
      ({ by, total }, i) =>
        by === 'spelling' ||
        (by !== 'mostWords' && total > least && others.findIndex((each) => each.total === total) === i),
    )
    .slice(0, maxOthers)

type Json = Record<string, unknown>
/** `write`: the same search, but for its text. */
type TypedSearch = { text: string; isNarrowed: boolean; write(reading: Reading): Json }

/** The text of a search by a text and filters alone. */
function typedSearch(query: unknown): TypedSearch | undefined {
  const { query: sent, ...search } = readPlainJson(query, searchLimits.bytes) as Json & { query?: Json }
  const bool = (sent?.bool ?? { must: sent }) as Json
  const [leaf, ...more] = listOf(bool.must) as Json[]
  const { query: text, fields } = (leaf?.query_string ?? {}) as Json
  if (typeof text !== 'string' || more.length > 0 || fields || bool.should) return undefined
  const { filter, must_not } = bool
  return {
    text,
    isNarrowed: listOf(filter).length + listOf(must_not).length > 0,
    write: ({ query, atLeast, filters, keepsFilters }) => ({
      ...search,
      query: {
        bool: {
          must: [leafOf(query, atLeast)],
          filter: [...(keepsFilters ? listOf(filter) : []), ...termsOf(filters)],
          ...(keepsFilters && must_not ? { must_not } : {}),
        },
      },
    }),
  }
}

const leafOf = (query: string, atLeast: number | undefined): Json =>
  atLeast !== undefined
    ? { match: { keyword: { query, minimum_should_match: atLeast } } }
    : query === ''
      ? { match_all: {} }
      : { query_string: { query, default_operator: 'and', analyze_wildcard: true } }

const termsOf = (filters: Reading['filters']): Json[] =>
  [...Map.groupBy(filters, ({ field }) => field)].map(([field, chosen]) => ({
    terms: { [field]: chosen.map(({ value }) => value) },
  }))

type Needs = Pick<CataloguePort, 'counts' | 'search' | 'spellings' | 'variants'>

/** The readings of a search that find something, the best first. Those of a later kind only if no other does. */
async function readingsOf(
  catalogue: Needs,
  typed: TypedSearch,
  { caller, signal }: Pick<Asking, 'caller' | 'signal'>,
  { findsLittle = false } = {},
): Promise<CountedReading[]> {
  const conditionFor = (each: Reading) => conditionOf(searchOf(caller, typed.write(each), catalogue))
  const totalsOf = async (readings: Reading[]) =>
    readings.length === 0 ? [] : catalogue.counts(readings.map(conditionFor), signal)
  const finding = async (given: Reading[]): Promise<CountedReading[]> => {
    const fitting = given.filter(({ query, filters }) => fitsSearch(query) && (query !== '' || filters.length > 0))
    const readings = [
      ...new Map(
        fitting.map((each) => [`${each.query} ${JSON.stringify(each.filters)} ${each.atLeast}`, each]),
      ).values(),
    ]
    const totals = await totalsOf(readings)
    return readings.map((each, i) => ({ ...each, total: totals[i]! })).filter(({ total }) => total > 0)
  }
  const spellings = async (text: string): Promise<CountedReading[]> =>
    (await spellingsFor(catalogue, text, { caller, signal })).map(({ query, total }) => ({
      ...reading('spelling', query),
      total,
    }))
  const spelled = async () => {
    const found = await spellings(typed.text)
    const plain = words.join(' ')
    return found.length > 0 || plain === typed.text ? found : spellings(plain)
  }

  const words = plainWords(typed.text).slice(0, maxWords)
  const { limits, rest, series } = readLimits(words)
  const content = withoutFunctionWords(words)
  const subject = withoutFunctionWords(withoutLooseEnds(rest))
  const frequencies = await totalsOf(words.map((word) => reading('fewerWords', word)))
  const unknown = words.filter((_, i) => frequencies[i] === 0)

  const fewer = [content, withoutRequestWords(content)]
    .filter(({ length }) => length < words.length)
    .map((left) => reading('fewerWords', left.join(' ')))
  const namesSubject = ({ maybeSubject, field }: Limit) =>
    maybeSubject || (field === 'language' && subject.length === 0)
  const isSubject = series === undefined && limits.every(namesSubject)

  const reworded = async () =>
    finding(isSubject ? [...fewer, ...(await asked(rest))] : [...(await asked(rest)), ...fewer])

  if (findsLittle) {
    const [own = 0] = await totalsOf([reading('spelling', typed.text)])
    return worthNaming([...(await spelled()), ...(await reworded())], own * muchWider)
  }
  const found = await firstOf([
    () => (typed.isNarrowed ? finding([reading('withoutFilters', typed.text)]) : []),
    // A word that the catalogue does not have is misspelt; one that it has may be, too.
    () => (unknown.length > 0 ? spelled() : []),
    reworded,
    async () => {
      const [meant] = rest.length < words.length ? await spellings(rest.join(' ')) : []
      return meant ? finding([...(await asked([meant.query], 'spelling')), meant]) : []
    },
    () => (unknown.length === 0 ? spelled() : []),
    mostWords,
  ])
  if (!typed.isNarrowed) return found
  const kept = await finding(found.map((each) => ({ ...each, keepsFilters: true })))
  return kept.length > 0 ? kept : found

  /** The values that the words name, all together and each alone, of those that records of the subject have. */
  async function chosenOf(text: string): Promise<Reading['filters'][]> {
    if (limits.length === 0) return []
    const { facets } = await catalogue.search(
      {
        clause: conditionFor(reading('fewerWords', text)),
        choices: [],
        sort: [{ key: '_score', descending: true }],
        from: 0,
        size: 0,
        facets: limits.map(({ field }) => ({ name: field, field, size: maxValues, minCount: 1 })),
      },
      signal,
    )
    // A category says least.
    const each = limits
      .toSorted((a, b) => Number(a.category !== undefined) - Number(b.category !== undefined))
      .map(({ field, isMeant, category }) => {
        const known = facets[field]!.map(({ key }) => key).filter(isMeant)
        const values: readonly string[] = category && known.length > 0 ? category : known.slice(0, maxChosen)
        return values.map((value) => ({ field, value }))
      })
      .filter((values) => values.length > 0)
    return each.length > 1 ? [each.flat(), ...each] : each
  }

  /** The remaining words, narrowed by the filters taken from the others. */
  async function asked(left: string[], by: Reading['by'] = 'fewerWords'): Promise<Reading[]> {
    if (limits.length === 0 && series === undefined) return []
    const whole = withoutLooseEnds(left)
    const plainer = withoutFunctionWords(whole)
    const texts = [whole, plainer, withoutRequestWords(plainer)].map((each) => each.join(' '))
    const narrowings = await chosenOf(texts[2]!)
    const plain = texts.flatMap((text) =>
      series === undefined || text === ''
        ? [reading(by, text)]
        : [`series:(${text} ${series})`, `${text} series:${series}`, `${text} ${series}`].map((query) => ({
            ...reading('series', query),
            name: `${text} ${series}`,
          })),
    )
    return [...narrowings, []].flatMap((filters) =>
      plain.map((each) => (filters.length > 0 ? { ...each, by: 'filters' as const, filters } : each)),
    )
  }

  /** Records with as many of the words as possible, each in the spelling that the catalogue has. */
  async function mostWords(): Promise<CountedReading[]> {
    const typedTerms = withoutRequestWords(subject.length > 0 ? subject : content)
    const known = typedTerms.filter((word) => !unknown.includes(word))
    // A word that folds into several has no spelling.
    const keys = unknown.map(analyse).flatMap((folded) => (folded.length === 1 ? folded : []))
    const near = keys.length === 0 ? new Map<string, string[]>() : await catalogue.spellings(keys, {}, signal)
    const terms = typedTerms.flatMap((word) =>
      known.includes(word) ? [word] : (near.get(analyse(word).join(' '))?.slice(0, 1) ?? []),
    )
    const by = near.size > 0 ? 'spelling' : 'fewerWords'
    const query = terms.join(' ')
    return finding([
      ...(await asked(terms, by)),
      reading(by, query),
      reading('fewerWords', known.join(' ')),
      ...mostOf(terms.length).map((atLeast) => ({ ...reading('mostWords', query), atLeast })),
    ])
  }
}

/** How many words may be asked for if not all: few numbers, as each costs a look at all words. */
const mostOf = (count: number): number[] =>
  [...new Set([count - 1, count - 2, Math.ceil(count / 2), 1])].filter((each) => each > 0 && each < count)

const reading = (by: Reading['by'], query: string): Reading => ({ by, query, filters: [], keepsFilters: false })

async function firstOf(ways: (() => CountedReading[] | Promise<CountedReading[]>)[]): Promise<CountedReading[]> {
  for (const way of ways) {
    const found = await way()
    if (found.length > 0) return found
  }
  return []
}
