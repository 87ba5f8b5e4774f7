import { expect, test } from 'vitest'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { preferredDocuments } from '../../server/downloads.ts'
import { asCatalogued, book } from '../../server/testing.ts'
import { recordPage } from './record-page.ts'

const about = { heading: 'Term 2', publicUrl: 'https://portal.example', providerName: 'SCIS' }

async function* each<T>(items: Iterable<T>) {
  yield* items
}

async function page(records: CatalogueRecord[], preferences: Preferences = asCatalogued) {
  const documents = preferredDocuments(each(records), preferences)
  let whole = ''
  for await (const piece of recordPage(documents, {
    ...about,
    count: records.length,
    isbnFormat: preferences.isbnFormat,
  }))
    whole += piece
  return whole
}

/** A book with both Dewey numbers and headings of both schemes. */
function tigers(): CatalogueRecord {
  const { record } = decodeRecord(book({ id: '7', title: 'Tigers', isbns: ['9780306406157'] }).marc)
  const field = (tag: string, ind1: string, ind2: string, a: string, source: string) => ({
    tag,
    ind1,
    ind2,
    subfields: [
      { code: 'a', value: a },
      { code: '2', value: source },
    ],
  })
  const whole = {
    ...record,
    fields: [
      ...record.fields,
      field('082', '0', '4', '599.756', '23'),
      field('082', '1', '4', '599.7', '15'),
      field('650', ' ', '7', 'Big cats', 'scot'),
      field('650', ' ', '7', 'Tigers', 'scisshl'),
    ],
  }
  return { document: toDocument(whole), marc: encodeRecord(whole).bytes, encoding: 'utf-8' }
}

test('one record is a page under its title', async () => {
  const whole = await page([tigers()])
  expect(whole).toContain('<title>Tigers</title>')
  expect(whole).toContain('<h1>Tigers</h1>')
  expect(whole).not.toContain('id="titles"')
})

test('a school sees on the page the same values as in its files', async () => {
  const whole = await page([tigers()], {
    deweyPref: 'ABRIDGED_DDC',
    deweyHoldingPref: 'SCIS_DEFAULT',
    isbnFormat: 'ISBN_10',
    subjectHeadingFormat: 'SCOT_HEADINGS',
  })
  for (const there of ['599.7<', '0306406152', 'Big cats']) expect(whole).toContain(there)
  for (const gone of ['599.756', '9780306406157', 'SCIS subject headings']) expect(whole).not.toContain(gone)
  const catalogued = await page([tigers()])
  for (const there of ['599.756', '9780306406157', 'Big cats', 'SCIS subject headings'])
    expect(catalogued).toContain(there)
})

test('a long list gives the number of records, numbers them, and links their titles from A to Z', async () => {
  const titles = ['The zebra', 'Ants', ...Array.from({ length: 1200 }, (_, n) => `Middle ${n} <b>`)]
  const whole = await page(
    titles.map((title, n) => {
      const record = book({ id: String(n + 1), title })
      return { ...record, document: { ...record.document, titleSort: title.toLowerCase().replace(/^the /, '') } }
    }),
  )
  expect(whole).toContain('<h1>Term 2</h1>\n<p>1,202 records · <a href="#titles">')
  expect(whole).toContain('<h2><span>2</span> Ants</h2>')
  expect(whole).not.toContain('<b>')
  const list = [...whole.slice(whole.indexOf('id="titles"')).matchAll(/<a href="#record-(\d+)">/g)].map(([, at]) => at)
  expect(list).toHaveLength(1202)
  expect(list[0]).toBe('2')
  expect(list.at(-1)).toBe('1')
})

test('pieces are sent while the records are read, not after the last one', async () => {
  let read = 0
  const records = (async function* () {
    for (; read < 4000; read++) yield book({ id: String(read + 1) })
  })()
  const pages = recordPage(preferredDocuments(records, asCatalogued), { ...about, count: 4000, isbnFormat: 'ISBN' })
  for (let n = 0; n < 10; n++) await pages.next()
  expect(read).toBeLessThan(12)
  await pages.return(undefined)
})

test('texts in another script are beside the same texts, isolated', async () => {
  const { record } = decodeRecord(book({ id: '7', title: 'Sipur' }).marc)
  const data = (tag: string, ind2: string, ...subfields: [code: string, value: string][]) => ({
    ...{ tag, ind1: '1', ind2 },
    subfields: subfields.map(([code, value]) => ({ code, value })),
  })
  const fields = [
    ...record.fields.filter(({ tag }) => tag !== '245'),
    data('245', '0', ['6', '880-01'], ['a', 'Sipur']),
    data('264', '1', ['6', '880-02'], ['a', 'Yerushalayim :'], ['b', 'Keter,'], ['c', '2002.']),
    data('650', '0', ['6', '880-03'], ['a', 'Ahavah'], ['x', 'Sipurim']),
    data('880', '0', ['6', '245-01/(2/r'], ['a', 'סיפור']),
    data('880', '1', ['6', '264-02/(2/r'], ['a', 'ירושלים :'], ['b', 'כתר,'], ['c', '2002.']),
    data('880', '0', ['6', '650-03/(2/r'], ['a', 'אהבה'], ['x', 'סיפורים']),
  ]
  const hebrew = { ...book({ id: '7' }), document: toDocument({ ...record, fields }) }
  const others = Array.from({ length: 12 }, (_, n) => book({ id: `8${n}`, title: `Book ${n}` }))
  const whole = await page([hebrew, ...others])
  const lang = hebrew.document.inScript[0]!.lang
  const twin = `Sipur <bdi lang="${lang}">סיפור</bdi>`
  expect(whole).toContain(`<h2><span>1</span> ${twin}</h2>`)
  expect(whole).toContain(`<li><a href="#record-1">${twin}</a>`)
  expect(whole).toMatch(/<p>Yerushalayim : Keter, 2002\.?<\/p><p><bdi lang="[^"]*">(?:ירושלים|כתר)<\/bdi><\/p>/)
  expect(whole).toMatch(/<p>Ahavah — Sipurim <bdi lang="[^"]*">אהבה/)
  expect(whole).not.toContain('Title in its own script')
})
