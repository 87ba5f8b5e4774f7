import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { authorities, type HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import {
  type Heading,
  type HeadingsPort,
  HeadingsUnavailable,
  type Used,
} from '#features/catalogue/headings/server/headings-port.ts'
import { keyOf } from '../embedded/stored-heading.ts'
import { type Buckets, isAbsent, search } from './asking.ts'
import { letters, linesOf, narrowerTerms, topTerms } from './browse.ts'
import { alone, usualDeadAfterMs } from './lease.ts'
import { generationOf, liveIndex } from './live-index.ts'
import { readInPages } from './pages.ts'
import { openState } from './point-in-time.ts'
import { patternsIn } from './print-clause.ts'
import { printQuery, printWordsLike } from './print-query.ts'
import { removeHeadings, type Writing, writeHeadings } from './write.ts'

export type HeadingsOnOpenSearch = {
  client: EngineClient
  /** Prefix of the alias and indices of the headings, e.g. `school-catalogue-headings`. */
  alias: string
  /** A local folder for data that can be rebuilt. */
  folder: string
  /** A writer without a heartbeat for this long is dead; the same for every process. */
  deadAfterMs?: number
}

/** The authority files in an OpenSearch cluster, shared by all processes. */
export function openOpenSearchHeadings({
  client,
  alias,
  folder,
  deadAfterMs = usualDeadAfterMs,
}: HeadingsOnOpenSearch): HeadingsPort {
  const names = { alias, deadAfterMs }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: (writing: Writing) => Promise<T>): Promise<T> => {
    const turn = last.then(() => alone(client, names, (stillAlone) => change({ client, names, folder, stillAlone })))
    last = turn.catch(() => {})
    return turn
  }
  /** All queries for one answer use one index; if that has just been dropped, they use the next. */
  const onOneState = async <T>(answer: (index: string) => Promise<T>): Promise<T> => {
    try {
      return await answer(await liveIndex(client, names))
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    return answer(await liveIndex(client, names)).catch((error: unknown) => {
      throw isAbsent(error) ? new HeadingsUnavailable(`The index behind ${alias} is gone.`) : error
    })
  }
  return {
    search: (query, signal) => onOneState((index) => searchIn(client, index, query, signal)),
    heading: (recordId, signal) => onOneState((index) => headingIn(client, index, recordId, signal)),
    letters: (signal) => onOneState((index) => letters(client, index, signal)),
    index: (letter, range, signal) => onOneState((index) => linesOf(client, index, letter, range, signal)),
    topTerms: (range, signal) => onOneState((index) => topTerms(client, index, range, signal)),
    narrowerTerms: (recordId, range, signal) =>
      onOneState((index) => narrowerTerms(client, index, recordId, range, signal)),
    write: (headings) => inTurn((writing) => writeHeadings(writing, headings)),
    remove: (recordIds) => inTurn((writing) => removeHeadings(writing, recordIds)),
    stats: () =>
      onOneState(async (index) => ({ ...(await countsIn(client, index)), generation: generationOf(names, index) })),
    named: (used) => onOneState((index) => namedIn(client, index, used)),
    state: () => onOneState((index) => openState(client, names, index)),
    close: async () => {
      await last
    },
  }
}

type DisplayForm = { shown: string }
const headingOf = ({ _source }: { _source: DisplayForm }): Heading => JSON.parse(_source.shown)

async function searchIn(client: EngineClient, index: string, query: HeadingQuery, signal?: AbortSignal) {
  const words = new Map<string, string[]>()
  for (const pattern of new Set(patternsIn(query.clause))) {
    const body = printWordsLike(pattern)
    const { aggregations } = await search<never, { words: Buckets }>(client, index, body, signal)
    words.set(
      pattern,
      aggregations.words.buckets.map(({ key }) => key),
    )
  }
  const body = printQuery(query, (pattern) => words.get(pattern)!)
  const { hits, aggregations } = await search<DisplayForm, { authority: Buckets<number> }>(client, index, body, signal)
  return {
    total: hits.total.value,
    ofAuthority: byAuthority(aggregations.authority),
    hits: hits.hits.map((hit) => ({ score: hit._score ?? 0, heading: headingOf(hit) })),
  }
}

function byAuthority({ buckets }: Buckets<number>) {
  const count = (number: number) => buckets.find(({ key }) => key === number)?.doc_count ?? 0
  return Object.fromEntries(authorities.map((name, number) => [name, count(number)])) as Record<
    (typeof authorities)[number],
    number
  >
}

async function headingIn(
  client: EngineClient,
  index: string,
  recordId: string,
  signal?: AbortSignal,
): Promise<Heading | undefined> {
  const body = { size: 1, query: { bool: { filter: [{ term: { id: recordId } }] } }, _source: ['shown'] }
  const { hits } = await search<DisplayForm>(client, index, body, signal)
  return hits.hits[0] && headingOf(hits.hits[0])
}

async function countsIn(client: EngineClient, index: string) {
  const { hits, aggregations } = await search<never, { authority: Buckets<number> }>(client, index, {
    size: 0,
    track_total_hits: true,
    query: { term: { is: 'heading' } },
    aggs: { authority: { terms: { field: 'authority' } } },
  })
  return { headings: hits.total.value, ...byAuthority(aggregations.authority) }
}

const keysAtOnce = 2000

type Named = { id: string; key: string; scheme: string; authority: number }

/** Finds headings by their spelling, in every scheme of an authority. */
async function namedIn(client: EngineClient, index: string, used: Used[]): Promise<string[][]> {
  const keyed = used.map((each) => ({ ...each, key: keyOf(each.heading) }))
  const keys = [...new Set(keyed.map(({ key }) => key))].filter((key) => key !== '')
  const byKey = new Map<string, Named[]>()
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const query = { terms: { key: keys.slice(from, from + keysAtOnce) } }
    const found = readInPages<Named>(client, index, {
      query: { bool: { filter: [{ term: { is: 'heading' } }, query] } },
      _source: ['id', 'key', 'scheme', 'authority'],
      sort: [{ scheme: 'asc' }, { place: 'asc' }],
    })
    for await (const page of found)
      for (const { _source: each } of page) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each])
  }
  return keyed.map(({ key, authority, scheme }) => {
    const number = authorities.indexOf(authority)
    const named = (byKey.get(key) ?? []).filter((each) => each.authority === number)
    const own = named.filter((each) => each.scheme === `subject ${scheme}`)
    return (own.length > 0 ? own : named).map(({ id }) => id)
  })
}
