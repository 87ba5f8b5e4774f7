import { expect, test } from 'vitest'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { sampleAuthorities } from './authorities.ts'
import { sampleHeadings } from './headings.ts'
import { sampleRecords } from './sample-catalogue.ts'
import { readTable } from './table.ts'

/** Written as MARC and read again, like a library's file. */
const records = [...sampleAuthorities()].map((record) => decodeRecord(encodeRecord(record).bytes))
const headings = records.map(({ record }) => toHeading(record))
const subjects = headings.filter(({ isSubject }) => isSubject)

test('every record is complete, and no two share a number', () => {
  expect(records.flatMap(({ repairs }) => repairs)).toEqual([])
  expect(new Set(headings.map(({ recordId }) => recordId)).size).toBe(headings.length)
  for (const { record } of records)
    expect(record.fields.find(({ tag }) => tag === '008')).toMatchObject({ value: expect.stringMatching(/^.{40}$/) })
})

test('there are at least 400 subject headings with references, of each scheme', () => {
  for (const scheme of ['scisshl', 'scot']) {
    const withReferences = subjects.filter(
      ({ topicAuthority, broader, narrower, related, variants }) =>
        topicAuthority === scheme && broader.length + narrower.length + related.length + variants.length > 0,
    )
    expect(withReferences.length, scheme).toBeGreaterThanOrEqual(400)
  }
})

test('subjects match the list, with all its details', () => {
  for (const { scheme, heading, broader, narrower, related, seeFrom } of sampleHeadings()) {
    const written = (names: string[]) => names.map((name) => name.replaceAll(' - ', ' -- '))
    const found = subjects.find((each) => each.topicAuthority === scheme && each.heading === written([heading])[0])
    const named = (list: { heading: string }[] = []) => list.map((each) => each.heading)
    expect({
      broader: named(found?.broader),
      narrower: named(found?.narrower),
      related: named(found?.related),
      variants: found?.variants,
    }).toEqual({
      broader: written(broader),
      narrower: written(narrower),
      related: written(related),
      variants: written(seeFrom).filter((name) => name !== heading),
    })
  }
})

test("names and series match the catalogue's records", () => {
  const documents = [...sampleRecords()].map(toDocument)
  const authors = new Set(documents.flatMap((each) => each.authors))
  const names = headings.filter(({ isName }) => isName)
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter(({ heading }) => !authors.has(heading)).map(({ heading }) => heading)).toEqual([])
  const series = headings.filter(({ isSeriesTitle }) => isSeriesTitle)
  expect(series.length).toBeGreaterThan(50)
  const inCatalogue = documents.flatMap((each) => each.series).join('\n')
  expect(series.filter(({ heading }) => !inCatalogue.includes(heading)).map(({ heading }) => heading)).toEqual([])
})

test('names and series have references from unused forms, and each line of the list leads to one of them', () => {
  const rows = readTable<'heading' | 'seeFrom'>('see-from.tsv')
  const others = headings.filter(({ isSubject }) => !isSubject)
  for (const { heading, seeFrom } of rows) {
    const found = others.filter(({ variants }) => variants.includes(seeFrom))
    expect(
      found.map((each) => each.heading.startsWith(heading.replace(/\.$/, ''))),
      seeFrom,
    ).toEqual([true])
    expect(others.map((each) => each.heading)).not.toContain(seeFrom)
  }
})
