import { useQuery } from '@tanstack/react-query'
import { type AdvancedCriteria, advancedApi } from '#features/catalogue/advanced/contract.ts'
import { renderTimeoutMs } from '#kit/web/call.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { issuances, keywordFields, keywordTypes, operations } from '../choices.ts'

const countriesQuery = {
  queryKey: [advancedApi.countries.path],
  queryFn: () =>
    fetchJson<AdvancedCriteria['countries']>(advancedApi.countries.path, {
      signal: AbortSignal.timeout(renderTimeoutMs),
    }),
  staleTime: Number.POSITIVE_INFINITY,
}

export type FormLists = Omit<AdvancedCriteria, 'countries'> & { countries: AdvancedCriteria['countries'] | null }

/**
 * The form's choices, usable at once: lists that are loading or missing are null. `failed`: a list failed; `again` retries.
 */
export function useCriteria() {
  const criteria = useLatestReply(advancedApi.advancedCriteria, {})
  const places = useQuery(countriesQuery)
  const offered = criteria.reply?.response
  const lists: FormLists = { ...ownLists, ...offered, countries: places.data ?? offered?.countries ?? null }

  const waiting = (!offered && !criteria.problem) || (!lists.countries && places.isPending)
  const missing = [lists.languages, lists.genres, lists.learningAreas, lists.countries].includes(null)
  const again = () => {
    if (criteria.problem) criteria.again()
    if (places.error) void places.refetch()
  }
  return { lists, waiting, failed: missing && !waiting, again }
}

/** The lists that do not depend on the catalogue. */
const ownLists = {
  fields: [...keywordFields],
  types: [...keywordTypes],
  operations: [...operations],
  resourceTypes: Object.entries(itemTypes).map(([category, types]) => ({ category, subcategories: [...types] })),
  issuance: [...issuances],
  languages: null,
  genres: null,
  learningAreas: null,
}
