import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { isDay } from '#kit/day.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { genreGroups } from '#marc/crosswalk/genre-groups.ts'
import { type ItemType, itemTypes } from '#marc/crosswalk/item-types.ts'
import { isIsbn10, isIsbn13, isIssn } from '#marc/isbn.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcRecord } from '#marc/record.ts'
import { forms } from './forms.ts'
import { sampleRecords } from './sample-catalogue.ts'
import { readWorks } from './work.ts'

let records: MarcRecord[]
let documents: BibliographicDocument[]
beforeAll(() => {
  records = [...sampleRecords()]
  documents = records.map(toDocument)
})

const control = (record: MarcRecord, tag: string) => {
  const field = record.fields.find((each) => each.tag === tag)
  return field && 'value' in field ? field.value : ''
}
const subfields = (record: MarcRecord, tag: string, code: string) =>
  record.fields.flatMap((field) =>
    field.tag === tag && 'subfields' in field
      ? field.subfields.filter((each) => each.code === code).map(({ value }) => value)
      : [],
  )
const many = (values: (document: BibliographicDocument) => string | string[]) => {
  const counts = new Map<string, number>()
  for (const document of documents)
    for (const value of [values(document)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

test('the examples of the documents and of /openapi.json are in it', () => {
  const numbers = new Set(documents.flatMap(({ id, isbn13, issn }) => [id, ...isbn13, ...issn]))
  const named = ['docs/programs.md', 'app/http/openapi/sample.ts'].flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/\b(978\d{10}|10\d{5})\b|issn: '(\d{4}-\d{3}[\dX])'/g),
  ])
  const examples = new Set(named.map(([, number, issn]) => number ?? issn!.replace('-', '')))
  expect(examples.size).toBeGreaterThan(3)
  expect([...examples].filter((each) => !numbers.has(each))).toEqual([])
})

test('there are at least 3,600 records, each with a unique number', () => {
  expect(records.length).toBeGreaterThanOrEqual(3600)
  expect(new Set(records.map((record) => control(record, '001'))).size).toBe(records.length)
})

test('a few e-books also have the printed book’s number, so that a request is ambiguous', () => {
  const shared = [...many(({ isbn13 }) => isbn13)].filter(([, count]) => count > 1)
  expect(shared.length).toBeGreaterThanOrEqual(3)
  expect(shared.every(([, count]) => count === 2)).toBe(true)
})

test('every leader has 24 and every 008 40 characters, with a real day and a known audience', () => {
  for (const record of records) {
    expect(record.leader).toMatch(/^00000n[acegijkmort][bims] a2200000 i 4500$/)
    const general = control(record, '008')
    expect(general).toMatch(/^\d{6}[scdq]\d{4}(?:\d{4}| {4})[a-z ]{3}.{17}[a-z]{3} d$/)
    const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)/.exec(general) ?? []
    expect(isDay(`20${year}-${month}-${day}`)).toBe(true)
    expect(control(record, '005')).toBe(`20${year}${month}${day}090000.0`)
  }
})

test('007 has the length of its category', () => {
  const lengths: Record<string, number> = { t: 2, c: 14, v: 9, m: 23, s: 14, a: 8, q: 2, k: 6, f: 10 }
  for (const record of records) {
    const carrier = control(record, '007')
    if (carrier) expect(`${carrier.length} ${carrier}`).toBe(`${lengths[carrier.charAt(0)]} ${carrier}`)
  }
})

test('every standard number has a valid check digit, and only e-books repeat an ISBN, that of the printed book', () => {
  const isbns = records.flatMap((record) => (subfields(record, '020', 'q')[0] ? [] : subfields(record, '020', 'a')))
  expect(isbns.filter((isbn) => !isIsbn13(isbn) && !isIsbn10(isbn))).toEqual([])
  expect(isbns.length).toBeGreaterThan(2000)
  expect(isbns.filter((isbn, index) => isbns.indexOf(isbn) !== index)).toEqual([])
  const issns = records.flatMap((record) => subfields(record, '022', 'a'))
  expect(issns.filter((issn) => !isIssn(issn.replace('-', '')))).toEqual([])
  expect(issns.length).toBeGreaterThan(25)
})

test('fields are in tag order, with two indicators and no empty subfield', () => {
  const wrong: string[] = []
  for (const record of records) {
    const hundreds = record.fields.map(({ tag }) => Math.floor(Number(tag) / 100))
    if (hundreds.some((hundred, index) => hundred < (hundreds[index - 1] ?? 0))) wrong.push(control(record, '001'))
    for (const field of record.fields) {
      if ('value' in field) continue
      const parts = field.subfields.map(({ code, value }) => `$${code}${value}`).join('')
      const clean = field.subfields.every(({ value }) => value === value.normalize('NFC').trim() && value !== '')
      if (
        !clean ||
        field.subfields.length === 0 ||
        !/^[0-9 ]{2}(?:\$[a-z0-9].+)+$/.test(field.ind1 + field.ind2 + parts)
      )
        wrong.push(`${control(record, '001')} ${field.tag} ${parts}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a list is sorted without initial articles', () => {
  const filed = (title: string) => documents.find((each) => each.title.titlePrimary === title)?.titleSort
  expect(filed('The hobbit')).toBe('hobbit')
  expect(filed('A wizard of Earthsea')).toBe('wizard of earthsea')
  expect(filed('Te kaieke tohorā')).toMatch(/^kaieke/)
  expect(filed('Anne of Green Gables')).toMatch(/^anne/)
})

test('every resource type occurs, and each record reads back as its type', () => {
  const types = new Set(documents.map(({ scisType }) => scisType))
  expect(
    Object.values(itemTypes)
      .flat()
      .filter((type: ItemType) => !types.has(type)),
  ).toEqual([])
  const made = readWorks().map(({ id, form }) => `${id} ${forms[form].type}`)
  expect(documents.map(({ id, scisType }) => `${id} ${scisType}`)).toEqual(made)
})

test('every facet has enough values', () => {
  const audiences = many(({ targetAudienceText }) => targetAudienceText)
  for (const name of ['Lower primary', 'Upper primary', 'Lower secondary', 'Upper secondary'])
    expect(audiences.get(name), name).toBeGreaterThan(400)
  const genres = many(({ genreScis }) => genreScis)
  expect([...genres.keys()].sort()).toEqual([...genreGroups].sort())
  for (const group of genreGroups) expect(genres.get(group), group).toBeGreaterThanOrEqual(20)
  const countries = many((document) => document.placeOfPublicationMarcCountry)
  for (const name of ['Australia', 'New Zealand', 'United Kingdom', 'United States'])
    expect(countries.get(name), name).toBeGreaterThan(90)
  const languages = many(({ language }) => language)
  expect([...languages.values()].filter((count) => count >= 5).length).toBeGreaterThan(10)
  expect(many(({ scisLearningArea }) => scisLearningArea).size).toBe(8)
  expect(many(({ subjects }) => subjects).size).toBeGreaterThan(1000)
  expect(many(({ issuance }) => issuance).get('serial')).toBeGreaterThan(40)
})

test('there are recent works of both fiction and non-fiction', () => {
  const newest = documents.filter(({ voyagerCreateDate }) => voyagerCreateDate >= '2026-09-01')
  expect(newest.filter(({ fiction }) => fiction).length).toBeGreaterThan(20)
  expect(newest.filter(({ fiction }) => !fiction).length).toBeGreaterThan(20)
  expect(documents.filter(({ fiction }) => !fiction).length).toBeGreaterThan(500)
  expect(documents.every(({ voyagerCreateDate }) => voyagerCreateDate <= '2026-11-20')).toBe(true)
})

test('subjects come in both schemes, and only SCISSHL marks fiction', () => {
  for (const document of documents) {
    const schemes = document.subjectHeadings.map(({ scheme }) => scheme)
    expect(new Set(schemes), document.id).toEqual(new Set(['scisshl', 'scot']))
  }
  const holes = documents.find(({ title }) => title.titlePrimary === 'Holes')
  expect(holes?.subjectHeadings).toContainEqual({ heading: 'Prisons -- Fiction', scheme: 'scisshl' })
  expect(holes?.subjectHeadings).toContainEqual({ heading: 'Prisons', scheme: 'scot' })
})

test('Dewey comes in full and abridged, and the full number begins with the abridged one', () => {
  for (const { id, deweyFull, deweyAbridged } of documents) {
    expect(deweyFull, id).toMatch(/^(?:NZ|[AC])?\d{3}(?:\.\d+)?$/)
    expect(deweyFull.startsWith(deweyAbridged) && deweyAbridged !== '', id).toBe(true)
  }
  expect(documents.filter((each) => each.deweyFull !== each.deweyAbridged).length).toBeGreaterThan(2000)
})

test('a librarian finds Harry Potter with series, class, audience, illustrator and cover name', () => {
  const potter = documents.find(({ isbn }) => isbn.includes('9780590353427'))
  expect(potter).toMatchObject({
    title: { noteStmOfResponsibility: 'J. K. Rowling ; illustrated by Mary GrandPré' },
    mainAuthor: { namePersonalPrimary: 'Rowling, J. K., 1965-' },
    series: ['Harry Potter ; 1'],
    deweyFull: '823.92',
    deweyAbridged: '823',
    targetAudienceText: ['Upper primary'],
    genreScis: ['Fantasy'],
    imageFileName: `${potter?.id}.jpg`,
    fiction: true,
  })
})

test('more than 900 free e-books link to Project Gutenberg, some of them entered in the last 92 days', () => {
  const ebooks = documents.filter(({ url }) =>
    url.some(({ href }) => /^https:\/\/www\.gutenberg\.org\/ebooks\/\d+$/.test(href)),
  )
  expect(ebooks.length).toBeGreaterThan(900)
  expect(ebooks.filter(({ voyagerCreateDate }) => voyagerCreateDate >= '2026-08-20').length).toBeGreaterThan(40)
})

test('te reo Māori keeps its macrons and its language code', () => {
  const whale = documents.find(({ title }) => title.titlePrimary === 'Te kaieke tohorā')
  expect(whale).toMatchObject({ language: ['Maori'], placeOfPublicationMarcCountry: 'New Zealand' })
})

test('every record is unchanged after a round trip through ISO 2709', () => {
  const changed = records.filter((record) => {
    const { record: read } = decodeRecord(encodeRecord(record).bytes)
    return JSON.stringify(read.fields) !== JSON.stringify(record.fields)
  })
  expect(changed.map((record) => control(record, '001'))).toEqual([])
})
