import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '#features/account/server/account.ts'
import { searchesApi } from '#features/catalogue/searches/contract.ts'
import { basic } from '#features/school/access-keys/server/access-keys-testing.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { DataField, MarcRecord } from '#marc/record.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

const field = (tag: string, ...subfields: [string, string][]): DataField => ({
  ...{ tag, ind1: tag === '245' ? '0' : ' ', ind2: tag === '245' ? '0' : ' ' },
  subfields: subfields.map(([code, value]) => ({ code, value })),
})

/** A word for each local field, its twin in another script, and a twin without it. */
const places = Array.from('abcdefghij', (letter, digit) => {
  const tag = `59${digit}`
  return { tag, own: `lockjaw${letter}rberry`, twin: `vellum${letter}frostian`, alone: `quagmire${letter}xton` }
})
const words = places.flatMap(({ tag, own, twin, alone }) => [
  { where: `${tag} $a`, word: own },
  { where: `880 $6 ${tag}-01`, word: twin },
  { where: `880 $6 ${tag}-00`, word: alone },
])

const noted: MarcRecord = {
  leader: '00000nam a2200000 a 4500',
  fields: [
    { tag: '001', value: 'noted' },
    { tag: '008', value: '261121s2026    at a     j      000 1 eng d' },
    field('245', ['a', 'Ottershrews at dusk']),
    field('500', ['a', 'With maps.']),
    ...places.flatMap(({ tag, own, twin, alone }) => [
      field(tag, ['6', '880-01'], ['a', `Weeded after ${own}`], ['5', 'AuHill']),
      field('880', ['6', `${tag}-01/(N`], ['a', `Weeded after ${twin}`]),
      field('880', ['6', `${tag}-00`], ['a', `Weeded after ${alone}`]),
    ]),
  ],
}

/** Two visitors, a student, a librarian and a library system. */
type Reader = { person?: Person; login?: true }
const readers = {
  visitor: {},
  student: { person: 'student' },
  librarian: { person: 'hillview' },
  'library system': { login: true },
} as const satisfies Record<string, Reader>
const isStaff = ({ person, login }: Reader) => person === 'hillview' || login === true

const password = 'abcde-fghjk-mnpqr-stuvw'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { OPEN_RECORDS: 'true' } })
  await app.catalogue.write([{ document: toDocument(noted), marc: encodeRecord(noted).bytes, encoding: 'utf-8' }])
  await app.db
    .insertInto('z3950Login')
    .values({ customerId: 'demo-hillview', userName: 'hillview-library', passwordHash: await hashSecret(password) })
    .execute()
})
afterAll(() => app?.close())

/** As `app.raw` does, a browser says that it is the portal's own page; a library system says nothing. */
async function read({ person, login }: Reader, url: string, query: Record<string, string> = {}) {
  const headers = { host: new URL(app.env.publicUrl).host, authorization: basic('hillview-library', password) }
  return login ? app.http.inject({ url, query, headers }) : app.raw(person ?? null, { url, query })
}

const json = (query: object) => ({ bodybuilderquery: JSON.stringify({ query }) })
const typed = (query: string) => json({ query_string: { query, default_operator: 'and' } })
const sru = (query: string) => ({ operation: 'searchRetrieve', version: '1.2', recordSchema: 'dc', query })

type Search = [name: string, url: string, query: (word: string) => Record<string, string>, of?: keyof typeof readers]
/** Everything that finds records by a word. */
const searches: Search[] = [
  ['a search', '/rest/catalogue/search', typed],
  ['a search for its beginning', '/rest/catalogue/search', (word) => typed(`${word.slice(0, -2)}*`)],
  [
    'a search for letters of it',
    '/rest/catalogue/search',
    (word) => typed(`${word.replace('er', '?r').replace('i', '?')}`),
  ],
  ['a search for a phrase', '/rest/catalogue/search', (word) => typed(`"weeded after ${word}"`)],
  ['a search of notes', '/rest/catalogue/search', (word) => typed(`notes:${word}`)],
  ['a search beside a title', '/rest/catalogue/search', (word) => typed(`ottershrew ${word}`)],
  ['a match', '/rest/catalogue/search', (word) => json({ match: { notes: word } })],
  [
    'a match of several fields',
    '/rest/catalogue/search',
    (word) => json({ multi_match: { query: word, fields: ['title', 'description'] } }),
  ],
  [
    'a phrase begun',
    '/rest/catalogue/search',
    (word) => json({ match_phrase_prefix: { contents: `after ${word.slice(0, -1)}` } }),
  ],
  ['a search by fields', '/rest/search', (word) => ({ query: word })],
  ['a record', '/rest/catalogue/record', typed, 'student'],
  ['references', '/rest/catalogue/search/citations', typed, 'student'],
  ['SRU', '/sru', sru],
  ['SRU, of notes', '/sru', (word) => sru(`bath.notes any "${word}"`)],
  ['SRU, with a mask', '/sru', (word) => sru(`dc.description = ${word.slice(0, -2)}*`)],
  ['SRU, open at its start', '/sru', (word) => sru(`cql.anywhere = *${word.slice(2)}`)],
  ['SRU, a whole field', '/sru', (word) => sru(`bath.notes == "weeded after ${word}"`)],
]

/** Whether a caller of this kind can make the call at all: library systems use SRU, students and visitors other calls. */
const isCallOf = ({ person, login }: Reader, url: string, least: keyof typeof readers = 'visitor') =>
  url === '/sru' ? person === undefined : login === undefined && (least === 'visitor' || person !== undefined)

const entries = Object.entries(readers) as [keyof typeof readers, Reader][]
const searchCases = searches.flatMap(([name, url, query, least]) =>
  entries.flatMap(([who, reader]) => (isCallOf(reader, url, least) ? [{ name, who, reader, url, query }] : [])),
)

test.each(searchCases)('$name by a $who finds a record by its local notes only if they are for them', async (each) => {
  const found: string[] = []
  for (const { where, word } of words) {
    const { body } = await read(each.reader, each.url, each.query(word))
    if (body.includes('Ottershrews at dusk')) found.push(where)
  }
  expect(found).toEqual(isStaff(each.reader) ? words.map(({ where }) => where) : [])
})

test('the feed of a saved search, which anyone with its address reads, finds no record by its local notes', async () => {
  const as = app.as('hillview')
  const feedOf = async (query: string) => {
    const { id } = (await as(searchesApi.saveSearch, { name: query, address: '', ...typed(query) })).response
    const { feed } = (await as(searchesApi.changeSearch, { id, feed: true })).response
    const { body } = await read(readers.visitor, new URL(feed, app.env.publicUrl).pathname)
    return body.includes('Ottershrews at dusk')
  }
  expect(await feedOf('ottershrews')).toBe(true)
  expect(await feedOf(words[0]!.word)).toBe(false)
})

/** Without the letter before the last. */
const misspelt = (word: string) => word.slice(0, -2) + word.slice(-1)
const scan = (clause: string) => ({ operation: 'scan', version: '1.2', scanClause: clause, maximumTerms: '50' })

/** Everything that lists or proposes words; it need not tell them to staff either. */
const proposals: Search[] = [
  ['a spelling', '/rest/catalogue/spelling', (word) => ({ query: misspelt(word) })],
  ['a spelling beside a title', '/rest/catalogue/spelling', (word) => ({ query: `ottershrews ${misspelt(word)}` })],
  ['wider readings', '/rest/catalogue/readings', (word) => ({ query: misspelt(word) })],
  ['another reading', '/rest/catalogue/search', (word) => ({ ...typed(misspelt(word)), otherwise: 'true' })],
  [
    'another reading beside a title',
    '/rest/catalogue/search',
    (word) => ({ ...typed(`ottershrew ${misspelt(word)}`), otherwise: 'true' }),
  ],
  ['a suggestion', '/rest/catalogue/suggest', (word) => ({ prefix: word.slice(0, 6) })],
  ['a suggestion for a browser', '/opensearch/suggestions', (word) => ({ query: word.slice(0, 6) })],
  ['a scan of notes', '/sru', (word) => scan(`bath.notes = ${word.slice(0, 3)}`)],
  ['a scan of all', '/sru', (word) => scan(`cql.anywhere = ${word.slice(0, 3)}`)],
  ['a scan from the first word', '/sru', () => scan('bath.notes = 0')],
]
const proposalCases = proposals.flatMap(([name, url, query]) =>
  entries.flatMap(([who, reader]) => (isCallOf(reader, url) ? [{ name, who, reader, url, query }] : [])),
)

test.each(proposalCases)('$name for a $who names no word of a local note', async ({ reader, url, query }) => {
  for (const { word } of words) {
    const { statusCode, body } = await read(reader, url, query(word))
    expect(statusCode).toBe(200)
    expect(words.filter((each) => body.includes(each.word))).toEqual([])
  }
})

test('a librarian who typed a word of a local note is offered no other', async () => {
  const { body } = await read(readers.librarian, '/rest/catalogue/spelling', { query: words[0]!.word })
  expect(JSON.parse(body).response).toEqual([])
})

const ofRecord = json({ term: { _id: 'noted' } })
const people: (keyof typeof readers)[] = ['visitor', 'student', 'librarian']
/** Everything that hands out the record, and who gets its local notes. */
const pages: [url: string, query: Record<string, string>, of: (keyof typeof readers)[], toStaff: boolean][] = [
  ['/rest/catalogue/search', json({ match_all: {} }), people, false],
  ['/rest/catalogue/record', ofRecord, ['student', 'librarian'], true],
  ['/rest/search', {}, people, false],
  ...['ris', 'bibtex', 'csl-json', 'text'].map((format): (typeof pages)[number] => [
    '/rest/catalogue/search/citations',
    { ids: 'noted', format },
    ['student', 'librarian'],
    false,
  ]),
  ['/rest/catalogue/shelf', {}, ['student', 'librarian'], false],
  ['/rest/discover/recent/fiction', {}, people, false],
  ...['', '.ris', '.bib', '.json', '.marcxml', '.mods'].map((ending): (typeof pages)[number] => [
    `/record/noted${ending}`,
    {},
    ['visitor'],
    false,
  ]),
  ['/feeds/new.atom', {}, ['visitor'], false],
  ['/sru', sru('rec.id = noted'), ['visitor', 'library system'], false],
  ['/sru', { ...sru('rec.id = noted'), recordSchema: 'marcxml' }, ['visitor', 'library system'], true],
  [
    '/oai',
    { verb: 'GetRecord', identifier: 'oai:localhost:noted', metadataPrefix: 'oai_dc' },
    ['visitor', 'library system'],
    false,
  ],
  ['/oai', { verb: 'ListRecords', metadataPrefix: 'oai_dc' }, ['visitor', 'library system'], false],
  ['/oai', { verb: 'ListRecords', metadataPrefix: 'marcxml' }, ['visitor', 'library system'], true],
  ['/rest/records', { id: 'noted', format: 'json' }, people, true],
  ['/rest/records', { id: 'noted', format: 'marcxml' }, people, true],
  ['/rest/records', { id: 'noted', format: 'mods' }, people, false],
]
const pageCases = pages.flatMap(([url, query, of, toStaff]) =>
  of.map((who) => ({ url, query, who, reader: readers[who] as Reader, toStaff })),
)

test.each(pageCases)('$url $query gives a $who local notes only if they are for them', async (each) => {
  const { body } = await read(each.reader, each.url, each.query)
  const all = words.map(({ where }) => where)
  const seen = words.filter(({ word }) => body.includes(word)).map(({ where }) => where)
  expect(seen).toEqual(each.toStaff && isStaff(each.reader) ? all : [])
})
