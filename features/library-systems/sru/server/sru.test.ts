import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '#app/testing.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { businessDay, dayMs } from '#kit/day.ts'
import { all, basic, type Element, faultOf, type Given, openSru, parseXml, textOf } from './sru-testing.ts'

let sru: Awaited<ReturnType<typeof openSru>>
let app: typeof sru.app
let ask: typeof sru.ask
beforeAll(async () => {
  sru = await openSru()
  ;({ app, ask } = sru)
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('guess').execute())

const find = (query: string, more: Given = {}, authorization?: string) =>
  ask({ operation: 'searchRetrieve', version: '1.2', query, ...more }, authorization)
const titlesOf = (root: Element) =>
  all(root, 'datafield')
    .map(({ children }) => children.map(({ text }) => text).join(' '))
    .filter((text) => /Possum|kererū/.test(text))

describe.each([
  ['1.1', { operation: 'searchRetrieve', version: '1.1' }, 'http://www.loc.gov/zing/srw/', 'recordPacking'],
  ['1.2', { operation: 'searchRetrieve', version: '1.2' }, 'http://www.loc.gov/zing/srw/', 'recordPacking'],
  ['1.2', { operation: 'searchRetrieve' }, 'http://www.loc.gov/zing/srw/', 'recordPacking'],
  ['2.0', {}, 'http://docs.oasis-open.org/ns/search-ws/sruResponse', 'recordXMLEscaping'],
  ['2.0', { version: '2.0' }, 'http://docs.oasis-open.org/ns/search-ws/sruResponse', 'recordXMLEscaping'],
])('version %s by %j', (version, given: Given, namespace, packing) => {
  test('records come in MARCXML with their position', async () => {
    const root = await ask({ ...given, query: 'possum', maximumRecords: '1', startRecord: '2' })
    expect([root.name, root.namespace]).toEqual(['searchRetrieveResponse', namespace])
    expect(textOf(root, 'version')).toBe(version)
    expect(textOf(root, 'numberOfRecords')).toBe('2')
    expect(textOf(root, 'recordSchema')).toBe('info:srw/schema/1/marcxml-v1.1')
    expect(textOf(root, packing)).toBe('xml')
    expect(textOf(root, 'recordPosition')).toBe('2')
    expect(textOf(root, 'nextRecordPosition')).toBeUndefined()
    expect(all(root, 'leader')[0]!.namespace).toBe('http://www.loc.gov/MARC21/slim')
    expect(all(root, 'recordIdentifier')).toHaveLength(version === '1.1' ? 0 : 1)
    expect(textOf(root, 'resultSetTTL')).toBe(version === '2.0' ? '0' : undefined)
  })
  test('a fault has its diagnostic', async () => {
    const root = await ask({ ...given, query: 'dc.colour = red' })
    expect(faultOf(root)).toBe('16 dc.colour')
    expect(textOf(root, 'message')).toBe('Unsupported index')
    expect(all(root, 'uri')[0]!.namespace).toBe(
      version === '2.0'
        ? 'http://docs.oasis-open.org/ns/search-ws/diagnostic'
        : 'http://www.loc.gov/zing/srw/diagnostic/',
    )
  })
})

test.each([
  ['marcxml', 'info:srw/schema/1/marcxml-v1.1', 'record', 'http://www.loc.gov/MARC21/slim'],
  ['MARCXML', 'info:srw/schema/1/marcxml-v1.1', 'record', 'http://www.loc.gov/MARC21/slim'],
  ['http://www.loc.gov/MARC21/slim', 'info:srw/schema/1/marcxml-v1.1', 'record', 'http://www.loc.gov/MARC21/slim'],
  ['mods', 'info:srw/schema/1/mods-v3.7', 'mods', 'http://www.loc.gov/mods/v3'],
  ['info:srw/schema/1/dc-v1.1', 'info:srw/schema/1/dc-v1.1', 'dc', 'info:srw/schema/1/dc-schema'],
])('recordSchema %s', async (recordSchema, uri, name, namespace) => {
  const root = await find('magic', { recordSchema })
  expect(textOf(root, 'recordSchema')).toBe(uri)
  const [record] = all(root, 'recordData')[0]!.children
  expect([record!.name, record!.namespace]).toEqual([name, namespace])
  expect(JSON.stringify(record)).toContain('Possum magic')
  expect(JSON.stringify(record)).toContain('Hush is <invisible>.')
})

test.each(['recordPacking', 'recordXMLEscaping'])('%s=string escapes the record', async (name) => {
  const version = name === 'recordPacking' ? '1.1' : '2.0'
  const root = await ask({ query: 'magic', version, [name]: 'string', recordSchema: 'dc' })
  const data = all(root, 'recordData')[0]!
  expect(data.children).toEqual([])
  expect(textOf(parseXml(data.text), 'title')).toBe('Possum magic')
})

test('paging: ten records by default, a hundred at most, and where the next ones begin', async () => {
  await app.catalogue.write(Array.from({ length: 120 }, (_, n) => book({ id: String(1000 + n), title: 'Numbat' })))
  const page = async (more: Given) => {
    const root = await find('numbat', more)
    return [all(root, 'recordData').length, textOf(root, 'nextRecordPosition')]
  }
  expect(await page({})).toEqual([10, '11'])
  expect(await page({ maximumRecords: '0' })).toEqual([0, undefined])
  expect(await page({ maximumRecords: '5000' })).toEqual([100, '101'])
  expect(await page({ startRecord: '101', maximumRecords: '100' })).toEqual([20, undefined])
})

test.each([
  ['sortKeys', { query: 'dc.title any "possum kererū"', sortKeys: 'author' }, ['sea', 'kererū', 'magic']],
  ['sortKeys', { query: 'dc.title any "possum kererū"', sortKeys: 'dc.title,,0' }, ['kererū', 'magic', 'sea']],
  ['sortby', { query: 'dc.title any "possum kererū" sortby dc.title' }, ['sea', 'magic', 'kererū']],
  ['sortby', { query: 'possum sortby date author/sort.descending' }, ['magic', 'sea']],
])('%s: %j', async (_, given: Given, order) => {
  const titles = titlesOf(await ask({ operation: 'searchRetrieve', version: '1.2', ...given }))
  expect(titles.map((title) => title.split(' ').at(-1))).toEqual(order)
})

test('a record carries the school’s preferences', async () => {
  const change = (deweyHoldingPref: 'HOLDINGS_852' | 'SCIS_DEFAULT') =>
    app.as('hillview')(settingsApi.updateSettings, { id: 'demo-hillview', deweyHoldingPref })
  await change('HOLDINGS_852')
  const withHolding = await sru.send({ query: 'magic' })
  await change('SCIS_DEFAULT')
  expect(withHolding.body).toContain('tag="852"')
  expect((await sru.send({ query: 'magic' })).body).not.toContain('tag="852"')
})

test('records in MARC are listed in My downloads, each once a day', async () => {
  const move = (days: number) => {
    app.setClock(() => new Date(Date.now() + days * dayMs))
    app.signInAgain()
  }
  const newest = async () =>
    (await app.as('hillview')(manageApi.listRequests, { requestType: 'LIBRARY_SYSTEM' })).response[0]
  const noted = (check: () => Promise<void>) => app.skipPauses(() => vi.waitFor(check, 10_000))
  // Takes what earlier tests have left to note.
  move(1)
  await find('possum')
  const today = businessDay(app.clock)
  await noted(async () => expect(businessDay(app.clock, new Date((await newest())!.createdDate))).toBe(today))
  move(2)
  await find('kereru', { recordSchema: 'dc' })
  await find('kereru', {}, '')
  await find('magic', { recordSchema: 'mods' })
  await find('possum')
  await noted(async () =>
    expect(await newest()).toMatchObject({ requestName: expect.stringMatching(/^SRU, /), matchedCount: 2 }),
  )
  move(0)
})

test('an access key signs in too; a wrong password is 401', async () => {
  expect(textOf(await find('magic', {}, sru.logins.key), 'recordSchema')).toBe('info:srw/schema/1/marcxml-v1.1')
  const wrong = await sru.send({ query: 'magic' }, basic('hillview-library', 'wrong'))
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic realm=/)])
})

test('without sign-in records are brief Dublin Core', async () => {
  const root = await find('magic', {}, '')
  const [record] = all(root, 'recordData')[0]!.children
  const elements = record!.children.map(({ name, text }) => `${name} ${text}`)
  expect(elements).toContain('title Possum magic')
  expect(elements.join()).not.toMatch(/description|subject/)
  for (const recordSchema of ['marcxml', 'mods'])
    expect(faultOf(await find('magic', { recordSchema }, ''))).toBe(`69 ${recordSchema}: please sign in`)
})

test('a record that cannot be read is a diagnostic among the others', async () => {
  const root = await find('damaged or magic', { sortKeys: 'title' })
  const [damaged, magic] = all(root, 'record').filter(({ namespace }) => namespace.includes('zing'))
  expect(textOf(damaged!, 'recordSchema')).toBe('info:srw/schema/1/diagnostics-v1.1')
  expect(faultOf(damaged!)).toBe('63 4')
  expect(textOf(magic!, 'recordSchema')).toBe('info:srw/schema/1/marcxml-v1.1')
})

test('a search by place continues without a record that cannot be read', async () => {
  const root = await find('title == "damaged" or title == "possum magic"')
  expect(textOf(root, 'numberOfRecords')).toBe('1')
})

const searching = { operation: 'searchRetrieve', version: '1.2' }
test.each<[Given, string]>([
  [{ operation: 'update', version: '1.2' }, '4 update'],
  [{ ...searching, version: '1.3', query: 'a' }, '5 2.0'],
  [{ ...searching, query: 'a', startRecord: '0' }, '6 startRecord: 0'],
  [{ ...searching, query: 'a', maximumRecords: '-1' }, '6 maximumRecords: -1'],
  [{ ...searching, query: 'a', maximumRecords: 'ten' }, '6 maximumRecords: ten'],
  [{ ...searching, query: 'a', resultSetTTL: 'soon' }, '6 resultSetTTL: soon'],
  [{ query: 'a', queryType: 'sql' }, '6 queryType: sql'],
  [{ query: 'a', renderedBy: 'server' }, '6 renderedBy: server'],
  [{ query: 'a', httpAccept: 'text/html' }, '6 httpAccept: text/html'],
  [{ ...searching, query: 'a', startRecord: 'x1' }, '6 startRecord: x1'],
  [{ ...searching, query: 'a', startRecord: '1x' }, '6 startRecord: 1x'],
  [searching, '7 query'],
  [{ ...searching, query: '' }, '7 query'],
  [{ ...searching, query: 'a', 'not-x-wish': '1' }, '8 not-x-wish'],
  [{ ...searching, query: 'a', colour: 'red' }, '8 colour'],
  [{ operation: 'explain', version: '1.1', query: 'a' }, '8 query'],
  [{ ...searching, query: '"a' }, '10 a quotation mark is not closed at character 1'],
  [{ ...searching, query: `title any "${'a '.repeat(129)}"` }, '38 at most 128 words'],
  [{ ...searching, query: `${'title adj "a* b" or '.repeat(64)}title == "a b"` }, '38 at most 128 words'],
  [{ ...searching, query: 'ﷺ'.repeat(56) }, '36 at most 1000 characters'],
  [{ ...searching, query: 'cql.resultSetId = a' }, '50 a'],
  [{ ...searching, query: 'possum', startRecord: '3' }, '61 3 of 2'],
  [{ ...searching, query: 'possum', startRecord: '10000' }, '61 10000 of 2'],
  [{ ...searching, query: 'possum', startRecord: '10001' }, '61 at most 10000'],
  [{ ...searching, query: 'a', recordSchema: 'oai' }, '66 oai'],
  [{ ...searching, query: 'a', recordSchema: 'constructor' }, '66 constructor'],
  [{ ...searching, query: 'a', recordPacking: 'zip' }, '71 zip'],
  [{ ...searching, query: 'a', recordPacking: 'packed' }, '71 packed'],
  [{ ...searching, version: '1.1', query: 'a', recordXPath: '/a' }, '72 /a'],
  [{ ...searching, query: 'a', sortKeys: 'title author date title author' }, '84 at most 4'],
  [{ ...searching, query: 'a', sortKeys: 'title,onix' }, '87 onix'],
  [{ ...searching, query: 'a', sortKeys: 'subject' }, '88 subject'],
  [{ ...searching, query: 'a', sortKeys: 'title,,up' }, '90 up'],
  [{ ...searching, query: 'a sortby title/sort.sideways' }, '90 sort.sideways'],
  [{ ...searching, query: 'a', sortKeys: 'title,,1,1' }, '91 1'],
  [{ ...searching, query: 'a sortby title/sort.respectCase' }, '91 sort.respectcase'],
  [{ ...searching, query: 'a', sortKeys: 'title,,1,0,omit' }, '92 omit'],
  [{ ...searching, query: 'a sortby title/sort.missingOmit' }, '92 sort.missingomit'],
  [{ ...searching, query: 'a', stylesheet: 'a.xsl' }, '110 a.xsl'],
])('%j is refused: %s', async (given, fault) => {
  expect(faultOf(await ask(given))).toBe(fault)
})

test.each<Given>([
  { recordPacking: 'packed', queryType: 'cql', renderedBy: 'client' },
  { recordPacking: 'unpacked', httpAccept: 'application/sru+xml' },
  { recordPacking: 'xml', maximumRecords: '', startRecord: '' },
])('2.0 takes %j', async (more) => {
  const root = await ask({ query: 'magic', version: '2.0', ...more })
  expect([faultOf(root), textOf(root, 'recordXMLEscaping')]).toEqual([undefined, 'xml'])
})

test('a parameter given twice is refused; extensions are ignored', async () => {
  const twice = await app.http.inject({ url: '/sru?query=a&query=b', headers: { host: 'localhost:8080' } })
  expect(faultOf(parseXml(twice.body))).toBe('6 query: given twice')
  expect(faultOf(await find('magic', { 'x-wish': '1' }))).toBeUndefined()
})

test('a catalogue that is away is a diagnostic', async () => {
  const { findRecords } = app.catalogue
  app.catalogue.findRecords = () => Promise.reject(new CatalogueUnavailable('gone'))
  expect(faultOf(await find('magic'))).toMatch(/^2 /)
  app.catalogue.findRecords = findRecords
})

test('a form takes a long query', async () => {
  const query = `magic or ${Array(20).fill('"a long word"').join(' or ')}`
  const reply = await app.http.inject({
    method: 'POST',
    url: '/sru',
    headers: {
      host: new URL(app.env.publicUrl).host,
      'content-type': 'application/x-www-form-urlencoded',
      authorization: sru.logins.z3950,
    },
    payload: String(new URLSearchParams({ operation: 'searchRetrieve', version: '1.1', query })),
  })
  const root = parseXml(reply.body)
  expect([faultOf(root), textOf(root, 'numberOfRecords')]).toEqual([undefined, '1'])
})

test.each([
  [{}, '1.2', 'http://www.loc.gov/zing/srw/'],
  [{ operation: 'explain', version: '1.1' }, '1.1', 'http://www.loc.gov/zing/srw/'],
  [{ httpAccept: 'application/sru+xml' }, '2.0', 'http://docs.oasis-open.org/ns/search-ws/sruResponse'],
])('explain by %j', async (given: Given, version, namespace) => {
  const root = await ask(given, '')
  expect([root.name, root.namespace]).toEqual(['explainResponse', namespace])
  expect(textOf(root, 'recordSchema')).toBe('http://explain.z3950.org/dtd/2.0/')
  const [explain] = all(root, 'explain')
  expect(textOf(root, 'version')).toBe(version)
  expect(textOf(explain!, 'title')).toBe('Books & Co catalogue')
  expect([textOf(explain!, 'host'), textOf(explain!, 'port'), textOf(explain!, 'database')]).toEqual([
    'localhost',
    '8080',
    'sru',
  ])
  const indexes = all(explain!, 'map').map((map) => textOf(map, 'name'))
  expect(textOf(explain!, 'default')).toBe('dc')
  expect(indexes).toEqual(expect.arrayContaining(['title', 'isbn', 'serverChoice']))
})

test('people who are not signed in share a limit by their address', async () => {
  const limited = await testApp({ work: false, env: { SCHOOL_LIMITS: 'searches=2' } })
  const search = () => limited.http.inject({ url: '/sru?query=a', headers: { host: 'localhost:8080' } })
  expect((await search()).statusCode).toBe(200)
  expect((await search()).headers['ratelimit-remaining']).toBe('0')
  const refused = await search()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  await limited.close()
})
