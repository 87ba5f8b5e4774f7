import type { Match } from '#features/catalogue/discover/server/newest-matches.ts'
import { deepestHit } from '#features/catalogue/rules.ts'

/** What a search has found so far. `upTo`: where that is more than is kept, records catalogued up to this day are known. */
export type Seen = { ids: string[]; upTo: string }

/** Ids that are kept: what is found now, and some of what was, so that a record that goes and comes is not news. */
const maxKept = 2 * deepestHit

export const seenIn = (matches: Match[], all: boolean, before: Seen = { ids: [], upTo: '' }): Seen => {
  const ids = [...new Set([...matches.map(({ id }) => id), ...before.ids])].slice(0, maxKept)
  return { ids, upTo: all ? '' : (matches.at(-1)?.cataloguedOn ?? '') }
}

/** The ids of the matches that were not there before, in their order. */
export function newAmong(matches: Match[], { ids, upTo }: Seen): string[] {
  const known = new Set(ids)
  return matches
    .filter(({ id, cataloguedOn }) => !known.has(id) && (upTo === '' || cataloguedOn > upTo))
    .map(({ id }) => id)
}
