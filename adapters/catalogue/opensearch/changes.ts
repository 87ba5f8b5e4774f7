import type { ChangeValues } from '#features/catalogue/facets.ts'
import type { ChangesQuery, ListedChange, RecordChange } from '#features/catalogue/server/catalogue-port.ts'
import { askSearch, type Connection } from './connection.ts'
import { generationsOf, openTimes, type Times, timeOf } from './publications.ts'
import { findRemoved, type RemovedHit, removedOf } from './removed.ts'

type LiveHit = { fields: { id: [string] }; sort: SortKeys }
/** Generation and order of the id. */
type SortKeys = [number, string]
type Place = { id: string; sort: SortKeys; removed?: ChangeValues }

const cursorOf = ({ sort }: Place) => sort.join(' ')
const keysOf = (cursor: string): SortKeys => {
  const space = cursor.indexOf(' ')
  return [Number(cursor.slice(0, space)), cursor.slice(space + 1)]
}

const livePlace = ({ fields, sort }: LiveHit): Place => ({ id: fields.id[0], sort })
const removedPlace = (hit: RemovedHit): Place => {
  const { id, values } = removedOf(hit)
  return { id, sort: hit.sort, removed: values }
}

const byPlace = ({ sort: [a, order] }: Place, { sort: [b, other] }: Place) =>
  a - b || Buffer.compare(Buffer.from(order), Buffer.from(other))

/** As many hits as an index gives at once. */
const perRead = 10_000

/** Lists visible versions by the generation that added them, and removed records by their last. */
export function openChanges(at: Connection) {
  const times = openTimes(at)
  async function page(query: ChangesQuery): Promise<ListedChange[]> {
    const state = await times()
    const { after, last } = generationsOf(state, query)
    if (last <= after) return []
    const range = { gt: after, lte: last }
    const [live, removed] = await Promise.all([liveIn(at, range, query), removedIn(at, state, range, query)])
    return [...live, ...removed]
      .sort(byPlace)
      .slice(0, query.limit)
      .map((place) => ({ ...asChange(state, place), cursor: cursorOf(place) }))
  }

  async function eachNth({ every, limit, ...query }: ChangesQuery & { every: number }): Promise<ListedChange[]> {
    const found: ListedChange[] = []
    let count = 0
    for (let last: ListedChange | undefined; ; ) {
      const read = await page({ ...query, limit: perRead, ...(last ? { after: last.cursor } : {}) })
      for (const each of read) if (++count % every === 0) found.push(each)
      last = read.at(-1) ?? last
      if (read.length === perRead) continue
      if (last && count % every > 0) found.push(last)
      return found.slice(0, limit)
    }
  }

  return {
    changes: (query: ChangesQuery): Promise<ListedChange[]> =>
      query.every === undefined ? page(query) : eachNth({ ...query, every: query.every }),
    changesOf: async (ids: string[]): Promise<Map<string, RecordChange>> => {
      const filter = [{ terms: { id: [...new Set(ids)] } }]
      for (;;) {
        const state = await times()
        const [removed, live] = await Promise.all([
          findRemoved(at, state, filter, { size: ids.length }),
          findLive(at, filter, { size: ids.length }),
        ])
        // A state that became visible in between may have been read in part.
        if ((await times()).visible.generation !== state.visible.generation) continue
        const places = [...removed.map(removedPlace), ...live.map(livePlace)]
        return new Map(places.map((place) => [place.id, asChange(state, place)]))
      }
    },
  }
}

const asChange = (state: Times, { id, sort: [generation], removed }: Place): RecordChange => ({
  id,
  changedAt: timeOf(state, generation),
  ...(removed ? { removed } : {}),
})

const withValues = ({ values }: ChangesQuery) =>
  values ? [{ terms: { [`facets.${values.field}`]: values.values } }] : []

async function liveIn(at: Connection, range: object, query: ChangesQuery): Promise<Place[]> {
  const { limit, after } = query
  const page = { size: limit, ...(after === undefined ? {} : { search_after: keysOf(after) }) }
  return (await findLive(at, [{ range: { since: range } }, ...withValues(query)], page)).map(livePlace)
}

/** Leaves out records that the catalogue has again. */
async function removedIn(at: Connection, state: Times, range: object, query: ChangesQuery): Promise<Place[]> {
  const { limit, after } = query
  const found: Place[] = []
  for (let keys = after === undefined ? undefined : keysOf(after); ; ) {
    const filter = [{ range: { removedIn: range } }, ...withValues(query)]
    const hits = await findRemoved(at, state, filter, { size: limit, ...(keys ? { search_after: keys } : {}) })
    const page = hits.map(removedPlace)
    const ids = page.map(({ id }) => id)
    const live = ids.length === 0 ? [] : await findLive(at, [{ terms: { id: ids } }], { size: ids.length })
    const again = new Set(live.map(({ fields }) => fields.id[0]))
    found.push(...page.filter(({ id }) => !again.has(id)))
    if (page.length < limit || found.length >= limit) return found
    keys = page.at(-1)!.sort
  }
}

async function findLive(at: Connection, filter: object[], page: object): Promise<LiveHit[]> {
  const { hits } = await askSearch<{ hits: { hits: LiveHit[] } }>(at, {
    query: { bool: { filter } },
    sort: ['since', 'idOrder'],
    track_total_hits: false,
    _source: false,
    docvalue_fields: ['id'],
    ...page,
  })
  return hits.hits
}
