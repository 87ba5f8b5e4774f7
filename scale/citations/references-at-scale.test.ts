import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf, type Sketch } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { type CslItem, type CslName, namesOf } from '#marc/citation/csl.ts'
import { direct, inverted } from '#marc/citation/names.ts'
import type { HostItem } from '#marc/crosswalk/document.ts'
import { citationJs, referenceReaders } from './reference-readers.ts'

/*
 * References as a program fetches them, read by libraries that know nothing of us: every fact arrives, with any signs a
 * record holds.
 */

const awkward = [
  '50% off & #1: {a_b} ~ $x^2 \\ end',
  "Ærø “double” ‘single’ \"straight\" 'plain' ``TeX''",
  '夕暮れのエミュー',
  'Война и мир',
  'كليلة ودمنة',
  'नमस्ते दुनिया',
  '👩‍🚀 to the moon',
  'One\r\nTY  - EVIL\nER  - ',
  'dashes - two -- three ---',
  '{unbalanced',
  'unbalanced}',
  '\\alpha \\textbf{bold} \\& \\end{document}',
  'x }, @book{evil, title = {Evil',
  'it’s <b>bold</b> &amp; <i>it</i>',
  'née Müller-Lüdenscheidt, ça où',
  'Hodder and Stoughton and others',
  'percent % comment',
  'backslash at the end \\',
  'a very long title '.repeat(120),
  'decomposed: e\u0301 n\u0303',
]
const types = [
  'Book',
  'E-book',
  'Serial',
  'DVD',
  'Audiobook',
  'Map',
  'Kit',
  'Online resource',
  'Computer file',
] as const
const hostWith = (title: string, more: Partial<HostItem>): HostItem => ({
  ...{ title, shortTitle: '', maker: '', edition: '', imprint: '', enumeration: '', issn: '', isbn: '', level: '' },
  parts: ['Vol. 12, no. 3 (May 2019), p. 22-25'],
  ...more,
})
const phrase = fc.oneof(
  fc.constantFrom(...awkward),
  fc.tuple(fc.constantFrom(...awkward), fc.constantFrom(...awkward)).map((both) => both.join(' : ')),
)
const name = fc.tuple(
  fc.constantFrom('O’Brien', 'Ñandú', '林', 'de la Cruz', 'Müller'),
  fc.constantFrom('Kim', 'J. R.', '花子'),
)
const generated = fc.record({
  title: phrase,
  authors: fc.array(
    name.map((parts) => parts.join(', ')),
    { maxLength: 4 },
  ),
  publisher: phrase,
  placeOfPublication: fc.constantFrom('Sydney', 'Zürich', '東京', ''),
  publicationYear: fc.option(fc.integer({ min: 1500, max: 2030 })),
  edition: fc.constantFrom('', '2nd ed.', 'Rev. & enl. ed.'),
  description: phrase,
  subjects: fc.array(phrase, { maxLength: 3 }),
  series: fc.array(
    phrase.map((text) => `${text.replaceAll(';', ',')} ; 2`),
    { maxLength: 1 },
  ),
  notes: fc.array(phrase, { maxLength: 2 }),
  language: fc.constantFrom<string[][]>([], ['English'], ['Japanese']),
  scisType: fc.constantFrom(...types),
  titleInScript: fc.constantFrom('', '夕暮れ'),
  isbn13: fc.constantFrom<string[][]>([], ['9780306406157']),
  host: fc.option(
    fc.oneof(
      phrase.map((title) => hostWith(title, { issn: '14410176', shortTitle: 'J. emus' })),
      phrase.map((title) => hostWith(title, { isbn: '9780140449136', imprint: 'Perth : Wise & Co., 2008' })),
    ),
  ),
})
const sketches = fc.sample(generated, { numRuns: 400, seed: 21 }).map(
  (sketch, at): Sketch => ({
    ...sketch,
    id: `r${at}`,
    responsibility: sketch.authors.map((author) => author.split(', ').toReversed().join(' ')).join(' and '),
    contributor: { namePersonalOther: sketch.authors.slice(1), nameCorporateOther: [], notePerformers: '' },
  }),
)

let app: TestApp
let csl: CslItem[]
const files = { ris: '', bibtex: '' }
type Fields = Record<string, string | string[]>
let read: { ris: Fields[]; bibtex: Fields[]; faults: string[]; wrong: string[] }

beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(sketches.map(recordOf))
  const ids = sketches.map(({ id }) => id)
  const fetchAs = async (format: string) => {
    const url = '/rest/catalogue/search/citations'
    const reply = await app.raw('hillview', { method: 'POST', url, payload: { ids, format } })
    expect(reply.statusCode).toBe(200)
    return reply.body
  }
  csl = JSON.parse(await fetchAs('csl-json'))
  for (const form of ['ris', 'bibtex'] as const) files[form] = await fetchAs(form)
  const script = join(import.meta.dirname, 'read-references.py')
  const input = JSON.stringify({ ...files, csl })
  const { stdout, stderr } = spawnSync(referenceReaders()!, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  expect(stderr).toBe('')
  read = JSON.parse(stdout)
})
afterAll(() => app.close())

const year = ({ issued }: CslItem) => issued && String(issued['date-parts'][0]![0])
/** Readers join runs of blanks. */
const spaced = (text: string | undefined) => text?.normalize('NFC').replace(/\s+/g, ' ').trim()
/** Without absent members, to compare whole records. */
const present = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value.length !== 0),
  )
const everyone = (names: CslName[], write = inverted) => names.map(write)
const isOfJournal = ({ type }: CslItem) => type === 'article-journal' || type === 'periodical'

test('every record arrives as one reference', () => {
  expect(csl.map(({ id }) => id)).toEqual(sketches.map(({ id }) => id))
  expect(read.ris.map(({ id }) => id)).toEqual(csl.map(({ id }) => id))
  expect(read.bibtex).toHaveLength(csl.length)
  expect(new Set(read.bibtex.map(({ key }) => key)).size).toBe(csl.length)
  expect(new Set(csl.map(({ type }) => type)).size).toBeGreaterThan(8)
})

test('CSL-JSON is valid by the schema of CSL 1.0.2, which refuses what is wrong', () => {
  expect(read.faults).toEqual([])
  expect(read.wrong).toHaveLength(2)
})

test('rispy reads every field of RIS', () => {
  for (const [at, item] of csl.entries()) {
    const of = read.ris[at]!
    const [start, end] = item.page?.split('-') ?? [item['number-of-pages']]
    expect(of).toMatchObject(
      present({
        title: item.title,
        short_title: item['title-short'],
        authors: everyone(namesOf(item, 'author')),
        secondary_title: item['container-title'],
        alternate_title3: item.type === 'article-journal' ? item['container-title'] : '',
        tertiary_title: item['collection-title'],
        volume: item.volume,
        number: item.type === 'article-journal' ? item.issue : '',
        start_page: start,
        end_page: end,
        year: year(item),
        publisher: item.publisher,
        place_published: item['publisher-place'],
        issn: isOfJournal(item) ? (item.ISSN ?? item.ISBN) : (item.ISBN ?? item.ISSN),
        abstract: item.abstract,
        language: item.language,
        keywords: item.keyword?.split('; ').map((each) => each.trim()),
        urls: item.URL && [item.URL],
      }),
    )
    expect(['BOOK', 'EBOOK', 'CHAP', 'JOUR', 'JFULL', 'VIDEO', 'SOUND', 'MAP', 'GEN', 'ELEC', 'COMP']).toContain(
      of.type_of_reference,
    )
  }
})

/** Pylatexenc knows no `\textbraceleft`, and has a sign of its own for `\textasciicircum`. */
const asPylatexenc = (text: string | undefined) => text?.replace(/[{}]/g, '').replaceAll('^', 'ˆ')

test('bibtexparser reads every field of BibTeX', () => {
  for (const [at, item] of csl.entries()) {
    const of = read.bibtex[at]!
    const expected = present({
      title: item.title,
      journal: item.type === 'article-journal' ? item['container-title'] : '',
      booktitle: item.type === 'article-journal' ? '' : item['container-title'],
      series: item['collection-title'],
      volume: item.volume,
      number: item.type === 'article-journal' ? item.issue : item['collection-number'],
      pages: item.page?.replace('-', '–'),
      publisher: /^(?:book|chapter|article-journal)$/.test(item.type) ? item.publisher : '',
      address: item.type === 'book' || item.type === 'chapter' ? item['publisher-place'] : '',
      isbn: item.ISBN,
      issn: item.ISSN,
    }) as Record<string, string>
    const kept = Object.fromEntries(Object.keys(expected).map((name) => [name, spaced(String(of[name]))]))
    const wanted = Object.entries(expected).map(([field, text]) => [field, spaced(asPylatexenc(text))])
    expect(kept).toEqual(Object.fromEntries(wanted))
    expect(of.author ?? []).toEqual(everyone(namesOf(item, 'author')))
  }
})

type Name = { family?: string; given?: string; literal?: string; 'non-dropping-particle'?: string }

test.each(['ris', 'bibtex'] as const)('Citation.js reads %s as the same items', (form) => {
  const load = createRequire(join(citationJs()!, 'package.json'))
  const { Cite } = load('@citation-js/core')
  for (const plugin of ['@citation-js/plugin-ris', '@citation-js/plugin-bibtex']) load(plugin)
  const items: Record<string, string | Name[]>[] = new Cite(files[form], { generateGraph: false }).data
  expect(items).toHaveLength(csl.length)
  for (const [at, item] of csl.entries()) {
    const of = items[at]!
    // RIS has one tag for both numbers.
    const number = isOfJournal(item) ? 'ISSN' : 'ISBN'
    const numbers = form === 'bibtex' ? (['ISSN', 'ISBN'] as const) : item[number] ? ([number] as const) : []
    // In RIS it reads what a film or a map is in as something else.
    const isText = /^(?:article-journal|chapter)$/.test(item.type)
    const place = form === 'bibtex' || isText ? (['container-title', 'page'] as const) : []
    for (const member of ['title', ...place, ...numbers] as const)
      expect([item.id, member, spaced(of[member] as string)]).toEqual([item.id, member, spaced(item[member])])
    if (item.type === 'article-journal')
      expect(of).toMatchObject({ type: item.type, volume: item.volume, issue: item.issue })
    if (item.type === 'book' || item.type === 'chapter')
      expect([of.type, spaced(of.publisher as string), of['publisher-place']]).toEqual([
        ...[item.type, spaced(item.publisher), item['publisher-place']],
      ])
    const authors = (of.author ?? []) as Name[]
    expect(authors.map((each) => ('literal' in each ? each.literal : direct(each as CslName)))).toEqual(
      everyone(namesOf(item, 'author'), direct),
    )
  }
})
