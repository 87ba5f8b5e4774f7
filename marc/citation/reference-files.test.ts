import { expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { bibtex } from './bibtex.ts'
import type { CslItem } from './csl.ts'
import { type CitedDocument, cslJsonOf } from './csl-json.ts'
import { ris } from './ris.ts'

type Source = Partial<CitedDocument> & { by?: string }

const cited = (title: string, { by = '', ...more }: Source) =>
  cslJsonOf({
    ...blankDocument('1001'),
    title: { titlePrimary: title, noteStmOfResponsibility: by },
    language: ['English'],
    ...more,
  })
const person = (main: string, ...others: string[]): Source => ({
  mainAuthor: { namePersonalPrimary: main, nameCorporatePrimary: '' },
  contributor: { namePersonalOther: others, nameCorporateOther: [], notePerformers: '' },
})
const body = (name: string): Source => ({ mainAuthor: { namePersonalPrimary: '', nameCorporatePrimary: name } })

const work = cited('50% off & #1: {a_b} ~ $x^2 \\ end', {
  ...person('Fox, Mem, 1946-', 'King, Martin, Jr.'),
  by: 'Mem Fox and Martin King',
  publicationYear: 1983,
  placeOfPublication: 'Adelaide',
  publisher: 'Omnibus & Sons',
  series: ['Forest friends ; 2'],
  edition: '3rd ed.',
  isbn13: ['9780306406157'],
})

test('BibTeX escapes TeX’s special characters', () => {
  expect(bibtex(work)).toBe(`@book{fox198350,
  author = {Fox, Mem and King, Jr., Martin},
  title = {{50\\% off \\& \\#1: \\textbraceleft{}a\\_b\\textbraceright{} \\textasciitilde{} \\$x\\textasciicircum{}2 \\textbackslash{} end}},
  edition = {3rd},
  series = {Forest friends},
  number = {2},
  publisher = {Omnibus \\& Sons},
  address = {Adelaide},
  year = {1983},
  isbn = {9780306406157},
  language = {English}
}
`)
})

test('BibTeX keeps one publisher whole, and two hyphens two', () => {
  const entry = bibtex(
    cited("Emus -- a ''guide''", { publisher: 'Hodder and Stoughton', placeOfPublication: 'Sydney' }),
  )
  expect(entry).toContain("title = {{Emus -{}- a '{}'guide'{}'}},")
  expect(entry).toContain('publisher = {{Hodder and Stoughton}},')
  expect(entry).toContain('address = {Sydney},')
})

test('BibTeX puts a corporate body in braces; braces always match, regardless of the title', () => {
  const own = bibtex(cited('Education', { ...body('Department of Education and Training'), scisType: 'DVD' }))
  expect(own).toContain('author = {{Department of Education and Training}}')
  expect(own).toMatch(/^@misc\{/)
  for (const title of ['}', '{{{', '\\}']) {
    const bare = bibtex(cited(title, {})).replace(/\\[{}]/g, '')
    expect(bare.split('{').length).toBe(bare.split('}').length)
    expect(bare).toMatch(/^@book\{\w+,/)
  }
})

test('RIS, one value a line', () => {
  expect(ris(work).split('\r\n')).toEqual([
    'TY  - BOOK',
    'ID  - 1001',
    'AU  - Fox, Mem',
    'AU  - King, Martin, Jr.',
    'TI  - 50% off & #1: {a_b} ~ $x^2 \\ end',
    'ST  - 50% off & #1',
    'T3  - Forest friends',
    'M1  - 2',
    'ET  - 3rd ed.',
    'PY  - 1983',
    'CY  - Adelaide',
    'PB  - Omnibus & Sons',
    'SN  - 9780306406157',
    'LA  - en',
    'ER  - ',
    '',
  ])
  expect(ris(cited('A title\nTY  - EVIL', {}))).toContain('TI  - A title TY - EVIL\r\n')
  expect(ris(cited('A serial', { scisType: 'Serial', issn: ['14410176'] }))).toMatch(
    /^TY {2}- JFULL[\s\S]*SN {2}- 1441-0176/,
  )
})

test('each key of a BibTeX file is used once', () => {
  const keys = new Set<string>()
  const entries = Array.from({ length: 28 }, () => bibtex(cited('Emus', {}), keys))
  expect(entries.map((entry) => /\{(\w+),/.exec(entry)?.[1])).toEqual([
    'emus',
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `emus${letter}`),
    'emusaa',
  ])
})

test('RIS names editors, translators and the illustrator each by its own role', () => {
  const source = {
    ...person('Lindgren, Astrid', 'Vang Nyman, Ingrid', 'Nunnally, Tiina', 'Lim, Rebecca'),
    by: 'Astrid Lindgren ; illustrated by Ingrid Vang Nyman ; translated by Tiina Nunnally ; edited by Rebecca Lim',
    subjects: ['Girls -- Fiction', 'Sweden -- Fiction'],
    description: 'First line.\nSecond line.',
    deweyFull: '839.73',
    physical: 'xii, 160 pages : illustrations ; 22 cm',
    notes: ['Includes index.'],
  }
  expect(ris(cited('Pippi Longstocking', source)).split('\r\n')).toEqual([
    'TY  - BOOK',
    'ID  - 1001',
    'AU  - Lindgren, Astrid',
    'ED  - Lim, Rebecca',
    'A4  - Nunnally, Tiina',
    'TI  - Pippi Longstocking',
    'SP  - 160',
    'LA  - en',
    'AB  - First line. Second line.',
    'KW  - Girls -- Fiction',
    'KW  - Sweden -- Fiction',
    'CN  - 839.73',
    'N1  - Illustrated by Ingrid Vang Nyman',
    'N1  - Includes index.',
    'ER  - ',
    '',
  ])
})

test('a film leads with its director in both files', () => {
  const film = cited('Rabbit-proof fence', {
    ...person('', 'Noyce, Phillip'),
    by: 'directed by Phillip Noyce',
    scisType: 'DVD',
  })
  const lines = ris(film).split('\r\n')
  expect(lines).toEqual(expect.arrayContaining(['TY  - VIDEO', 'AU  - Noyce, Phillip', 'M3  - DVD']))
  expect(bibtex(film)).toMatch(/^@misc\{noycerabbitproof,\n {2}author = \{Noyce, Phillip\}/)
})

const blankHost = {
  ...{ title: '', shortTitle: '', maker: '', edition: '', imprint: '', parts: [], enumeration: '' },
  ...{ issn: '', isbn: '', level: '' },
}

test('an article has its journal, volume, issue, pages and ISSN in both files', () => {
  const article = cited('Emus at dusk', {
    ...person('Lim, Rebecca'),
    host: {
      ...{ ...blankHost, title: 'Birds & beasts', shortTitle: 'Birds beasts', issn: '14410176' },
      parts: ['Vol. 12, no. 3 (May 2019), p. 22-25'],
    },
    titleInScript: '夕暮れ',
  })
  expect(ris(article).split('\r\n')).toEqual([
    'TY  - JOUR',
    'ID  - 1001',
    'AU  - Lim, Rebecca',
    'TI  - Emus at dusk',
    'T2  - Birds & beasts',
    'JF  - Birds & beasts',
    'J2  - Birds beasts',
    'VL  - 12',
    'IS  - 3',
    'PY  - 2019',
    'SN  - 1441-0176',
    'SP  - 22',
    'EP  - 25',
    'LA  - en',
    'N1  - Title in its own script: 夕暮れ',
    'ER  - ',
    '',
  ])
  expect(bibtex(article)).toBe(`@article{lim2019emus,
  author = {Lim, Rebecca},
  title = {{Emus at dusk}},
  journal = {Birds \\& beasts},
  origtitle = {夕暮れ},
  volume = {12},
  number = {3},
  pages = {22--25},
  year = {2019},
  issn = {1441-0176},
  language = {English}
}
`)
})

test('a chapter has its book, with editors, pages and ISBN; stretches of pages are not divided', () => {
  const chapter = cited('Emus at dusk', {
    ...person('Lim, Rebecca', 'Daniel, Helen'),
    by: 'Rebecca Lim ; edited by Helen Daniel',
    host: {
      ...blankHost,
      title: 'Birds',
      imprint: 'Perth : Wise, 2018',
      parts: ['p. 12-24, 30'],
      isbn: '9780306406157',
    },
  })
  expect(ris(chapter).split('\r\n')).toEqual(
    expect.arrayContaining([
      'TY  - CHAP',
      'T2  - Birds',
      'ED  - Daniel, Helen',
      'SP  - 12-24, 30',
      'SN  - 9780306406157',
    ]),
  )
  expect(bibtex(chapter)).toMatch(/^@incollection\{[^@]*booktitle = \{Birds\},[^@]*pages = \{12--24, 30\},/)
})

const names = (family: string) => [{ family, given: 'A.' }]
/** An item with every member; `type` decides which of them count. */
const full = (type: CslItem['type']): CslItem => ({
  ...{ id: 'b-12', type, title: 'Emus', 'title-short': 'E', author: names('Author'), editor: names('Editor') },
  ...{ translator: names('Translator'), illustrator: names('Illustrator'), director: names('Director') },
  narrator: [...names('Narrator'), { literal: 'Choir' }],
  ...{ 'container-title': 'Birds', 'container-title-short': 'B.', volume: '1', issue: '2', page: '3-4' },
  ...{ 'collection-title': 'Series', 'collection-number': '5', edition: 'Rev. ed.', publisher: 'Penguin' },
  ...{ 'publisher-place': 'London', ISBN: '9780306406157', ISSN: '1441-0176', URL: 'https://emu.example/{a}\\' },
  issued: { 'date-parts': [[2018], [2019]] },
  ...{ medium: 'DVD', genre: 'Film', note: 'A  note\r\n\u2028here ' },
})
const lines = (item: CslItem, ...tags: string[]) =>
  ris(item)
    .split('\r\n')
    .filter((line) => tags.includes(line.slice(0, 2)))
const field = (item: CslItem, name: string) => new RegExp(`^ {2}${name} = \\{(.*)\\},?$`, 'm').exec(bibtex(item))?.[1]

test('RIS has the number and the short title of a journal only for an article, the one in a series only for a book', () => {
  const tags = ['JF', 'J2', 'IS', 'SV', 'M1', 'SN', 'AU']
  expect(lines(full('article-journal'), ...tags)).toEqual([
    ...['AU  - Author, A.', 'JF  - Birds', 'J2  - B.', 'IS  - 2', 'SN  - 1441-0176'],
  ])
  expect(lines(full('chapter'), ...tags)).toEqual(['AU  - Author, A.', 'SV  - 5', 'SN  - 9780306406157'])
  expect(lines(full('book'), ...tags)).toEqual(['AU  - Author, A.', 'M1  - 5', 'SN  - 9780306406157'])
  expect(lines(full('motion_picture'), ...tags)).toEqual(['AU  - Director, A.', 'SN  - 9780306406157'])
  expect(lines({ ...full('motion_picture'), director: [] }, 'AU')).toEqual(['AU  - Author, A.'])
  expect(lines(full('periodical'), 'SN')).toEqual(['SN  - 1441-0176'])
})

test('RIS names an e-book, those who read, a note on one line, and the address', () => {
  expect(lines({ ...full('book'), medium: 'E-book' }, 'TY')).toEqual(['TY  - EBOOK'])
  expect(lines(full('song'), 'N1', 'UR')).toEqual([
    'N1  - Illustrated by A. Illustrator',
    'N1  - Narrated by A. Narrator, Choir',
    'N1  - A  note here',
    'UR  - https://emu.example/{a}\\',
  ])
})

test('BibTeX has the publisher and place of a book, and one line for anything else', () => {
  const imprint = ['howpublished', 'publisher', 'address']
  const of = (item: CslItem) => imprint.map((name) => field(item, name))
  expect(of(full('book'))).toEqual([undefined, 'Penguin', 'London'])
  expect(of(full('chapter'))).toEqual([undefined, 'Penguin', 'London'])
  expect(of(full('article-journal'))).toEqual([undefined, 'Penguin', undefined])
  const film = full('motion_picture')
  expect(of(film)).toEqual(['DVD. London: Penguin', undefined, undefined])
  const { medium: _, ...unnamed } = film
  expect(field(unnamed, 'howpublished')).toBe('Film. London: Penguin')
  const { genre: __, ...bare } = unnamed
  expect(field(bare, 'howpublished')).toBe('London: Penguin')
})

test('BibTeX names editors and translators, a span of years, and an address without braces', () => {
  const book = full('book')
  expect(field(book, 'editor')).toBe('Editor, A.')
  expect(field(book, 'translator')).toBe('Translator, A.')
  expect(field(book, 'year')).toBe('2018--2019')
  expect(field(book, 'url')).toBe('https://emu.example/%7Ba%7D%5C')
  expect(field(book, 'edition')).toBe('Rev. ed.')
})

test.each([
  ['the first word of a body', { author: [{ literal: 'Bird Club' }] }, 'bird2018emus'],
  ['without an article', { title: 'The emus' }, 'author2018emus'],
  ['without an article', { title: 'A  emu' }, 'author2018emu'],
  ['not without a word like one', { title: 'Theatre' }, 'author2018theatre'],
  ['not without a word like one', { title: 'Bathe' }, 'author2018bathe'],
  ['not without a word like one', { title: 'Another' }, 'author2018another'],
])('the key of a BibTeX entry: %s', (_, more, key) => {
  expect(bibtex({ ...full('book'), ...more })).toContain(`@book{${key},`)
})

test('the key of a BibTeX entry in another script is the record’s number', () => {
  const item: CslItem = { id: 'b-12', type: 'book', title: '鳥' }
  expect(bibtex(item)).toBe('@book{recordb12,\n  title = {{鳥}}\n}\n')
})
