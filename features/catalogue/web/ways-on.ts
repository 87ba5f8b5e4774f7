import { eanCheck, isbn10Check } from '#marc/isbn.ts'
import { charactersOf, typedNumber } from '#marc/typed-number.ts'
import { waysOfForm } from '../advanced/web/ways-of-form.ts'
import { words as say } from '../messages.ts'
import { labelOf } from './facets.tsx'
import { changeSearch, type SearchState, toggleFilter } from './search-state.ts'

/** An alternative search. */
export type Way = { name: string; words: string; state: SearchState }

const maxFilters = 6

/** Of an ISBN with a wrong check digit: the same digits with the right one. */
export function rightIsbn({ query, base }: SearchState): string | undefined {
  if (base) return undefined
  const digits = charactersOf(typedNumber(query).written)
  if (!/^(?:97(?:8\d|9[1-9])\d{9}|\d{9}[\dX])$/.test(digits)) return undefined
  const right = digits.slice(0, -1) + (digits.length === 13 ? eanCheck(digits) : isbn10Check(digits))
  return right === digits ? undefined : right
}

/** Alternatives to a search that found nothing: fewer filters, and for an advanced search fewer limits, looser words. */
export function waysOn(state: SearchState): Way[] {
  const { filters, form } = state
  const words = state.queryForDisplay || state.query || say.allRecords
  const single = filters.length > 1 ? filters.slice(0, maxFilters) : []
  const ways = single.map((filter): Way => {
    const named = { name: labelOf(filter.field, filter.value) }
    return {
      name: filter.excluded ? say.withNamed(named) : say.withoutNamed(named),
      words,
      state: toggleFilter(state, filter),
    }
  })
  if (filters.length > 0)
    ways.push({
      name: filters.length > 1 ? say.withoutFilters : say.withoutFilter,
      words,
      state: changeSearch(state, { filters: [] }),
    })
  return state.base && form ? [...ways, ...waysOfForm(state, form)] : ways
}
