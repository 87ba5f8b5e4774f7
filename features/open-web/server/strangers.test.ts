import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import type { openWebApi } from '../contract.ts'
import { page } from './testing.ts'

/*
 * A record whose every subfield has a mark, except those of the reduced record: title, responsibility with its names,
 * year, type, subjects and cover. No address of the open web shows a mark.
 */

const mark = 'OnlyForSchools'
const shown: Record<string, [ind: string, codes: Record<string, string>]> = {
  '100': ['1 ', { a: 'Fox, Mem' }],
  '245': ['10', { a: 'Possum magic', c: 'Mem Fox' }],
  // The reduced record has no second year.
  '264': [' 1', { c: '[between 1983 and 1987?]' }],
  '650': [' 7', { a: 'Possums', 2: 'scisshl' }],
  '700': ['1 ', { a: 'Vivas, Julie' }],
  '956': ['  ', { f: 'possum.jpg' }],
}
/** Other names, titles of the title, and headings: they are shown too. */
const shownToo = /^(11[01]|130|240|260|6\d\d|71[01]|720|880)$/
/** They belong to what is shown: numbers, dates and roles of names, parts of titles and headings. */
const codesToo = /^(100|245|650|700)$/

const marked: MarcField[] = [
  { tag: '001', value: '1' },
  { tag: '008', value: '261121s1983    at a          000 1 eng d' },
]
for (let number = 10; number < 999; number++) {
  const tag = String(number).padStart(3, '0')
  if (shownToo.test(tag) && !shown[tag]) continue
  const [ind, codes] = shown[tag] ?? ['  ', {}]
  const letters = codesToo.test(tag) ? Object.keys(codes) : [...'abcdefghijklmnopqrstuvwxyz0123456789']
  const subfields = letters.map((code) => ({ code, value: codes[code as never] ?? `${mark}${tag}${code}` }))
  marked.push({ tag, ind1: ind[0]!, ind2: ind[1]!, subfields })
}
const record = { leader: '00000nam a2200000 a 4500', fields: marked }

let app: TestApp
let addresses: Record<keyof typeof openWebApi, string[]>
beforeAll(async () => {
  app = await testApp({ work: false, env: { PUBLIC_URL: 'https://portal.example' } })
  await app.catalogue.write([{ document: toDocument(record), marc: encodeRecord(record).bytes, encoding: 'utf-8' }])
  await app.db
    .insertInto('collectionCategory')
    .values({ id: 'animals', parentId: null, name: 'Animals', nameKey: 'animals', position: 1 })
    .execute()
  await app.db
    .insertInto('collection')
    .values({
      ...{ id: 'of', categoryId: 'animals', name: 'Possums', nameKey: 'possums', description: '', position: 1 },
      ...{ recordIds: JSON.stringify(['1']), updatedAt: new Date() },
    })
    .execute()
  const as = app.as('hillview')
  const query = JSON.stringify({ query: { match_all: {} } })
  const { id } = (await as(searchesApi.saveSearch, { name: 'All', address: '', bodybuilderquery: query })).response
  const { feed } = (await as(searchesApi.changeSearch, { id, feed: true })).response
  addresses = {
    openRecord: ['', '.ris', '.bib', '.json', '.marcxml', '.mods'].map((ending) => `/record/1${ending}`),
    robots: ['/robots.txt'],
    sitemap: ['/sitemap.xml'],
    sitemapFile: ['/sitemaps/1.xml'],
    openSearch: ['/opensearch.xml'],
    openSearchSuggestions: ['/opensearch/suggestions?query=poss', `/opensearch/suggestions?query=${mark}`],
    newRecordsFeed: ['/feeds/new.atom'],
    collectionFeed: ['/feeds/collections/of.atom'],
    searchFeed: [feed],
  }
})
afterAll(() => app.close())

test('the record has marks where the portal shows it to schools', () => {
  const { isbn, publisher, edition, series, description, deweyFull, notes } = toDocument(record)
  expect(JSON.stringify({ publisher, edition, series, description, deweyFull, notes })).toContain(mark)
  expect(isbn.length + notes.length).toBeGreaterThan(0)
})

test('no address of the open web shows a stranger more than the reduced record', async () => {
  for (const url of Object.values(addresses).flat()) {
    const { statusCode, body, headers } = await app.raw(null, { url, headers: page })
    expect([url, statusCode]).toEqual([url, 200])
    // The text that was searched for is repeated.
    const text = url.endsWith(mark) ? body.replace(`"${mark}"`, '') : body
    expect([url, text.match(new RegExp(`.{0,60}${mark}.{0,20}`, 'i'))?.[0]]).toEqual([url, undefined])
    expect(JSON.stringify(headers)).not.toContain(mark)
    expect([url, text.includes('1987')]).toEqual([url, false])
  }
})

test('the address of a record with a slash behind it leads to the record', async () => {
  const { statusCode, headers } = await app.raw(null, { url: '/record/1/?utm_source=mail', headers: page })
  expect([statusCode, headers.location]).toEqual([301, '/record/1'])
})

test('each form of the record has title, names, year and subject', async () => {
  for (const url of addresses.openRecord) {
    const { body } = await app.raw(null, { url, headers: page })
    for (const text of ['Possum', 'agic', 'Fox', '1983'])
      expect([url, body]).toEqual([url, expect.stringContaining(text)])
    // BibTeX has no subjects.
    if (!url.endsWith('.bib')) expect([url, body]).toEqual([url, expect.stringContaining('Possums')])
  }
})
