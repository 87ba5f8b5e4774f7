import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type { Heading, IndexEntry, Page, Range, TreeTerm } from '#features/catalogue/headings/server/headings-port.ts'
import { type Buckets, search } from './asking.ts'
import { withinReach } from './mapping.ts'

/** The alphabetical index has at most this many letters. */
const letterCount = 40

export async function letters(
  client: EngineClient,
  index: string,
  signal?: AbortSignal,
): Promise<{ letter: string; count: number }[]> {
  const body = {
    size: 0,
    query: { term: { is: 'entry' } },
    aggs: { letters: { terms: { field: 'letter', size: letterCount, order: { _key: 'asc' } } } },
  }
  const { aggregations } = await search<never, { letters: Buckets }>(client, index, body, signal)
  const counted = aggregations.letters.buckets.map(({ key, doc_count }) => ({ letter: key, count: doc_count }))
  return [...counted.filter(({ letter }) => letter !== 'other'), ...counted.filter(({ letter }) => letter === 'other')]
}

export async function linesOf(
  client: EngineClient,
  index: string,
  letter: string,
  range: Range,
  signal?: AbortSignal,
): Promise<Page<IndexEntry>> {
  const body = {
    ...withinReach(range),
    track_total_hits: true,
    _source: ['line'],
    query: { bool: { filter: [{ term: { is: 'entry' } }, { term: { letter } }] } },
    sort: [{ sort: 'asc' }, { seeFrom: 'asc' }, { place: 'asc' }],
  }
  const { hits } = await search<{ line: string }>(client, index, body, signal)
  return { total: hits.total.value, items: hits.hits.map(({ _source }) => JSON.parse(_source.line)) }
}

export const topTerms = (
  client: EngineClient,
  index: string,
  range: Range,
  signal?: AbortSignal,
): Promise<Page<TreeTerm>> => terms(client, index, { term: { isTopTerm: true } }, range, signal)

export const narrowerTerms = (
  client: EngineClient,
  index: string,
  recordId: string,
  range: Range,
  signal?: AbortSignal,
): Promise<Page<TreeTerm>> => terms(client, index, { term: { broader: recordId } }, range, signal)

async function terms(
  client: EngineClient,
  index: string,
  query: object,
  range: Range,
  signal: AbortSignal | undefined,
): Promise<Page<TreeTerm>> {
  const body = {
    ...withinReach(range),
    track_total_hits: true,
    _source: ['shown', 'narrower'],
    query: { bool: { filter: [query] } },
    sort: [{ sort: 'asc' }, { id: 'asc' }],
  }
  const { hits } = await search<{ shown: string; narrower: number }>(client, index, body, signal)
  return {
    total: hits.total.value,
    items: hits.hits.map(({ _source: { shown, narrower } }) => {
      const { recordId, heading, topicAuthority }: Heading = JSON.parse(shown)
      return { recordId, heading, scheme: topicAuthority, narrower }
    }),
  }
}
