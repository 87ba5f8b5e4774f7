import { catalogueApi } from '#features/catalogue/contract.ts'
import { downloadsApi, type HeldAs } from '#features/downloads/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { identifierKey } from '#marc/identifier.ts'
import { numberOf } from './number-of.ts'

/** The members of a record that a row shows. */
export type FoundRecord = {
  id: string
  title: string
  year: string
  type: string
  /** The number that requests exactly this record. */
  own: string
  heldAs?: HeldAs | undefined
  /** How the record holds the number, if a person has confirmed it for that number. */
  confirmedAs?: HeldAs | undefined
}
/** By identifier key; [] if the catalogue has none. */
export type Titles = ReadonlyMap<string, FoundRecord[]>

/** `heldAs`: the number is not the record's own. */
export type FoundHit = Answer<typeof catalogueApi.search>['hits']['hits'][number] & { heldAs?: HeldAs | undefined }

/**
 * Titles after the person's confirmations: the records in `confirmed` (by identifier key) replace the proposals for
 * their numbers.
 */
export function withConfirmed(titles: Titles, confirmed: Readonly<Record<string, string>>): Titles {
  if (Object.keys(confirmed).length === 0) return titles
  const taken = new Map(titles)
  for (const [key, id] of Object.entries(confirmed)) {
    const record = titles.get(key)?.find((each) => each.id === id && each.heldAs)
    if (record) taken.set(key, [{ ...record, heldAs: undefined, confirmedAs: record.heldAs }])
  }
  return taken
}

/** A search gives at most 100 hits, and a reply of that size does not block typing. */
const keysPerCall = 100
const hitsPerCall = 100

/** Looks up keys in the catalogue and passes on each part as it arrives. */
export const askTitles = (keys: string[], signal: AbortSignal, tell: (titles: Titles) => void): Promise<void> =>
  askHits(keys, signal, (hits) => tell(new Map([...hits].map(([key, found]) => [key, found.map(foundRecord)]))))

/** The same with complete hits. */
export async function askHits(
  keys: readonly string[],
  signal: AbortSignal,
  tell: (hits: ReadonlyMap<string, FoundHit[]>) => void,
): Promise<void> {
  for (let from = 0; from < keys.length; from += keysPerCall) {
    const hits = new Map<string, FoundHit[]>()
    await ask(keys.slice(from, from + keysPerCall), hits, signal)
    tell(hits)
  }
}

/**
 * A record is also found by numbers that its hit does not show, some of which are not its own: for the remaining keys,
 * the server is asked for the matches of a request.
 */
async function ask(keys: string[], known: Map<string, FoundHit[]>, signal: AbortSignal): Promise<void> {
  const hits = await hitsOf(keys, signal)
  for (const key of keys) known.set(key, [])
  for (const hit of hits) for (const key of shownKeys(hit)) known.get(key)?.push(hit)
  const identifiers = keys.filter((key) => known.get(key)!.length === 0)
  if (hits.length === 0 || identifiers.length === 0) return
  const byId = new Map(hits.map((hit) => [hit._id, hit]))
  const { response } = await call(downloadsApi.checkIdentifiers, { identifiers }, { signal })
  for (const { identifier, ids, heldAs } of response)
    for (const id of ids) {
      const hit = byId.get(id)
      if (hit) known.get(identifier)?.push({ ...hit, heldAs: heldAs?.[id] })
    }
}

/** Usually one call; more if several records have the same number. */
async function hitsOf(identifier: string[], signal: AbortSignal) {
  const found: FoundHit[] = []
  for (;;) {
    const bodybuilderquery = { query: { terms: { identifier } }, size: hitsPerCall, from: found.length }
    const { hits, total } = (await call(catalogueApi.search, { bodybuilderquery }, { signal })).hits
    found.push(...hits)
    if (hits.length === 0 || found.length >= total) return found
  }
}

const shownKeys = ({ _id, _source: { isbn13, isbn10, isbn, issn, otherIdentifier } }: FoundHit) =>
  new Set([_id, ...isbn13, ...isbn10, ...isbn, ...issn, ...otherIdentifier].map((text) => identifierKey(text).key))

export function foundRecord(hit: FoundHit): FoundRecord {
  const { _id, _source, heldAs } = hit
  const { title, publicationYear, scisType } = _source
  return {
    id: _id,
    title: title.titlePrimary,
    year: publicationYear ? String(publicationYear) : '',
    type: scisType,
    own: numberOf(hit).typed,
    heldAs,
  }
}
