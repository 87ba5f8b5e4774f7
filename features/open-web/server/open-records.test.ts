import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { reducedRecord } from '../rules.ts'
import { openRecordPage } from './open-page.ts'
import { everyDocument, page } from './testing.ts'

const settings = { publicUrl: 'https://portal.example', providerName: 'SCIS', searchEngines: true }

let app: TestApp
let closed: TestApp
beforeAll(async () => {
  const options = { work: false, env: { PUBLIC_URL: 'https://portal.example' } }
  app = await testApp(options)
  closed = await testApp({ ...options, env: { ...options.env, OPEN_RECORDS: 'false' } })
  const records = [
    book({
      id: '1',
      title: 'Possum <magic> & more',
      isbns: ['9780152632243'],
      numbers: [
        ['100', 'a', 'Fox, Mem, 1946-'],
        ['520', 'a', 'A summary for schools only.'],
        ['650', 'a', 'Possums'],
        ['082', 'a', '823.3'],
      ],
    }),
    book({ id: '2', title: 'Removed' }),
    book({ id: 'a/b?c=1', title: 'An odd number' }),
  ]
  for (const each of [app, closed]) {
    await each.catalogue.write(records)
    await each.catalogue.remove(['2'])
  }
})
afterAll(async () => {
  await app.close()
  await closed.close()
})

const open = (url: string, by: Parameters<TestApp['raw']>[0] = null, headers = {}) =>
  app.raw(by, { url, headers: { ...page, ...headers } })

test('a stranger sees the reduced record, and how to get the rest', async () => {
  const { statusCode, body, headers } = await open('/record/1')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const { document } = read(body)
  expect(document.title).toBe('Possum <magic> & more · SCIS Data')
  expect(document.querySelector('h1')!.textContent).toBe('Possum <magic> & more')
  expect(document.querySelector('link[rel=canonical]')!.getAttribute('href')).toBe('https://portal.example/record/1')
  expect(document.querySelector('meta[name=description]')!.getAttribute('content')).toBe(
    'Possum <magic> & more. Book by Fox, Mem, 1946-, 2026. Subjects: Possums.',
  )
  expect(document.querySelector('meta[property="og:image"]')!.getAttribute('content')).toBe(
    'https://portal.example/covers/1.jpg?width=512',
  )
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Type',
    'Year',
    'Subjects',
  ])
  expect(document.querySelector('aside a')!.getAttribute('href')).toBe(
    '/rest/user/login?redirect=%2Fdiscover%2Fdetails%2F1',
  )
  expect(body).not.toMatch(/summary for schools|823\.3/)
})

test('JSON-LD names the work as schema.org does', async () => {
  const { body } = await open('/record/1')
  expect(jsonLdIn(body)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': 'https://portal.example/record/1',
    url: 'https://portal.example/record/1',
    name: 'Possum <magic> & more',
    author: { '@type': 'Person', name: 'Mem Fox' },
    datePublished: '2026',
    about: { '@type': 'DefinedTerm', name: 'Possums', inDefinedTermSet: 'Other headings' },
  })
})

test.each(['hillview', 'student', 'desk'] as const)('%s is led on to the whole record', async (person) => {
  const { statusCode, headers } = await open('/record/a%2Fb%3Fc%3D1?utm_source=mail', person)
  expect([statusCode, headers.location]).toEqual([302, '/discover/details/a%2Fb%3Fc%3D1'])
})

test('a removed record is gone; one that never was is not found', async () => {
  const gone = await open('/record/2')
  expect([gone.statusCode, gone.body]).toEqual([410, expect.stringContaining('This record has been removed')])
  const unknown = await open('/record/3')
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('We couldn’t find this record')])
  for (const { body } of [gone, unknown]) expect(body).toContain('<meta name="robots" content="noindex">')
})

test('OPEN_RECORDS=false leads strangers to sign in, whether there is such a record or not', async () => {
  for (const id of ['1', '2', '3']) {
    const { statusCode, headers, body } = await closed.raw(null, { url: `/record/${id}`, headers: page })
    expect([statusCode, headers.location, body]).toEqual([
      302,
      `/rest/user/login?redirect=%2Fdiscover%2Fdetails%2F${id}`,
      '',
    ])
  }
})

test('HEAD shows what GET would, and a page that has not changed is not sent again', async () => {
  for (const [url, status] of [
    ['/record/1', 200],
    ['/record/2', 410],
    ['/record/3', 404],
  ] as const) {
    const { statusCode, body } = await app.raw(null, { method: 'HEAD', url, headers: page })
    expect([statusCode, body]).toEqual([status, ''])
  }
  const { headers } = await open('/record/1')
  expect(Date.parse(String(headers['last-modified']))).toBeLessThanOrEqual(Date.now())
  const again = await open('/record/1', null, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', expect.stringContaining('cookie')])
  expect((await open('/record/1', null, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

test('the page runs no script but its own two lines', async () => {
  const { headers, body } = await open('/record/1')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/)
  expect(body.match(/<script(?! type="application\/ld\+json")/g)).toHaveLength(1)
})

describe('every record of the sample, and real ones', () => {
  let documents: BibliographicDocument[]
  beforeAll(async () => {
    documents = await everyDocument()
  })

  test('has a page with a title, a heading, one canonical address and data that can be read', () => {
    expect(documents.length).toBeGreaterThan(400)
    for (const document of documents) {
      const text = openRecordPage(reducedRecord(document), settings, [])
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|undefined|\[object/)
      expect(text.match(/<title>(.*?) · SCIS Data<\/title>/s)![1]!.trim()).not.toBe('')
      expect(text.match(/<h1>(.*?)<\/h1>/s)![1]!.trim()).not.toBe('')
      expect(text.match(/<link rel="canonical"/g)).toHaveLength(1)
      expect(jsonLdIn(text)).toMatchObject({ '@context': 'https://schema.org', name: expect.stringMatching(/\S/) })
    }
  })

  test('is cited under one title, for a stranger too', () => {
    for (const document of documents) expect(cslJsonOf(reducedRecord(document)).title).toBe(cslJsonOf(document).title)
  })

  test('gives a stranger nothing beyond the reduced record', () => {
    for (const document of documents) {
      const text = openRecordPage(reducedRecord(document), settings, [])
      // Members that are not reduced, each with a mark that no record has.
      const marked = openRecordPage(reducedRecord(withMarks(document)), settings, [])
      expect(marked).toBe(text)
    }
  })
})

const mark = 'only-for-schools'
const withMarks = (document: BibliographicDocument): BibliographicDocument => ({
  ...document,
  contributor: { namePersonalOther: [mark], nameCorporateOther: [mark], notePerformers: mark },
  otherIdentifier: [mark],
  genreScis: [mark],
  targetAudienceText: [mark],
  scisLearningArea: [mark],
  placeOfPublicationMarcCountry: mark,
  isbn: [mark],
  isbn10: [mark],
  isbn13: [mark],
  issn: [mark],
  series: [mark],
  language: [mark],
  publisher: mark,
  placeOfPublication: mark,
  edition: mark,
  deweyFull: mark,
  deweyAbridged: mark,
  physical: mark,
  description: mark,
  contents: mark,
  variantTitles: [mark],
  notes: [mark],
  url: [{ href: `https://${mark}.example`, label: mark }],
  voyagerCreateDate: mark,
  fiction: !document.fiction,
  titleSort: mark,
  authorSort: mark,
  searched: { properTitle: '', titles: [mark], authors: [mark], series: [mark], notes: [mark], identifiers: [mark] },
})

function read(body: string) {
  const window = new Window()
  window.document.write(body)
  return { document: window.document }
}

const jsonLdIn = (body: string): unknown =>
  JSON.parse(body.match(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/)![1]!)

test.each([
  [
    'ris',
    'application/x-research-info-systems; charset=utf-8',
    /^TY {2}- BOOK\r\n[\s\S]*AU {2}- Fox, Mem[\s\S]*ER {2}- \r\n$/,
  ],
  ['bib', 'application/x-bibtex; charset=utf-8', /^@book\{[\s\S]*author = \{Fox, Mem\}/],
  ['json', 'application/vnd.citationstyles.csl+json; charset=utf-8', /"family":"Fox"/],
  ['marcxml', 'application/marcxml+xml; charset=utf-8', /<subfield code="d">1946-<\/subfield>/],
  ['mods', 'application/mods+xml; charset=utf-8', /<namePart>Fox, Mem<\/namePart>\s*<namePart type="date">1946-</],
])('a stranger gets the short record as .%s, which the page names', async (ending, type, content) => {
  const { body: shown } = await open('/record/1')
  const link = read(shown).document.querySelector(`link[rel=alternate][href="/record/1.${ending}"]`)!
  expect(`${link.getAttribute('type')}; charset=utf-8`).toBe(type)
  const { statusCode, headers, body } = await open(`/record/1.${ending}`)
  expect([statusCode, headers['content-type']]).toEqual([200, type])
  expect(body).toMatch(content)
  expect(body).not.toContain('summary for schools')
  expect((await open(`/record/1.${ending}`, null, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await open(`/record/2.${ending}`)).statusCode).toBe(404)
  const shut = await closed.raw(null, { url: `/record/1.${ending}`, headers: page })
  expect([shut.statusCode, shut.headers.location]).toEqual([302, expect.stringMatching(/details%2F1$/)])
})

test('pages name the feed of new records only while it is open', async () => {
  const pageOf = async (portal: TestApp) => (await portal.raw(null, { url: '/discover', headers: page })).body
  expect(await pageOf(app)).toContain('href="/feeds/new.atom"')
  expect(await pageOf(closed)).not.toContain('/feeds/new.atom')
})
