import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { keepCollections } from '#features/downloads/collections/server/keep-collections.ts'
import { book } from '#features/downloads/server/testing.ts'
import {
  askOai,
  errorOf,
  type Given,
  harvest,
  hillview,
  openOaiApp,
  postOai,
  recordsIn,
  sendOai,
  textsOf,
  tokenOf,
} from './oai-testing.ts'

const withArea = (id: string, areas: string[], scisType: 'Book' | 'E-book' = 'Book') => {
  const stored = book({ id, title: `Book <${id}>`, numbers: [['650', 'a', `Subject of ${id}`]] })
  return { ...stored, document: { ...stored.document, scisType, scisLearningArea: areas } }
}

let app: TestApp
beforeAll(async () => {
  app = await openOaiApp({ PROVIDER_NAME: 'Books & Co', SUPPORT_EMAIL: 'help@portal.example' })
  app.expectErrors(/leader is cut off/)
  await app.catalogue.write([
    withArea('1', ['English']),
    withArea('2', ['Humanities and Social Sciences', 'English'], 'E-book'),
    { ...book({ id: 'damaged' }), marc: Buffer.from('damaged') },
    withArea('r/3 ü', []),
  ])
  await app.catalogue.remove(['2'])
  await keepCollections(
    app.db,
    [{ path: ['Years'], name: 'Year 3', recordIds: ['2', '1', 'unknown'] }],
    new Date('2020-01-01'),
  )
  await app.db
    .insertInto('downloadedRecord')
    .values(
      ['1', '2'].map((recordId) => ({ customerId: 'demo-hillview', recordId, downloadedAt: new Date('2020-01-01') })),
    )
    .execute()
})
afterAll(() => app.close())

const ask = (given: Given, authorization?: string) => askOai(app, given, authorization)
const all = { verb: 'ListRecords', metadataPrefix: 'oai_dc' }
const idsOf = async (given: Record<string, string>, authorization?: string) =>
  (await harvest(app, given, authorization === undefined ? {} : { authorization })).map(({ id }) => id)

describe('each verb', () => {
  test('Identify', async () => {
    const xml = await ask({ verb: 'Identify' })
    expect(xml).toContain('<request verb="Identify">https://portal.example/oai</request>')
    expect(xml).toContain('<repositoryName>Books &amp; Co</repositoryName>')
    expect(textsOf(xml, 'adminEmail')).toEqual(['help@portal.example'])
    expect(textsOf(xml, 'deletedRecord')).toEqual(['persistent'])
    expect(textsOf(xml, 'granularity')).toEqual(['YYYY-MM-DDThh:mm:ssZ'])
    expect(textsOf(xml, 'repositoryIdentifier')).toEqual(['portal.example'])
    const [first] = await harvest(app, {})
    expect(textsOf(xml, 'earliestDatestamp')).toEqual([first!.datestamp])
  })

  test('ListMetadataFormats', async () => {
    const xml = await ask({ verb: 'ListMetadataFormats' })
    expect(textsOf(xml, 'metadataPrefix')).toEqual(['oai_dc', 'marcxml', 'mods'])
    expect(await ask({ verb: 'ListMetadataFormats', identifier: 'oai:portal.example:1' })).toContain('mods-3-7.xsd')
  })

  test('ListSets', async () => {
    const xml = await ask({ verb: 'ListSets' })
    expect(textsOf(xml, 'setSpec')).toEqual([
      'type',
      'type:Book',
      'area',
      'area:English',
      'collection',
      'collection:year-3',
    ])
    expect(textsOf(await ask({ verb: 'ListSets' }, hillview), 'setSpec').at(-1)).toBe('downloaded')
  })

  test('ListIdentifiers', async () => {
    const xml = await ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' })
    expect(textsOf(xml, 'identifier')).toEqual([
      'oai:portal.example:1',
      'oai:portal.example:damaged',
      'oai:portal.example:r%2F3%20%C3%BC',
      'oai:portal.example:2',
    ])
    expect(xml).not.toContain('<metadata>')
  })

  test('ListRecords, without a record that cannot be read', async () => {
    const records = recordsIn(await ask(all))
    expect(records.map(({ id, isDeleted }) => [id, isDeleted])).toEqual([
      ['1', false],
      ['r%2F3%20%C3%BC', false],
      ['2', true],
    ])
    expect(records[0]!.xml).toContain('<dc:title>Book &lt;1&gt;</dc:title>')
    expect(records[0]!.sets).toEqual(['type:Book', 'area:English', 'collection:year-3'])
    expect(records[2]!.xml).not.toContain('<metadata>')
    expect(records[2]!.sets).toEqual([
      'type:E-book',
      'area:English',
      'area:Humanities_and_Social_Sciences',
      'collection:year-3',
    ])
  })

  test('GetRecord, also of a deleted record', async () => {
    const get = { verb: 'GetRecord', metadataPrefix: 'oai_dc' }
    const [record] = recordsIn(await ask({ ...get, identifier: 'oai:portal.example:r%2F3%20%C3%BC' }))
    expect(record!.xml).toContain('<dc:title>Book &lt;r/3 ü&gt;</dc:title>')
    const [gone] = recordsIn(await ask({ ...get, identifier: 'oai:portal.example:2' }))
    expect(gone).toMatchObject({ id: '2', isDeleted: true })
  })

  test('by POST as by GET', async () => {
    const withoutDate = (xml: string) => xml.replace(/<responseDate>.*/, '')
    expect(withoutDate((await postOai(app, all)).body)).toBe(withoutDate(await ask(all)))
  })
})

describe('each error', () => {
  const cases: [code: string, given: Given][] = [
    ['badVerb', {}],
    ['badVerb', { verb: 'listRecords' }],
    ['badVerb', { verb: 'toString' }],
    [
      'badVerb',
      [
        ['verb', 'Identify'],
        ['verb', 'Identify'],
      ],
    ],
    ['badArgument', { verb: 'Identify', set: 'type' }],
    ['badArgument', { verb: 'ListRecords' }],
    ['badArgument', { ...all, resumptionToken: 'x' }],
    ['badArgument', { ...all, page: '2' }],
    ['badArgument', [...Object.entries(all), ['metadataPrefix', 'oai_dc']]],
    ['badArgument', { verb: 'GetRecord', metadataPrefix: 'oai_dc' }],
    ['badArgument', { ...all, metadataPrefix: 'oai dc' }],
    ['badArgument', { ...all, set: 'type:' }],
    ['badArgument', { ...all, from: '2026' }],
    ['badArgument', { ...all, from: '2026-02-31' }],
    ['badArgument', { ...all, until: '2026-02-01T24:00:00Z' }],
    ['badArgument', { ...all, from: '2026-02-01T10:00:00+10:00' }],
    ['badArgument', { ...all, from: '2026-02-02', until: '2026-02-01' }],
    ['badArgument', { ...all, from: '2026-02-01', until: '2026-02-01T00:00:00Z' }],
    ['badResumptionToken', { verb: 'ListRecords', resumptionToken: 'x' }],
    ['badResumptionToken', { verb: 'ListSets', resumptionToken: 'x' }],
    ['cannotDisseminateFormat', { ...all, metadataPrefix: 'marc21' }],
    ['cannotDisseminateFormat', { ...all, metadataPrefix: 'toString' }],
    ['idDoesNotExist', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:portal.example:9' }],
    ['idDoesNotExist', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:other.example:1' }],
    ['idDoesNotExist', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:portal.example:%E0' }],
    ['idDoesNotExist', { verb: 'ListMetadataFormats', identifier: 'oai:portal.example:9' }],
    ['noRecordsMatch', { ...all, until: '2020-01-01' }],
    ['noRecordsMatch', { ...all, from: '2999-01-01' }],
    ['noRecordsMatch', { ...all, set: 'area:Dance' }],
    ['noRecordsMatch', { ...all, set: 'colour:red' }],
    ...['constructor', '__proto__', 'toString:x'].map((set): [string, Given] => ['noRecordsMatch', { ...all, set }]),
    ['noRecordsMatch', { ...all, set: 'type:~zz' }],
    ['noRecordsMatch', { ...all, set: 'type:Book:Red' }],
  ]
  test.each(cases)('%s: %j', async (code, given) => {
    const xml = await ask(given)
    expect(errorOf(xml)).toBe(code)
    const isRepeated = /<request [^>]*verb=/.test(xml)
    expect(isRepeated).toBe(code !== 'badVerb' && code !== 'badArgument')
  })
})

describe('sets', () => {
  test('by resource type, learning area and collection, deleted records included', async () => {
    expect(await idsOf({ set: 'type:E-book' })).toEqual(['2'])
    expect(await idsOf({ set: 'type:Book' })).toEqual(['1', 'r%2F3%20%C3%BC'])
    expect(await idsOf({ set: 'area:English' })).toEqual(['1', '2'])
    expect(await idsOf({ set: 'area:Humanities_and_Social_Sciences' })).toEqual(['2'])
    expect(await idsOf({ set: 'type' })).toEqual(['1', 'r%2F3%20%C3%BC'])
    expect(await idsOf({ set: 'collection:year-3' })).toEqual(['1', '2'])
    expect(await idsOf({ set: 'collection' })).toEqual(['1', '2'])
  })

  test('what the school has downloaded, after it signs in', async () => {
    expect((await sendOai(app, { ...all, set: 'downloaded' })).statusCode).toBe(401)
    expect(await idsOf({ set: 'downloaded' }, hillview)).toEqual(['1', '2'])
    expect((await harvest(app, {}, { authorization: hillview }))[0]!.sets).toContain('downloaded')
  })

  test('a record counts as changed when it is downloaded', async () => {
    const downloadedAt = new Date('2031-05-06T07:08:09.500Z')
    const row = { customerId: 'demo-hillview', recordId: 'r/3 ü', downloadedAt }
    await app.db.insertInto('downloadedRecord').values(row).execute()
    const found = await harvest(app, { set: 'downloaded', from: '2031-05-06T07:08:09Z' }, { authorization: hillview })
    expect(found).toMatchObject([{ id: 'r%2F3%20%C3%BC', datestamp: '2031-05-06T07:08:09Z' }])
    expect(await idsOf({ set: 'downloaded', from: '2031-05-06T07:08:10Z' }, hillview)).toEqual([])
    await app.db.deleteFrom('downloadedRecord').where('recordId', '=', 'r/3 ü').execute()
  })
})

describe('signing in', () => {
  test.each(['marcxml', 'mods'])('%s is for schools, with their preferences', async (metadataPrefix) => {
    const refused = await sendOai(app, { ...all, metadataPrefix })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toContain('Basic')
    const [first] = await harvest(app, { metadataPrefix }, { authorization: hillview })
    expect(first!.xml).toContain('Subject of 1')
  })

  test('Dublin Core has subjects for schools only', async () => {
    const get = { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'oai:portal.example:1' }
    expect(await ask(get)).not.toContain('Subject of 1')
    expect(await ask(get, hillview)).toContain('<dc:subject>Subject of 1</dc:subject>')
  })

  test('a wrong password is refused', async () => {
    expect((await sendOai(app, all, `Basic ${btoa('hillview-library:wrong')}`)).statusCode).toBe(401)
    await app.db.deleteFrom('guess').execute()
  })

  test('OAI_OPEN=false closes everything to visitors', async () => {
    const closed = await openOaiApp({ OAI_OPEN: 'false' })
    for (const given of [{ verb: 'Identify' }, all, { verb: 'nothing' }]) {
      const { statusCode, headers } = await sendOai(closed, given)
      expect(statusCode).toBe(401)
      expect(headers['www-authenticate']).toContain('Basic')
    }
    expect(await askOai(closed, { verb: 'Identify' }, hillview)).toContain('<Identify>')
    await closed.close()
  })

  test('visitors are rate limited', async () => {
    const strict = await openOaiApp({ SCHOOL_LIMITS: 'requests=2' })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await sendOai(strict, { verb: 'Identify' })).statusCode)
    expect(statuses).toEqual([200, 200, 503])
    await strict.close()
  })
})

test('from and until to the second, and by the day', async () => {
  const [first] = await harvest(app, {})
  const stamp = first!.datestamp
  const justBefore = `${new Date(Date.parse(stamp) - 1000).toISOString().slice(0, 19)}Z`
  expect(await idsOf({ from: stamp, until: stamp })).toContain('1')
  expect(await idsOf({ until: justBefore })).toEqual([])
  expect(await idsOf({ from: stamp.slice(0, 10), until: stamp.slice(0, 10) })).toContain('1')
})

test('an unreadable record is logged', async () => {
  const error = vi.spyOn(app.log, 'error')
  await ask(all)
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ id: 'damaged' }), expect.any(String))
  error.mockRestore()
})

test('a token of one verb is refused by another', async () => {
  const many = await openOaiApp()
  await many.catalogue.write(Array.from({ length: 151 }, (_, i) => book({ id: String(i + 1) })))
  const xml = await askOai(many, all)
  expect(recordsIn(xml)).toHaveLength(150)
  expect(xml).toContain('<resumptionToken completeListSize="151" cursor="0">')
  const resumptionToken = tokenOf(xml)!
  expect(errorOf(await askOai(many, { verb: 'ListIdentifiers', resumptionToken }))).toBe('badResumptionToken')
  const last = await askOai(many, { verb: 'ListRecords', resumptionToken })
  expect(recordsIn(last)).toHaveLength(1)
  expect(last).toContain('<resumptionToken completeListSize="151" cursor="150"></resumptionToken>')
  await many.close()
})
