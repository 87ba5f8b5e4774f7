import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '#app/app.ts'
import { clockIn, type Day, defaultZone } from '#kit/day.ts'
import { answerProblems } from '#kit/server/answer-problems.ts'
import type { Caller } from '#kit/server/caller.ts'
import { openMetrics } from '#kit/server/metrics.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { noEnrichment } from '../covers/server/enrichment-port.ts'
import type { CatalogueQuery } from '../query/server/query.ts'
import { type CataloguePort, CatalogueUnavailable, type DocumentResult } from './catalogue-port.ts'
import { catalogueRoutes } from './routes.ts'

const book: BibliographicDocument = {
  ...blankDocument('r1'),
  title: { titlePrimary: 'Possum magic', noteStmOfResponsibility: 'Mem Fox' },
  dateIssued: '1983',
  dateIssuedMarc: '1983',
  publicationYear: 1983,
  fiction: true,
  titleSort: 'possum magic',
  searched: { properTitle: '', titles: ['secret'], authors: [], series: [], notes: [], identifiers: [] },
}
const withNumber = Buffer.from('00041nam a2200037 a 4500001000300000\u001er1\u001e\u001d')
const withoutNumber = Buffer.from('00046nam a2200037 a 4500245000800000\u001e00\u001faPoss\u001e\u001d')
const local = { tag: '590', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: 'Gift of a parent.' }] }
const withLocalNote = encodeRecord({
  leader: '00000nam a2200000 a 4500',
  fields: [{ tag: '001', value: 'r1' }, local],
}).bytes
let marc: Uint8Array = withNumber

/** A catalogue of one book that records its queries. */
let queries: CatalogueQuery[] = []
let answer: (query: CatalogueQuery) => DocumentResult
const catalogue = {
  search: async (query: CatalogueQuery) => {
    queries.push(query)
    return answer(query)
  },
  async *fetch(ids: string[]) {
    for (const id of ids) if (id === book.id) yield { document: book, marc, encoding: 'utf-8' as const }
  },
} as unknown as CataloguePort
const found = (total = 1): DocumentResult => ({
  total,
  hits: [{ id: book.id, score: 2.5, document: book }],
  facets: {
    subjects: [{ key: 'Possums', count: 1 }],
    lang: [{ key: 'English', count: 1 }],
    year: [
      { key: '*-2004', count: 1 },
      { key: '2004-*', count: 0 },
    ],
  },
})

const subscription = (typeName: string, productCode: string, endsOn: Day = '2026-12-31') => ({
  typeName,
  productCode,
  startsOn: '2026-01-01' as const,
  endsOn,
})
const caller = (change: Partial<Caller> = {}): Caller => ({
  sessionId: 's',
  userId: 'u',
  customerId: 'c',
  role: 'staff',
  disabled: false,
  freshProof: false,
  subscriptions: [subscription('SUBSCRIPTION', 'SCISDATA')],
  ...change,
})
const expired = caller({ subscriptions: [subscription('SUBSCRIPTION', 'SCISDATA', '2026-06-14')] })

let who: Caller | null = null
const http = Fastify()
http.decorateRequest('caller', null)
answerProblems(http)
catalogueRoutes(http, {
  catalogue,
  clock: clockIn(defaultZone, () => new Date('2026-06-15T09:00:00Z')),
  env: { publicUrl: 'http://localhost', searchResultsPerPage: 40, limits: { school: { searches: 0 } } },
  metrics: openMetrics(),
  enrichment: { libraryThing: noEnrichment, syndetics: noEnrichment },
  callerOf: async () => who,
} as unknown as App)
afterAll(() => http.close())
beforeEach(() => {
  who = null
  queries = []
  answer = () => found()
})

const search = async (query: unknown, path = '/rest/catalogue/search') => {
  const reply = await http.inject({ url: path, query: { bodybuilderquery: JSON.stringify(query) } })
  return { status: reply.statusCode, ...reply.json() }
}

test('a search that names no size gets SEARCH_RESULTS_PER_PAGE hits', async () => {
  await search({ query: { match_all: {} } })
  await search({ query: { match_all: {} }, size: 7 })
  expect(queries.map(({ size }) => size)).toEqual([40, 7])
})
const record = (query: unknown) => search(query, '/rest/catalogue/record')
const year = { range: { field: 'publicationYear', ranges: [{ to: 2004 }, { from: 2004 }] } }
const aggs = { subjects: { terms: { field: 'subjects' } }, lang: { terms: { field: 'language' } }, year }

describe('a search', () => {
  test('by a visitor gives hits, total and facets in the shape of the contract', async () => {
    const reply = await search({ query: { match: { title: 'possum' } }, aggs })
    expect(reply).toMatchObject({
      status: 200,
      responseCode: 200,
      hits: { total: 1, hits: [{ _id: 'r1', _score: 2.5, _source: { title: { titlePrimary: 'Possum magic' } } }] },
      took: expect.any(Number),
    })
    expect(reply.aggregations).toEqual({
      lang: { buckets: [{ key: 'English', doc_count: 1 }] },
      year: {
        buckets: [
          { key: '*-2004', doc_count: 1, to: 2004 },
          { key: '2004-*', doc_count: 0, from: 2004 },
        ],
      },
    })
  })

  test('facets may have any name, even that of a built-in object member', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty']
    const { aggregations } = await search({ aggs: Object.fromEntries(names.map((name) => [name, aggs.lang])) })
    expect(Object.keys(aggregations)).toEqual(names)
  })

  test('shows neither MARC nor members that are only searched or sorted by', async () => {
    const { hits } = await search({})
    for (const member of ['searched', 'notes', 'variantTitles', 'titleSort', 'authorSort', 'fiction', 'bibMarcData'])
      expect(hits.hits[0]._source).not.toHaveProperty(member)
  })

  test('may be sent by GET as text, by POST as text or as an object', async () => {
    const query = { query: { match: { title: 'possum' } } }
    await search(query)
    for (const bodybuilderquery of [query, JSON.stringify(query)])
      expect(
        (await http.inject({ method: 'POST', url: '/rest/catalogue/search', payload: { bodybuilderquery } }))
          .statusCode,
      ).toBe(200)
    expect(queries).toHaveLength(3)
    expect(queries[1]).toEqual(queries[0])
    expect(queries[2]).toEqual(queries[0])
  })

  test('counts extra facets for eligible customers only, and does not even request them otherwise', async () => {
    who = caller()
    expect(Object.keys((await search({ aggs })).aggregations)).toEqual(['subjects', 'lang', 'year'])
    who = caller({ subscriptions: [subscription('SUBSCRIPTION', 'SCISSAF')] })
    expect(Object.keys((await search({ aggs })).aggregations)).toEqual(['lang', 'year'])
    expect(queries.map(({ facets }) => facets.map(({ name }) => name))).toEqual([
      ['subjects', 'lang', 'year'],
      ['lang', 'year'],
    ])
  })

  test('each of the six is cut under any requested name', async () => {
    for (const field of [
      'scisType',
      'targetAudienceText',
      'placeOfPublicationMarcCountry',
      'genreScis',
      'subjects',
      'subject',
      'scisLearningArea',
    ])
      expect(await search({ aggs: { lang: { terms: { field } } } })).toMatchObject({ status: 200, aggregations: {} })
  })

  test('filtering by these fields is open to everyone', async () => {
    expect((await search({ query: { bool: { filter: { term: { subjects: 'Possums' } } } } })).status).toBe(200)
    expect(queries[0]!.choices).toEqual([{ kind: 'values', field: 'subjects', values: ['Possums'] }])
  })

  test('totals end at 100,000; a score is given only if it determines the order', async () => {
    answer = () => found(100_001)
    expect((await search({})).hits.total).toBe(100_000)
    expect((await search({ sort: 'titleSort' })).hits.hits[0]._score).toBeNull()
  })

  test('is refused to a disabled person, before it is read', async () => {
    who = caller({ disabled: true })
    expect(await search('no query at all')).toMatchObject({ status: 403, code: 'not_authorised' })
    expect(queries).toEqual([])
  })

  test('finds for a school without a current subscription what it finds for a visitor', async () => {
    for (const each of [null, expired, caller({ subscriptions: [] })]) {
      who = each
      expect(await search({ aggs })).toMatchObject({ status: 200, aggregations: { lang: {} } })
    }
    expect(queries.slice(1)).toEqual([queries[0], queries[0]])
  })

  test('is open to the provider’s own people, without the extra facets', async () => {
    who = caller({ customerId: null, role: 'desk', subscriptions: [] })
    expect(await search({ aggs })).toMatchObject({ status: 200, aggregations: { lang: {} } })
    expect(queries[0]!.facets).toHaveLength(2)
  })

  test('is answered with 503 while the index is down', async () => {
    answer = () => {
      throw new CatalogueUnavailable('gone')
    }
    expect(await search({})).toMatchObject({
      status: 503,
      code: 'search_unavailable',
      messages: ["We're unable to perform the search. Please try again later"],
    })
  })
})

describe('one record', () => {
  test('has its MARC for a customer with a current subscription, students included', async () => {
    for (const each of [caller(), caller({ role: 'student' })]) {
      who = each
      const reply = await record({ query: { term: { _id: 'r1' } } })
      expect(reply).toMatchObject({ status: 200, hits: { total: 1, hits: [{ _id: 'r1' }] } })
      expect(reply.hits.hits[0]._source.bibMarcData).toContain('r1')
      expect(queries.at(-1)).toMatchObject({ clause: { kind: 'ids', ids: ['r1'] }, size: 1, facets: [] })
    }
  })

  test('has in its MARC the number it was given when it was loaded', async () => {
    who = caller()
    marc = withoutNumber
    const reply = await record({ query: { term: { _id: 'r1' } } })
    marc = withNumber
    expect(reply.hits.hits[0]._source.bibMarcData).toContain('<controlfield tag="001">r1</controlfield>')
  })

  test('has its local notes for staff, on the page and in the MARC', async () => {
    answer = () => {
      const { total, hits, facets } = found()
      return {
        total,
        facets,
        hits: hits.map((hit) => ({
          ...hit,
          document: { ...book, searched: { ...book.searched, localNotes: ['Gift of a parent.'] } },
        })),
      }
    }
    marc = withLocalNote
    const shown: Record<string, [string[], boolean]> = {}
    for (const role of ['staff', 'primary-contact', 'desk', 'student'] as const) {
      who = caller({ role })
      const { localNotes, bibMarcData } = (await record({ query: { term: { _id: 'r1' } } })).hits.hits[0]._source
      shown[role] = [localNotes, bibMarcData.includes('Gift')]
    }
    marc = withNumber
    const all = [['Gift of a parent.'], true]
    expect(shown).toEqual({ staff: all, 'primary-contact': all, desk: all, student: [[], false] })
  })

  test('is shown without MARC after the subscription has ended, and to a disabled person', async () => {
    for (const each of [expired, caller({ disabled: true })]) {
      who = each
      const reply = await record({ query: { term: { _id: 'r1' } } })
      expect(reply.hits.hits[0]._source.title.titlePrimary).toBe('Possum magic')
      expect(reply.hits.hits[0]._source).not.toHaveProperty('bibMarcData')
    }
  })

  test('has its other titles and notes; one that was loaded before these were stored has none', async () => {
    who = caller()
    const { variantTitles: _, notes: __, ...former } = book
    answer = () => ({ ...found(), hits: [{ id: book.id, score: 1, document: former as BibliographicDocument }] })
    const shown = async () => (await record({ query: { term: { _id: 'r1' } } })).hits.hits[0]._source
    expect(await shown()).toMatchObject({ variantTitles: [], notes: [] })
    answer = () => ({ ...found(), hits: [{ id: book.id, score: 1, document: { ...book, notes: ['Signed.'] } }] })
    expect(await shown()).toMatchObject({ notes: ['Signed.'] })
  })

  test('is not shown to visitors', async () => {
    expect(await record({ query: { term: { _id: 'r1' } } })).toMatchObject({ status: 403, code: 'sign_in_required' })
    expect(queries).toEqual([])
  })

  test('that does not exist is an empty list', async () => {
    who = caller()
    answer = () => ({ total: 0, hits: [], facets: {} })
    expect(await record({ query: { term: { _id: 'nothing' } } })).toMatchObject({
      status: 200,
      hits: { total: 0, hits: [] },
    })
  })
})

describe('hostile requests are refused and never reach the catalogue', () => {
  const post = (payload: string) =>
    http.inject({
      method: 'POST',
      url: '/rest/catalogue/search',
      payload,
      headers: { 'content-type': 'application/json' },
    })

  test.each([
    ['two queries', { url: '/rest/catalogue/search?bodybuilderquery={}&bodybuilderquery={}' }],
    ['another parameter', { url: '/rest/catalogue/search?bodybuilderquery={}&index=users' }],
    ['no query', { url: '/rest/catalogue/search' }],
    ['no JSON', { url: '/rest/catalogue/search?bodybuilderquery=harry' }],
    [
      'NUL',
      {
        url: `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent('{"query":{"match":{"title":"\\u0000"}}}')}`,
      },
    ],
    [
      'a leading wildcard',
      {
        url: `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent('{"query":{"query_string":{"query":"*x"}}}')}`,
      },
    ],
  ])('%s', async (_, request) => {
    const reply = await http.inject(request)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ responseCode: 400, messages: [expect.stringMatching(/./)] })
    expect(queries).toEqual([])
  })

  test.each([
    ['__proto__', '{"bodybuilderquery":{"__proto__":{"size":1}}}'],
    ['100,000-deep JSON', `{"bodybuilderquery":{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
    [
      '100,000-deep text',
      JSON.stringify({ bodybuilderquery: `{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
    ],
    ['a size of a thousand million', '{"bodybuilderquery":{"size":1000000000}}'],
    ['a list', '{"bodybuilderquery":[]}'],
  ])('%s', async (_, payload) => {
    await post('{"bodybuilderquery":{}}')
    queries = []
    const reply = await post(payload)
    expect(reply.statusCode).toBe(400)
    expect(queries).toEqual([])
  })
})
