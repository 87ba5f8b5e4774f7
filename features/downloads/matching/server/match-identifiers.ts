import { lookUp, type MatchingCatalogue, matchNumbers, type NumberMatch } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { CustomerSettings } from '#features/school/settings/server/settings.ts'
import { type Identifier, identifierKey } from '#marc/identifier.ts'
import type { Choice, Chosen, UnmatchedReason } from '../../contract.ts'
import type { RequestRow } from '../../server/tables.ts'

type RequestedIdentifier = { identifier: string; read: Identifier }
type Catalogue = MatchingCatalogue & Pick<CataloguePort, 'known'>
export type Matches = {
  matched: RecordId[]
  unmatched: { identifier: string; reason: UnmatchedReason }[]
  choices: Choice[]
}

/**
 * Finds the records of all identifiers; every list keeps the requested order. A number with a wrong check digit is
 * looked up too: it may be a record number, or be printed that way. Identifiers that records hold only as cancelled or
 * invalid are unmatched and wait for a person's choice, regardless of the setting for duplicates, unless one of these
 * records is among the `chosen`.
 */
export async function matchIdentifiers(
  catalogue: Catalogue,
  requested: RequestedIdentifier[],
  duplicates: CustomerSettings['isbnDuplicateHandling'],
  chosen: readonly Chosen[] = [],
): Promise<Matches> {
  const matchOf = await matchesOf(catalogue, requested)
  const chosenFor = new Map(chosen.map(({ identifier, ids }) => [identifierKey(identifier).key, ids]))
  const matched = new Set<RecordId>()
  const unmatched: Matches['unmatched'] = []
  const choices: Matches['choices'] = []
  for (const each of requested) {
    const { identifier, read } = each
    const { ids, proposals } = matchOf(each)
    const taken = (chosenFor.get(read.key) ?? []).filter((taken) => proposals.some(({ id }) => id === taken))
    if (taken.length > 0) for (const id of taken) matched.add(id)
    else if (proposals.length > 0) {
      unmatched.push({ identifier, reason: proposals[0]!.kind })
      choices.push(choiceOf(identifier, { ids, proposals }))
    } else if (ids.length === 0) unmatched.push({ identifier, reason: read.problem ?? 'not_found' })
    else if (ids.length === 1 || duplicates === 'FIRST_MATCH') matched.add(ids[0]!)
    else if (duplicates === 'ALL_MATCHES') for (const id of ids) matched.add(id)
    else choices.push({ identifier, ids })
  }
  return { matched: [...matched], unmatched, choices }
}

/** The records of each identifier; identifiers without any are left out. */
export async function checkIdentifiers(catalogue: Catalogue, identifiers: string[]): Promise<{ response: Choice[] }> {
  const requested = identifiers.map((identifier) => ({ identifier, read: identifierKey(identifier) }))
  const matchOf = await matchesOf(catalogue, requested)
  return {
    response: requested.flatMap((each) => {
      const match = matchOf(each)
      return match === noRecords ? [] : [choiceOf(each.identifier, match)]
    }),
  }
}

const noRecords: NumberMatch = { ids: [], proposals: [] }

/** Text that looks like words may still be a record number, exactly as written. */
export async function matchesOf(
  catalogue: Catalogue,
  requested: RequestedIdentifier[],
): Promise<(each: RequestedIdentifier) => NumberMatch> {
  const found = await matchNumbers(
    catalogue,
    requested.map(({ read }) => read.key),
  )
  const unread = requested.flatMap(({ identifier, read }) => (read.key === '' ? [identifier.trim()] : []))
  const held = new Set(unread.length > 0 ? await catalogue.known(unread) : [])
  return ({ identifier, read }) => {
    if (read.key !== '') return found.get(read.key) ?? noRecords
    return held.has(identifier.trim()) ? { ids: [identifier.trim()], proposals: [] } : noRecords
  }
}

function choiceOf(identifier: string, { ids, proposals }: NumberMatch): Choice {
  if (proposals.length === 0) return { identifier, ids }
  const heldAs = Object.fromEntries(proposals.map(({ id, kind }) => [id, kind]))
  return { identifier, ids: proposals.map(({ id }) => id), heldAs }
}

const keysOf = (requested: RequestedIdentifier[]): string[] => requested.map(({ read }) => read.key)

/**
 * Updates the matches after records were removed from the catalogue: the identifiers that led to them are now
 * unmatched, except those whose records a person took out of the request.
 */
export async function rematched(
  catalogue: Pick<CataloguePort, 'lookup'>,
  { identities, unmatched, choices, removed }: Pick<RequestRow, 'identities' | 'unmatched' | 'choices' | 'removed'>,
  written: ReadonlySet<RecordId>,
): Promise<Pick<Matches, 'unmatched'>> {
  const requested = identities.map((identifier) => ({ identifier, read: identifierKey(identifier) }))
  const found = await lookUp(catalogue, keysOf(requested))
  const reasons = new Map(unmatched.map(({ identifier, reason }) => [identifier, reason]))
  const settled = written.union(new Set(removed))
  const open = new Set(choices.map(({ identifier }) => identifier))
  for (const { identifier, read } of requested) {
    const led = (read.key === '' ? [identifier.trim()] : (found.get(read.key) ?? [])).some((id) => settled.has(id))
    if (!led && !open.has(identifier) && !reasons.has(identifier)) reasons.set(identifier, 'not_found')
  }
  return {
    unmatched: identities.flatMap((identifier) => {
      const reason = reasons.get(identifier)
      return reason ? [{ identifier, reason }] : []
    }),
  }
}

/** Moves undecided identifiers to the unmatched ones, in the requested order. Existing ones keep their reason. */
export function withoutChoice(
  { identities, unmatched }: Pick<RequestRow, 'identities' | 'unmatched'>,
  undecided: string[],
): Matches['unmatched'] {
  const reasons = new Map([
    ...undecided.map((identifier) => [identifier, 'not_chosen'] as const),
    ...unmatched.map(({ identifier, reason }) => [identifier, reason] as const),
  ])
  return identities.flatMap((identifier) => {
    const reason = reasons.get(identifier)
    return reason ? [{ identifier, reason }] : []
  })
}

/** Sorts records by the order of their identifiers; those of no identifier come last. */
export async function orderOfAsking(
  catalogue: Catalogue,
  { identities, choices }: Pick<RequestRow, 'identities' | 'choices'>,
): Promise<(ids: RecordId[]) => RecordId[]> {
  const requested = identities.map((identifier) => ({ identifier, read: identifierKey(identifier) }))
  const matchOf = await matchesOf(catalogue, requested)
  const offered = new Map(choices.map(({ identifier, ids }) => [identifier, ids]))
  const places = new Map<RecordId, number>()
  for (const each of requested)
    for (const id of offered.get(each.identifier) ?? choiceOf(each.identifier, matchOf(each)).ids)
      if (!places.has(id)) places.set(id, places.size)
  const placeOf = (id: RecordId) => places.get(id) ?? places.size
  return (ids) => ids.toSorted((a, b) => placeOf(a) - placeOf(b))
}
