import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { recordFormats } from '../contract.ts'
import { pageLinks } from './rest.ts'

let app: TestApp
let key: Record<'all' | 'search' | 'riverside', string>
beforeAll(async () => {
  app = await testApp({ work: false, env: { SEARCH_RESULTS_PER_PAGE: '2' } })
  app.expectErrors(/"ids":\["4"\].*cannot be read/)
  await app.catalogue.write([
    book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'], numbers: [['100', 'a', 'Fox, Mem']] }),
    book({ id: '2', title: 'Possum magic, large print', isbns: ['9780152632243'] }),
    book({ id: '3', title: 'Possum journal', numbers: [['022', 'a', '0378-5955']] }),
    { ...book({ id: '4', title: 'Possum damaged' }), marc: Buffer.from('damaged') },
  ])
  key = {
    all: (await openKey(app)).authorization,
    search: (await openKey(app, 'hillview', { scopes: ['search'] })).authorization,
    riverside: (await openKey(app, 'riverside')).authorization,
  }
})
afterAll(() => app.close())

const ask = (path: string, headers: Record<string, string> = {}, authorization = key.all) =>
  app.http.inject({
    url: `/rest/${path}`,
    headers: {
      host: new URL(app.env.publicUrl).host,
      ...(authorization === '' ? {} : { authorization }),
      ...headers,
    },
  })
const titlesOf = (bytes: Uint8Array) =>
  [...splitBuffer(bytes)].map((chunk) => toDocument(decodeRecord(chunk.bytes).record).title.titlePrimary)

test('numbers of all kinds give their records in one call, in order and each once', async () => {
  const reply = await ask('records?isbn=0-15-263224-7,9780152632243&issn=03785955&id=3&id=1')
  expect(reply.statusCode).toBe(200)
  const { records, notFound } = reply.json().response
  expect(records.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3'])
  expect(records[0]).toMatchObject({ title: { titlePrimary: 'Possum magic' }, authors: ['Fox, Mem'] })
  expect(records[0]).not.toHaveProperty('bibMarcData')
  expect(notFound).toEqual([])
})

test.each([
  ['application/marc', 'application/marc', /^\d{5}/],
  ['application/marcxml+xml', 'application/marcxml+xml', /<collection.*Possum magic/s],
  ['text/xml', 'application/marcxml+xml', /<collection/],
  [
    'application/x-research-info-systems',
    'application/x-research-info-systems',
    /^TY {2}- BOOK\r\n[\s\S]*Possum magic[\s\S]*ER {2}- \r\n/,
  ],
  [
    'application/vnd.citationstyles.csl+json',
    'application/vnd.citationstyles.csl+json',
    /^\[\{.*Possum magic.*\}\]\n$/,
  ],
  ['application/mods+xml', 'application/mods+xml', /<modsCollection.*Possum magic/s],
  ['text/html, application/json;q=0.9, */*;q=0.8', 'application/json; charset=utf-8', /^\{/],
  ['application/marc;q=0.1, application/mods+xml;q=0.2', 'application/mods+xml', /<mods /],
])('Accept: %s answers with %s', async (accept, type, body) => {
  const reply = await ask('records?id=1', { accept })
  expect([reply.statusCode, reply.headers['content-type'], reply.headers.vary]).toEqual([
    200,
    type,
    expect.stringContaining('accept'),
  ])
  expect(reply.body).toMatch(body)
})

test('`format` takes precedence over Accept; other types are 406 with the list of those that there are', async () => {
  const reply = await ask('records?id=1&format=marc', { accept: 'application/json' })
  expect(titlesOf(reply.rawPayload)).toEqual(['Possum magic'])
  const refused = await ask('records?id=1', { accept: 'image/png' })
  expect([refused.statusCode, refused.json().code]).toEqual([406, 'not_acceptable'])
  for (const type of Object.values(recordFormats)) expect(refused.body).toContain(type)
  expect((await ask('records?id=1&format=pdf')).statusCode).toBe(400)
})

test('numbers without a record have their reasons', async () => {
  const part = 'records?isbn=9780152632243,9780152632244,9780000000002&id=99'
  expect((await ask(part)).json().response.notFound).toEqual([
    { identifier: '9780152632244', reason: 'bad_check_digit' },
    { identifier: '9780000000002', reason: 'not_found' },
    { identifier: '99', reason: 'not_found' },
  ])
  expect((await ask(`${part}&format=marc`)).headers['x-not-found']).toBe(
    '9780152632244;bad_check_digit, 9780000000002;not_found, 99;not_found',
  )
  const none = await ask('records?isbn=9780000000002&id=é')
  expect([none.statusCode, none.json().code, none.json().about]).toEqual([
    404,
    'records_not_found',
    { '9780000000002': 'not_found', é: 'not_found' },
  ])
  const odd = await ask('records?isbn=123,1234-5678,9780152632244&issn=0378-5956')
  expect(odd.json().about).toEqual({
    ...{ 123: 'not_an_identifier', '1234-5678': 'not_an_identifier', '9780152632244': 'bad_check_digit' },
    '0378-5956': 'bad_check_digit',
  })
  const file = await ask('records?isbn=9780000000002&id=é&format=marc')
  expect([file.statusCode, file.headers['x-not-found']]).toEqual([404, '9780000000002;not_found, %C3%A9;not_found'])
})

test('CSL-JSON of several records is one list', async () => {
  const items = JSON.parse((await ask('records?id=1,4,3&format=csl-json')).body)
  expect(items.map(({ id }: { id: string }) => id)).toEqual(['1', '3'])
})

test('a record that cannot be read is left out of the file, and named', async () => {
  const reply = await ask('records?id=1,4&format=marcxml')
  expect(reply.statusCode).toBe(200)
  expect(reply.body.match(/<record/g)).toHaveLength(1)
  expect(reply.headers['x-not-found']).toBe('4;unreadable')
})

test('records follow the settings of the school', async () => {
  const settings = { id: 'demo-hillview', isbnFormat: 'ISBN_10', isbnDuplicateHandling: 'FIRST_MATCH' } as const
  await app.as('hillview')(settingsApi.updateSettings, settings)
  try {
    const { records } = (await ask('records?isbn=9780152632243')).json().response
    expect(records.map(({ id, isbn }: { id: string; isbn: string[] }) => [id, isbn])).toEqual([['1', ['0152632247']]])
  } finally {
    await app.as('hillview')(settingsApi.updateSettings, {
      ...{ id: 'demo-hillview', isbnFormat: 'ISBN', isbnDuplicateHandling: 'PROMPT_LIST' },
    })
  }
})

test('an empty list that a generated client sends as [] names no number', async () => {
  const reply = await ask('records?id=3&isbn=%5B%5D&issn=%5B%5D')
  expect(reply.json().response).toMatchObject({ records: [{ id: '3' }], notFound: [] })
  expect((await ask('records?isbn=%5B%5D')).json().code).toBe('no_numbers')
})

test('one to a hundred numbers may be asked for', async () => {
  expect((await ask('records')).json()).toMatchObject({ code: 'no_numbers', responseCode: 400 })
  expect((await ask('records?isbn=,&id=%20')).json().code).toBe('no_numbers')
  const subjects = Array.from({ length: 21 }, (_, n) => `subjects=${n}`).join('&')
  expect((await ask(`search?${subjects}`)).json().messages).toEqual(['subjects must have at most 20 entries.'])
  const many = Array.from({ length: 101 }, (_, n) => n).join(',')
  expect((await ask(`records?id=${many}`)).json().code).toBe('too_many_numbers')
  expect((await ask(`records?id=${many.slice(2)}`)).statusCode).toBe(200)
})

test('a client that has the records gets 304 until one changes', async () => {
  const first = await ask('records?id=3&format=marcxml')
  const etag = String(first.headers.etag)
  const again = () => ask('records?id=3&format=marcxml', { 'if-none-match': etag })
  expect((await again()).statusCode).toBe(304)
  await app.catalogue.write([book({ id: '3', title: 'Possum journal, new', numbers: [['022', 'a', '0378-5955']] })])
  expect((await again()).statusCode).toBe(200)
})

test('only schools with a subscription and keys that may download get records', async () => {
  const refusal = async (authorization: string) => {
    const { statusCode, json } = await ask('records?id=1', {}, authorization)
    return [statusCode, json().code]
  }
  expect(await refusal('')).toEqual([403, 'sign_in_required'])
  expect(await refusal(key.search)).toEqual([403, 'scope_missing'])
  // Even as JSON, which a search gives to the scope Search.
  const { messages } = (await ask('records?id=1&format=json', {}, key.search)).json()
  expect(messages).toEqual([expect.stringMatching(/doesn’t have the scope “Download”.*in Settings, under Access keys/)])
  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2019-01-01', endsOn: '2020-01-01' })
    .where('customerId', '=', 'demo-riverside')
    .execute()
  expect(await refusal(key.riverside)).toEqual([403, 'no_subscription'])
})

test('records that a program fetched count as downloaded, once a day in one entry', async () => {
  const taken = () =>
    app.db
      .selectFrom('downloadRequest')
      .where('customerId', '=', 'demo-hillview')
      .where('type', '=', 'LIBRARY_SYSTEM')
      .select(['name', 'matched'])
      .execute()
  await ask('records?id=1,2&format=marc')
  await vi.waitFor(async () => expect((await taken())[0]?.matched).toEqual(expect.arrayContaining(['1', '2'])), {
    timeout: 15_000,
  })
  const entries = await taken()
  expect(entries).toHaveLength(1)
  expect(entries[0]!.name).toMatch(/^REST, /)
}, 30_000)

test('a search is paged by links, and given as a file to those who may download', async () => {
  const page = await ask('search?query=possum&pageNumber=2&selectedOrder=title', {}, '')
  expect(page.headers['x-total-count']).toBe('4')
  expect(page.json().response.results).toHaveLength(2)
  const at = (number: number) =>
    `${app.env.publicUrl}/rest/search?query=possum&pageNumber=${number}&selectedOrder=title`
  expect(page.headers.link).toBe(`<${at(1)}>; rel="first", <${at(1)}>; rel="prev"`)
  const file = await ask('search?query=magic&format=marc')
  expect(titlesOf(file.rawPayload).sort()).toEqual(['Possum magic', 'Possum magic, large print'])
  const refusal = async (authorization: string) => {
    const { statusCode, json } = await ask('search?query=magic&format=marc', {}, authorization)
    return [statusCode, json().code]
  }
  expect(await refusal('')).toEqual([403, 'sign_in_required'])
  expect(await refusal(key.search)).toEqual([403, 'scope_missing'])
})

test('links lead to the pages that there are, and never past the 10,000 that paging reaches', () => {
  const url = new URL('https://portal.example/rest/search?query=a%20b')
  const relsOf = (pageNumber: number, totalCount: number) =>
    pageLinks(new URL(url), { pageNumber, pageSize: 10, totalCount }).match(/pageNumber=\d+|rel="\w+"/g) ?? []
  expect(relsOf(1, 5)).toEqual([])
  expect(relsOf(1, 25)).toEqual(['pageNumber=2', 'rel="next"', 'pageNumber=3', 'rel="last"'])
  expect(relsOf(3, 25)).toEqual(['pageNumber=1', 'rel="first"', 'pageNumber=2', 'rel="prev"'])
  expect(relsOf(1000, 50_000)).not.toContain('rel="next"')
})
