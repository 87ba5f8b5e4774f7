import type { Match } from '#features/catalogue/discover/server/newest-matches.ts'
import { deepestHit } from '#features/catalogue/rules.ts'

/**
 * The matches of a search so far. `upTo`: if there are more than are stored, records catalogued up to this day are
 * known.
 */
export type Seen = { ids: string[]; upTo: string }

/**
 * Stored ids: the present matches and some earlier ones, so that a record that is removed and added again is not new.
 */
const maxKept = 2 * deepestHit

export const seenIn = (matches: Match[], all: boolean, before: Seen = { ids: [], upTo: '' }): Seen => {
  const ids = [...new Set([...matches.map(({ id }) => id), ...before.ids])].slice(0, maxKept)
  return { ids, upTo: all ? '' : (matches.at(-1)?.cataloguedOn ?? '') }
}

/** The ids of the matches that were not found before, in their order. */
export function newAmong(matches: Match[], { ids, upTo }: Seen): string[] {
  const known = new Set(ids)
  return matches
    .filter(({ id, cataloguedOn }) => !known.has(id) && (upTo === '' || cataloguedOn > upTo))
    .map(({ id }) => id)
}
