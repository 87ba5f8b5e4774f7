import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataField, MarcField, MarcRecord } from '../record.ts'
import { hasData, readAll } from '../testing.ts'
import { toHeading } from './authority-crosswalk.ts'
import type { HeadingDocument } from './heading-document.ts'

const control = (tag: string, value: string): MarcField => ({ tag, value })
const field = (tag: string, ...parts: string[]): DataField => ({
  tag,
  ind1: ' ',
  ind2: ' ',
  subfields: Array.from({ length: parts.length / 2 }, (_, i) => ({ code: parts[2 * i]!, value: parts[2 * i + 1]! })),
})
/** 008/09-16: kind of record, rules, subject system, series type and numbering, uses as name, subject and series. */
const authority = (uses: string, ...fields: MarcField[]): MarcRecord => ({
  leader: '00000nz  a2200000n  4500',
  fields: [control('001', ' sh 85038796 '), control('008', `860211 n ${uses.padEnd(31)}`), ...fields],
})
const subject = 'acannbab'
const name = 'acannaab'

test('a topic with everything that refers to it and from it', () => {
  const record = authority(
    subject,
    field('150', 'a', 'Dogs'),
    field('450', 'a', 'Canis familiaris'),
    field('450', 'w', 'nne', 'a', 'Dog'),
    field('550', 'w', 'g', 'a', 'Domestic animals', '0', '(DLC)sh 85038780'),
    field('550', 'w', 'h', 'a', 'Puppies', '0', 'http://id.loc.gov/authorities/subjects/sh85109042'),
    field('550', 'a', 'Dog breeds'),
    field('667', 'a', 'Not for the public.'),
    field('680', 'i', 'Here are entered works on', 'a', 'Dogs', 'i', 'as companions.'),
  )
  expect(toHeading(record)).toEqual({
    recordId: 'sh 85038796',
    heading: 'Dogs',
    headingSort: 'dogs',
    variants: ['Canis familiaris', 'Dog'],
    kind: 'topic',
    isSubject: true,
    isName: false,
    isSeriesTitle: false,
    topicAuthority: 'lcsh',
    nameAuthority: '',
    broader: [{ heading: 'Domestic animals', number: 'sh85038780' }],
    narrower: [{ heading: 'Puppies', number: 'sh85109042' }],
    related: [{ heading: 'Dog breeds', number: '' }],
    earlier: [],
    later: [],
    note: 'Here are entered works on Dogs as companions.',
  } satisfies HeadingDocument)
})

describe('the heading is written as the subjects of a record are', () => {
  test.each([
    [field('150', 'a', 'Dogs', 'v', 'Juvenile fiction.'), 'Dogs -- Juvenile fiction'],
    [field('151', 'a', 'Australia', 'x', 'History', 'y', '1788-1851'), 'Australia -- History -- 1788-1851'],
    [field('100', 'a', 'Rowling, J. K.', 'e', 'author'), 'Rowling, J. K.'],
    [field('100', 'a', 'Dahl, Roald,', 'd', '1916-1990.'), 'Dahl, Roald, 1916-1990'],
    [field('110', 'a', 'Australia.', 'b', 'Bureau of Meteorology.'), 'Australia. Bureau of Meteorology'],
  ])('%#: %o', (established, heading) => {
    expect(toHeading(authority(subject, established)).heading).toBe(heading)
  })
})

describe('which authority it belongs to', () => {
  test.each<[string, MarcRecord, Partial<HeadingDocument>]>([
    [
      'a person',
      authority(name, field('100', 'a', 'Fox, Mem')),
      { kind: 'person', isName: true, nameAuthority: 'local' },
    ],
    [
      'a name of the Library of Congress',
      authority(name, field('010', 'a', 'n  79021164'), field('100', 'a', 'Twain, Mark')),
      { kind: 'person', isName: true, nameAuthority: 'naf', topicAuthority: '' },
    ],
    [
      'a person of a subject authority',
      authority('azznnbab', field('040', 'f', 'scisshl'), field('100', 'a', 'Robin Hood')),
      { kind: 'person', isSubject: true, topicAuthority: 'scisshl' },
    ],
    [
      'a name that is subdivided',
      authority(name, field('100', 'a', 'Twain, Mark', 'x', 'Humour')),
      { kind: 'person', isSubject: true },
    ],
    ['a body', authority(name, field('110', 'a', 'CSIRO')), { kind: 'corporate body', isName: true }],
    ['a meeting', authority(name, field('111', 'a', 'Olympic Games')), { kind: 'meeting', isName: true }],
    ['a place', authority(name, field('151', 'a', 'Ballarat')), { kind: 'place', isSubject: true }],
    ['a place that is no subject', authority('acnnnabb', field('151', 'a', 'X')), { kind: 'place', isName: true }],
    [
      'a genre',
      authority('anznnbab', field('040', 'f', 'lcgft'), field('155', 'a', 'Fables')),
      { kind: 'genre', topicAuthority: 'lcgft' },
    ],
    ['a work', authority(name, field('100', 'a', 'Austen, Jane.', 't', 'Emma')), { kind: 'title', isName: true }],
    ['a uniform title', authority(name, field('130', 'a', 'Beowulf')), { kind: 'title', isName: true }],
    [
      'a series by its type',
      authority('acabaaaa', field('130', 'a', 'Horrible histories')),
      { kind: 'series', isSeriesTitle: true, isName: false, isSubject: false },
    ],
    [
      'a series by how it is treated',
      authority('a       ', field('130', 'a', 'Deltora'), field('644', 'a', 'f')),
      { kind: 'series', isSeriesTitle: true },
    ],
    [
      'a series with its volume, as programs make them from 830',
      authority('|||a||||', field('130', 'a', 'Deltora (Series)', 'x', '1393-970X', 'v', 'no. 3')),
      { kind: 'series', isSeriesTitle: true, heading: 'Deltora (Series)' },
    ],
    ['of MeSH', authority('ancnnbab', field('150', 'a', 'Teeth')), { topicAuthority: 'mesh', isSubject: true }],
    [
      'of nobody who says so',
      authority('a|||||| ', field('150', 'a', 'Teeth')),
      { topicAuthority: '', isSubject: true },
    ],
  ])('%s', (_, record, expected) => {
    expect(toHeading(record)).toMatchObject(expected)
  })
})

test('earlier headings, later headings and explanations in words', () => {
  const record = authority(
    name,
    field('110', 'a', 'Telstra'),
    field('510', 'w', 'a', 'a', 'Telecom Australia'),
    field('510', 'w', 'b', 'a', 'Telstra Group'),
    field('510', 'w', 'r', 'i', 'Predecessor:', 'a', 'Postmaster-General'),
    field('510', 'w', 'r', 'i', 'Hierarchical superior:', 'a', 'Commonwealth'),
    field('500', 'w', 'r', 'i', 'Founder:', 'a', 'Somebody'),
    field('510', 'w', 't', 'a', 'Parent body'),
  )
  const named = (list: HeadingDocument['broader']) => list.map(({ heading }) => heading)
  const { earlier, later, broader, related } = toHeading(record)
  expect([earlier, later, broader, related].map(named)).toEqual([
    ['Telecom Australia', 'Postmaster-General'],
    ['Telstra Group'],
    ['Commonwealth', 'Parent body'],
    ['Somebody'],
  ])
})

test('a heading in another script leads to it', () => {
  const linked = { ...field('880', '6', '400-01/$1', 'a', '村上春樹'), ind1: '1' }
  const { variants } = toHeading(authority(name, field('100', 'a', 'Murakami, Haruki'), linked))
  expect(variants).toEqual(['村上春樹'])
})

test('a series is sorted without its article', () => {
  const title = { ...field('130', 'a', 'The saddle club'), ind2: '4' }
  expect(toHeading(authority('acabaaaa', title)).headingSort).toBe('saddle club')
})

test.each<[string, MarcRecord, string]>([
  ['a bibliographic record', { leader: '00000nam a2200000 a 4500', fields: [] }, 'not an authority record'],
  ['a deleted one', { ...authority(subject, field('150', 'a', 'X')), leader: '00000dz  a2200000n  4500' }, 'deleted'],
  ['a subdivision', authority('dcannbab', field('180', 'x', 'Biography')), 'subdivision'],
  ['a reference', authority('bcannbab', field('150', 'a', 'Hounds')), 'reference'],
  ['no heading', authority(subject), 'no heading'],
  ['an empty heading', authority(subject, field('150', 'a', ' ')), 'no heading'],
])('%s is refused with a sentence', (_, record, sentence) => {
  expect(() => toHeading(record)).toThrow(sentence)
})

test('any record gives a heading or is refused with a sentence', () => {
  const anyField = fc.oneof(
    fc.record({ tag: fc.constantFrom('001', '008', '150'), value: fc.string() }),
    fc.record({
      tag: fc.constantFrom('100', '150', '450', '550', '680', '880', '1', ''),
      ind1: fc.string({ maxLength: 1 }),
      ind2: fc.string({ maxLength: 1 }),
      subfields: fc.array(
        fc.record({ code: fc.constantFrom('a', 'w', '0', '6', 'x', ''), value: fc.string({ unit: 'binary' }) }),
      ),
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.array(anyField), (leader, fields) => {
      try {
        expect(toHeading({ leader: `00000nz${leader}`, fields }).heading).not.toBe('')
      } catch (error) {
        expect(error).toMatchObject({ code: 'not_a_heading' })
      }
    }),
  )
})

describe.runIf(hasData)('real records', () => {
  test.each([
    ['auth/koha_sample_auth.xml', { total: 1706, headings: 1704, names: 771, subjects: 896, references: 2 }],
    ['auth/evergreen_concerto_auth.xml', { total: 98, headings: 98, names: 65, subjects: 30, references: 11 }],
  ])('%s', async (path, expected) => {
    const { records, rejected } = await readAll(path)
    const headings: HeadingDocument[] = []
    const refused: string[] = []
    for (const record of records)
      try {
        headings.push(toHeading(record))
      } catch (error) {
        refused.push((error as Error).message)
      }
    expect(rejected).toEqual([])
    expect({
      total: records.length,
      headings: headings.length,
      names: headings.filter(({ isName }) => isName).length,
      subjects: headings.filter(({ isSubject }) => isSubject).length,
      references: headings.flatMap(({ broader, narrower, related, earlier, later }) => [
        ...broader,
        ...narrower,
        ...related,
        ...earlier,
        ...later,
      ]).length,
    }).toEqual(expected)
    for (const { isSubject, isName, isSeriesTitle } of headings)
      expect([isSubject, isName, isSeriesTitle].filter((is) => is)).toHaveLength(1)
  })
})
