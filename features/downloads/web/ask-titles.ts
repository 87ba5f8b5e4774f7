import { catalogueApi } from '#features/catalogue/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { identifierKey } from '#marc/identifier.ts'

/** What a row shows of a record. */
export type FoundRecord = { id: string; title: string; year: string; type: string }
/** By identifier key; [] where the catalogue has none. */
export type Titles = ReadonlyMap<string, FoundRecord[]>

export type FoundHit = Answer<typeof catalogueApi.search>['hits']['hits'][number]

/** A search gives at most 100 hits, and a reply of so many is read without typing having to wait. */
const keysPerCall = 100
const hitsPerCall = 100

/** Asks the catalogue for keys and tells each part as it arrives. */
export const askTitles = (keys: string[], signal: AbortSignal, tell: (titles: Titles) => void): Promise<void> =>
  askHits(keys, signal, (hits) => tell(new Map([...hits].map(([key, found]) => [key, found.map(foundRecord)]))))

/** The same with all that a hit shows. */
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
 * A record can also be found by a number that its hit does not show (a cancelled ISBN). So what stays open is asked
 * again without the rest, in halves, until a hit can belong to one key only. Usually that second call finds nothing.
 */
async function ask(keys: string[], known: Map<string, FoundHit[]>, signal: AbortSignal): Promise<void> {
  const hits = await hitsOf(keys, signal)
  const shown = new Map<string, FoundHit[]>(keys.map((key) => [key, []]))
  for (const hit of hits) for (const key of keys.length === 1 ? keys : shownKeys(hit)) shown.get(key)?.push(hit)
  const open = keys.filter((key) => shown.get(key)!.length === 0)
  for (const key of keys) known.set(key, shown.get(key)!)
  if (hits.length === 0 || open.length === 0) return
  if (open.length < keys.length) return ask(open, known, signal)
  const half = Math.ceil(open.length / 2)
  await ask(open.slice(0, half), known, signal)
  await ask(open.slice(half), known, signal)
}

/** Usually one call; more where several records have the same number. */
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

export const foundRecord = ({ _id, _source: { title, publicationYear, scisType } }: FoundHit): FoundRecord => ({
  id: _id,
  title: title.titlePrimary,
  year: publicationYear ? String(publicationYear) : '',
  type: scisType,
})
