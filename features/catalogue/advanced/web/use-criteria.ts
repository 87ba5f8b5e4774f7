import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdvancedCriteria, advancedApi } from '#features/catalogue/advanced/contract.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { issuances, keywordFields, keywordTypes, operations } from '../choices.ts'

const countriesQuery = {
  queryKey: [advancedApi.countries.path],
  queryFn: () => fetchJson<AdvancedCriteria['countries']>(advancedApi.countries.path),
  staleTime: Number.POSITIVE_INFINITY,
}

export type FormLists = Omit<AdvancedCriteria, 'countries'> & { countries: AdvancedCriteria['countries'] | null }

/**
 * The form's choices, usable at once: lists that are loading or missing are null. `failed`: a list failed or exceeded
 * the render time-out; `again` retries.
 */
export function useCriteria() {
  const criteria = useLatestReply(advancedApi.advancedCriteria, {})
  const places = useQuery(countriesQuery)
  const offered = criteria.reply?.response
  const lists: FormLists = { ...ownLists, ...offered, countries: places.data ?? offered?.countries ?? null }

  const cache = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const waiting = (!offered && !criteria.problem) || (!lists.countries && places.isPending)
  const late = useTooLong(waiting, attempt)
  const missing = [lists.languages, lists.genres, lists.learningAreas, lists.countries].includes(null)
  const refetch = async () => {
    setAttempt(attempt + 1)
    const criteriaKey = queryOf(advancedApi.advancedCriteria, {}).queryKey
    await Promise.all([criteriaKey, countriesQuery.queryKey].map((queryKey) => cache.cancelQueries({ queryKey })))
    criteria.again()
    if (!places.data) void places.refetch()
  }
  return { lists, waiting: waiting && !late, failed: late || (missing && !waiting), again: () => void refetch() }
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
