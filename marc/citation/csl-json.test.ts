import { expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { languageTag } from '../crosswalk/languages.ts'
import { type CitedDocument, cslJsonOf } from './csl-json.ts'

const csl = (more: Partial<CitedDocument>) => cslJsonOf({ ...blankDocument('1001'), ...more })
const titled = (titlePrimary: string, noteStmOfResponsibility = '') => ({
  title: { titlePrimary, noteStmOfResponsibility },
})

test('a book with all that the catalogue knows', () => {
  const source = {
    ...titled('Possum magic : a story', 'written by Mem Fox ; illustrated by Julie Vivas'),
    mainAuthor: { namePersonalPrimary: 'Fox, Mem, 1946-', nameCorporatePrimary: '' },
    contributor: { namePersonalOther: ['Vivas, Julie, 1947-'], nameCorporateOther: [], notePerformers: '' },
    series: ['Forest friends ; bk. 2', 'Another series'],
    edition: '2nd ed.',
    publicationYear: 1983,
    dateIssued: 'c1983.',
    publisher: 'Omnibus Books',
    placeOfPublication: '[Adelaide]',
    isbn: ['0868960705'],
    isbn13: ['9780868960708'],
    physical: '[32] p. : col. ill. ; 26 cm.',
    language: ['English', 'French'],
    subjects: ['Possums -- Fiction', 'Australia -- Fiction'],
    description: 'Hush\nis invisible.',
    deweyFull: 'A823.3',
    notes: ['For children.', 'Winner of a prize.'],
  }
  expect(csl(source)).toEqual({
    id: '1001',
    type: 'book',
    title: 'Possum magic: a story',
    'title-short': 'Possum magic',
    author: [{ family: 'Fox', given: 'Mem' }],
    illustrator: [{ family: 'Vivas', given: 'Julie' }],
    'collection-title': 'Forest friends',
    'collection-number': '2',
    edition: 2,
    issued: { 'date-parts': [[1983]] },
    publisher: 'Omnibus Books',
    'publisher-place': 'Adelaide',
    ISBN: '9780868960708',
    'number-of-pages': '32',
    language: 'en',
    abstract: 'Hush is invisible.',
    keyword: 'Possums -- Fiction; Australia -- Fiction',
    'call-number': 'A823.3',
    note: 'For children. Winner of a prize.',
  })
})

test('what is absent is omitted, a record without a title says so', () => {
  expect(csl({})).toEqual({ id: '1001', type: 'book', title: '[Untitled]' })
})

test.each([
  ['E-book', { type: 'book', medium: 'E-book', URL: 'https://example.org/emu' }],
  ['Online resource', { type: 'webpage', URL: 'https://example.org/emu' }],
  ['DVD', { type: 'motion_picture', genre: 'Film', medium: 'DVD' }],
  ['Audiobook', { type: 'song', genre: 'Audiobook' }],
  ['Kit', { type: 'document', genre: 'Kit' }],
])('%s', (scisType, kind) => {
  const url = [{ href: 'https://example.org/emu', label: '' }]
  expect(csl({ ...titled('Emus'), scisType, url })).toEqual({ id: '1001', title: 'Emus', ...kind })
})

test.each([
  ['Goethe, Johann Wolfgang von', { family: 'Goethe', given: 'Johann Wolfgang', 'dropping-particle': 'von' }],
  ['van der Meer, John', { family: 'Meer', given: 'John', 'non-dropping-particle': 'van der' }],
  ['hooks, bell', { family: 'hooks', given: 'bell' }],
  ['King, Martin Luther, Jr.', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
])('the particles and suffix of %s', (namePersonalPrimary, name) => {
  expect(csl({ mainAuthor: { namePersonalPrimary, nameCorporatePrimary: '' } }).author).toEqual([name])
})

test.each([
  ['French', 'fr'],
  ['Galician', 'gl'],
  ['Scottish Gaelic', 'gd'],
  ['Sami', 'smi'],
  ['Chinese', 'zh'],
  ['Greek, Ancient (to 1453)', 'grc'],
  ['No such language', ''],
])('the tag of %s', (name, tag) => expect(languageTag(name)).toBe(tag))
