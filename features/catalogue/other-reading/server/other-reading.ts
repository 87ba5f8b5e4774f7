import type { z } from 'zod'
import { isAway } from '#kit/server/load/away.ts'
import type { FieldSearch, FieldSearchReply } from '../../advanced/contract.ts'
import { queryOfFields } from '../../advanced/server/search-by-fields.ts'
import type { CountedReading, SearchReply } from '../../contract.ts'
import { searchLimits } from '../../query/server/parse-search.ts'
import { type Asking, searchCatalogue } from '../../server/catalogue.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { type Needs, Readings, type Searching } from './readings.ts'
import { type TypedSearch, typedSearch } from './typed-search.ts'

/** Readings that are named beside the one that is shown. */
const maxOthers = 3
/** A search that finds something may mean one that finds this many times as much. */
const muchWider = 5
/** Records that leave room beside them for those of another reading. */
const few = 3

type Whether = { otherwise: boolean }

/**
 * A search. If it finds nothing, or few records and none by its title, and `otherwise` asks for it, with the best other reading
 * of its words.
 */
export async function searchOtherwise(
  catalogue: CataloguePort,
  query: unknown,
  { otherwise, ...asking }: Asking & Whether,
): Promise<SearchReply> {
  const reply = await searchCatalogue(catalogue, query, asking)
  const typed = otherwise && !asking.isCrawler && reply.hits.total <= few ? typedSearch(query) : undefined
  if (!typed) return reply
  try {
    const [best, ...others] = await readingsBeside(catalogue, typed, reply.hits.total, asking)
    if (!best) return reply
    const { hits, aggregations } = await searchCatalogue(catalogue, typed.write(best), asking)
    const own = new Set(reply.hits.hits.map(({ _id }) => _id))
    if (hits.hits.every(({ _id }) => own.has(_id))) return reply
    return { ...reply, otherwise: { ...best, hits, aggregations, others: worthNaming(others, best.total) } }
  } catch (error) {
    // A crowded engine costs the caller the reading, not the answer.
    if (isAway(error)) return reply
    throw error
  }
}

/** Other readings of a search that finds this many records; none if those are what it is for. */
async function readingsBeside(
  catalogue: Needs,
  typed: TypedSearch,
  total: number,
  searching: Searching,
): Promise<CountedReading[]> {
  const readings = new Readings(catalogue, typed, searching)
  if (total === 0) return readings.ofNothing()
  if (typed.isNarrowed || !typed.isFirstPage) return []
  const { inTitles, beyondNotes } = await readings.strengthOfOwn()
  if (inTitles > 0) return []
  const { reworded, spelled } = await readings.ofLittle()
  const [first] = reworded
  // Records that have the words in their title or subjects leave only a filter to add.
  if (first?.by === 'filters' || (beyondNotes === 0 && first && first.total > total)) return reworded
  return beyondNotes === 0 ? spelled : []
}

/** Readings that find far more than a search that finds little. */
export async function widerReadings(catalogue: Needs, query: string, searching: Searching): Promise<CountedReading[]> {
  const typed = typedSearch({ query: { query_string: { query } } })
  if (!typed) return []
  const { own, spelled, reworded } = await new Readings(catalogue, typed, searching).ofLittle()
  return worthNaming([...spelled, ...reworded], own * muchWider)
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
