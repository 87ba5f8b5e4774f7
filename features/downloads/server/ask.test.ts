import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { keepCollections } from '#features/downloads/collections/server/keep-collections.ts'
import type { RawInput } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { collectionsApi } from '../collections/contract.ts'
import { downloadsApi } from '../contract.ts'
import { digitalContentApi } from '../digital-content/contract.ts'
import { lastRequested } from './downloads.ts'
import { nameOfDays } from './request-name.ts'
import { book } from './testing.ts'

let app: TestApp
const shelved = (id: string, title: string, more: Partial<BibliographicDocument> = {}) => {
  const record = book({ id, title })
  const titleSort = title.toLowerCase().replace(/^the /, '')
  return { ...record, document: { ...record.document, titleSort, ...more } }
}
const titles = [
  shelved('1', 'The hobbit'),
  shelved('2', 'The hobbit', { scisType: 'Audiobook' }),
  shelved('3', 'Hobbit songs', { scisType: 'Music recording' }),
  shelved('4', 'The hobbit', { scisType: 'DVD' }),
  shelved('5', 'Harry Potter and the chamber of secrets'),
  shelved('6', 'Harry Potter and the goblet of fire', { language: ['Māori'] }),
  shelved('7', 'Chamber music for beginners', { scisType: 'Music score' }),
  shelved('8', 'Secrets'),
  ...Array.from({ length: 30 }, (_, i) => shelved(`9${i}`, `Zebra number ${i}`)),
]
const digital = [
  shelved('201', 'First day', { scisType: 'E-book', voyagerCreateDate: '2026-08-21' }),
  shelved('202', 'Last day', { scisType: 'Online resource', voyagerCreateDate: '2026-11-21' }),
  shelved('203', 'In between', { scisType: 'Computer file', voyagerCreateDate: '2026-10-01', language: ['Māori'] }),
  shelved('204', 'Day before', { scisType: 'E-book', voyagerCreateDate: '2026-08-20' }),
  shelved('205', 'Day after', { scisType: 'E-book', voyagerCreateDate: '2026-11-22' }),
  shelved('206', 'On paper', { scisType: 'Book', voyagerCreateDate: '2026-10-01' }),
]

beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([...titles, ...digital])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
})

describe('titles while typing', () => {
  const find = async (bodybuilderquery: Record<string, unknown>, person: Person = 'lakeside') =>
    (await app.as(person)(downloadsApi.titleSearch, { bodybuilderquery })).hits
  const typed = async (query: string) => {
    const { hits } = await find({ query: { match: { title: { query } } } })
    return hits.map(({ _id }) => _id)
  }

  test('one letter is enough, and there are never more than twenty', async () => {
    expect(await typed('h')).toEqual(['1', '6', '5'])
    const { hits, total } = await find({ size: 100, query: { match: { title: 'zebra' } } })
    expect([hits.length, total]).toEqual([20, 30])
    expect((await find({ size: 0, from: 25, query: { match: { title: 'zebra' } } })).hits.length).toBe(20)
  })

  test('audio, music and video are left out, regardless of the query', async () => {
    expect(await typed('hobbit')).toEqual(['1'])
    expect(await typed('chamber')).toEqual(['5'])
    const wanted = await find({
      query: { bool: { must: { match: { title: 'hobbit' } }, filter: { term: { scisType: 'DVD' } } } },
    })
    expect(wanted.hits).toEqual([])
  })

  test('seven of ten words are enough; more of them, and in a row, come first', async () => {
    expect(await typed('harry potter chamber secret')).toEqual(['5', '6'])
    expect(await typed('harry potter and the chamber of sec')).toEqual(['5', '6'])
    expect(await typed('secrets chamber goblet')).toEqual(['5'])
    expect(await typed('harry zzz qqq')).toEqual([])
  })

  test('every kind of word query is the same search; other conditions narrow it', async () => {
    for (const query of [
      { query_string: { query: 'chamber secr*', default_operator: 'and' } },
      { multi_match: { query: 'chamber secr', fields: ['title', 'author'], minimum_should_match: '10%' } },
      { match_phrase_prefix: { title: 'chamber secr' } },
      { bool: { should: [{ match: { title: 'chamber' } }, { match: { title: 'secr' } }] } },
    ])
      expect((await find({ query })).hits[0]?._id, JSON.stringify(query)).toBe('5')
    const narrowed = await find({
      query: { bool: { must: { match: { title: 'harry potter' } }, filter: { term: { language: 'Māori' } } } },
    })
    expect(narrowed.hits.map(({ _id }) => _id)).toEqual(['6'])
  })

  test('an empty text finds nothing; an invalid query is refused', async () => {
    expect(await find({ query: { match: { title: '  ' } } })).toEqual({ total: 0, hits: [] })
    expect(await find({})).toEqual({ total: 0, hits: [] })
    await expect(find({ query: { script: { source: 'x' } } })).rejects.toMatchObject({ code: 'query_not_accepted' })
    await expect(find({ query: { wildcard: { title: '*' } } })).rejects.toMatchObject({ status: 400 })
  })

  test('it also answers GET', async () => {
    const bodybuilderquery = JSON.stringify({ query: { match: { title: 'hobb' } } })
    const reply = await app.raw('lakeside', { url: downloadsApi.titleSearch.path, query: { bodybuilderquery } })
    expect(reply.json().hits.hits.map(({ _id }: { _id: string }) => _id)).toEqual(['1'])
  })
})

describe('the records of the school’s own requests', () => {
  const view = async (person: Person, bodybuilderquery: Record<string, unknown>) =>
    (await app.as(person)(downloadsApi.viewItems, { bodybuilderquery })).hits

  test('are searched, and another school’s are not', async () => {
    await app.as('lakeside')(downloadsApi.createRequest, { identities: ['1', '5', '8'] })
    await app.as('hillview')(downloadsApi.createRequest, { identities: ['6'] })
    const mine = await view('lakeside', { sort: { titleSort: 'asc' } })
    expect(mine.hits.map(({ _id }) => _id)).toEqual(['5', '1', '8'])
    expect(mine.total).toBe(3)
    expect((await view('lakeside', { query: { match: { title: 'harry' } } })).hits.map(({ _id }) => _id)).toEqual(['5'])
    expect((await view('lakeside', { query: { terms: { _id: ['6', '8', '2'] } } })).hits.map(({ _id }) => _id)).toEqual(
      ['8'],
    )
    expect((await view('riverside', {})).total).toBe(0)
  })

  test('are no headings, though a heading may have the number of a record', async () => {
    const { response } = await app.as('lakeside')(downloadsApi.createRequest, { identities: ['1'] })
    await app.db.updateTable('downloadRequest').set({ type: 'AUTHORITY' }).where('id', '=', response.id).execute()
    expect((await view('lakeside', {})).total).toBe(0)
    expect(await lastRequested(app, 'demo-lakeside')).toEqual([])
  })
})

describe('a request by query', () => {
  const potters = { query: { match: { title: 'potter' } }, sort: [{ titleSort: 'desc' }] }

  test.each<[sent: RawInput<typeof downloadsApi.createRequest>, matchedRecords: string]>([
    [{ bodybuilderquery: potters }, '6,5'],
    [{ bodybuilderquery: JSON.stringify(potters), identities: '' }, '6,5'],
    [{ bodybuilderquery: potters, identities: [] }, '6,5'],
    [{ bodybuilderquery: { ...potters, from: 1 } }, '5'],
    [{ bodybuilderquery: { ...potters, size: 1 } }, '6'],
    [{ bodybuilderquery: potters, identities: '8' }, '8'],
    [{ bodybuilderquery: '', identities: '8' }, '8'],
    [{ bodybuilderquery: { query: { match: { title: 'nowhere' } } } }, ''],
  ])('has what the query finds, unless there are identifiers: %j', async (sent, matchedRecords) => {
    const { response } = await app.as('lakeside')(downloadsApi.createRequest, { ...sent, content: 'DATA_AND_IMAGE' })
    expect(response).toMatchObject({
      requestType: 'IDENTIFIERS',
      requestStatus: 'READY',
      identities: matchedRecords,
      matchedRecords,
      content: 'DATA_AND_IMAGE',
    })
  })

  test('sent again with the same key, it is one request', async () => {
    const sent = { bodybuilderquery: potters, idempotencyKey: 'potters' }
    const made = await Promise.all([1, 2].map(() => app.as('lakeside')(downloadsApi.createRequest, sent)))
    expect(made[0]!.response.id).toBe(made[1]!.response.id)
    expect(made[0]!.response.requestName).toMatch(/^2 records, /)
  })
})

describe('digital content', () => {
  const ask = async (from: string, to: string, more: object = {}) =>
    (await app.as('lakeside')(digitalContentApi.createDigital, { from, to, ...more })).response
  const count = async (from: string, to: string) =>
    (await app.as('lakeside')(digitalContentApi.countDigital, { from, to })).response.count

  test('of 92 days, the first and the last included, is one request with a name that says so', async () => {
    const made = await ask('2026-08-21', '2026-11-21')
    expect(made).toMatchObject({
      requestType: 'DIGITAL',
      requestStatus: 'READY',
      requestName: 'Digital content, 21 August to 21 November 2026',
      matchedRecords: '202,203,201',
      asked: { from: '2026-08-21', to: '2026-11-21' },
      messages: [],
    })
    expect(made.fileSize).toBeGreaterThan(0)
    expect(await count('2026-08-21', '2026-11-21')).toBe(3)
  })

  test('of more than 92 days, or with the days reversed, is refused with the sentence', async () => {
    for (const call of [ask, count]) {
      await expect(call('2026-08-20', '2026-11-21')).rejects.toMatchObject({
        status: 400,
        messages: ['Date range should be less than 3 months'],
      })
      await expect(call('2026-11-22', '2026-11-21')).rejects.toMatchObject({ status: 400, code: 'range_backwards' })
      await expect(call('2026-02-30', '2026-03-01')).rejects.toMatchObject({ status: 400 })
    }
    expect(await app.db.selectFrom('downloadRequest').select('id').execute()).toEqual([])
  })

  test('can be narrowed by a query, which is validated', async () => {
    const maori = { query: { term: { language: 'Māori' } }, size: 4000 }
    expect((await ask('2026-08-21', '2026-11-21', { bodybuilderquery: maori })).matchedRecords).toBe('203')
    const all = { query: { bool: { should: [{ match_all: {} }], filter: { term: { scisType: 'Book' } } } } }
    expect((await ask('2026-08-21', '2026-11-21', { bodybuilderquery: all })).matchedRecords).toBe('')
    expect((await ask('2026-08-21', '2026-11-21', { bodybuilderquery: '' })).matchedRecords).toContain('203')
    await expect(
      ask('2026-08-21', '2026-11-21', { bodybuilderquery: { query: { script: {} } } }),
    ).rejects.toMatchObject({ code: 'query_not_accepted' })
  })

  test('of days with nothing is ready at once and says that there is nothing', async () => {
    expect(await ask('2020-01-01', '2020-01-01', { requestName: ' Old\nthings ' })).toMatchObject({
      requestStatus: 'READY',
      requestName: 'Old things',
      matchedRecords: '',
      fileSize: null,
      messages: ['No digital content was catalogued on these dates.'],
    })
  })

  test('of more than 4,000 records is the newest 4,000, and the request says so, even when it is read later', async () => {
    const many = Array.from({ length: 4010 }, (_, i) =>
      shelved(String(50_000 + i), `Many ${i}`, {
        scisType: 'E-book',
        voyagerCreateDate: i < 10 ? '2025-01-01' : '2025-01-02',
      }),
    )
    await app.catalogue.write(many)
    const { id, matchedRecords, messages } = await ask('2025-01-01', '2025-01-02')
    const ids = matchedRecords.split(',')
    expect(ids.length).toBe(4000)
    expect(ids.filter((each) => Number(each) < 50_010)).toEqual([])
    expect(messages).toEqual([
      '4,010 records of digital content were catalogued on these dates; this request has the newest 4,000. Choose fewer days to get the rest.',
    ])
    const later = await app.as('lakeside')(downloadsApi.requestDetails, { requestId: id })
    expect(later.response.messages).toEqual(messages)
    expect(await count('2025-01-01', '2025-01-02')).toBe(4010)
  }, 60_000)

  test('is named by its days, without repeating month or year', () => {
    expect(nameOfDays('2026-11-01', '2026-11-21')).toBe('Digital content, 1 to 21 November 2026')
    expect(nameOfDays('2025-12-01', '2026-02-03')).toBe('Digital content, 1 December 2025 to 3 February 2026')
    expect(nameOfDays('2026-11-21', '2026-11-21')).toBe('Digital content, 21 November 2026')
  })
})

describe('a collection', () => {
  const ask = async (collectionId: string, more: object = {}) =>
    (await app.as('lakeside')(collectionsApi.createCollection, { collectionId, ...more })).response
  const keep = (name: string, recordIds: string[]) =>
    app.db.transaction().execute((tx) => keepCollections(tx, [{ path: ['Reading'], name, recordIds }], new Date()))

  test('is requested under its name and in its order; records that the catalogue lacks are listed', async () => {
    await keep('Hobbits and wizards', ['5', 'gone', '1', '6'])
    expect(await ask('hobbits-and-wizards')).toMatchObject({
      requestType: 'COLLECTION',
      requestStatus: 'READY',
      requestName: 'Hobbits and wizards',
      matchedRecords: '5,1,6',
      unmatchedRecords: 'gone',
      asked: { collectionId: 'hobbits-and-wizards' },
      messages: [],
    })
  })

  test('that is unknown is not found; one without records says so', async () => {
    await expect(ask('no such')).rejects.toMatchObject({ status: 404, code: 'collection_not_found' })
    await keep('Empty', [])
    expect(await ask('empty')).toMatchObject({
      requestStatus: 'READY',
      fileSize: null,
      messages: ['None of this collection’s records are in the catalogue at present.'],
    })
  })
})

test('without a subscription nothing can be requested', async () => {
  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2020-01-01', endsOn: '2020-12-31' })
    .where('customerId', '=', 'demo-riverside')
    .execute()
  const riverside = app.as('riverside')
  await expect(riverside(collectionsApi.createCollection, { collectionId: 'x' })).rejects.toMatchObject({
    status: 403,
    code: 'no_subscription',
  })
  await expect(
    riverside(digitalContentApi.createDigital, { from: '2026-11-01', to: '2026-11-02' }),
  ).rejects.toMatchObject({
    code: 'no_subscription',
  })
})

test('a subscription of one day counts on that day', async () => {
  const today = businessDay(app.clock)
  await app.db
    .updateTable('subscription')
    .set({ startsOn: today, endsOn: today })
    .where('customerId', '=', 'demo-riverside')
    .execute()
  const unknown = app.as('riverside')(collectionsApi.createCollection, { collectionId: 'x' })
  await expect(unknown).rejects.toMatchObject({ code: 'collection_not_found' })
})
