import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { toDocument } from '../crosswalk/crosswalk.ts'
import { languageTag } from '../crosswalk/languages.ts'
import type { MarcField } from '../record.ts'
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

test('a series without a name is left out, an ISBN of ten digits taken where there is no other', () => {
  const source = { ...titled('Emus'), series: [' ; 3', 'Forest friends'], isbn: ['0868960705'] }
  expect(csl(source)).toEqual({
    ...{ id: '1001', type: 'book', title: 'Emus', 'collection-title': 'Forest friends', ISBN: '0868960705' },
  })
})

test('a page of the web has an address only if the record has one', () => {
  expect(csl({ ...titled('Emus'), scisType: 'Online resource' })).toEqual({
    ...{ id: '1001', type: 'webpage', title: 'Emus' },
  })
})

test('a narrator belongs to a recording, an illustrator to a book', () => {
  const source = {
    ...titled('Emus', 'by Mem Fox ; pictures by Julie Vivas ; read by Noni Hazlehurst'),
    mainAuthor: { namePersonalPrimary: 'Fox, Mem', nameCorporatePrimary: '' },
    contributor: {
      ...{ namePersonalOther: ['Vivas, Julie', 'Hazlehurst, Noni'], nameCorporateOther: [], notePerformers: '' },
    },
  }
  const [author, illustrator, narrator] = [
    [{ family: 'Fox', given: 'Mem' }],
    [{ family: 'Vivas', given: 'Julie' }],
    [{ family: 'Hazlehurst', given: 'Noni' }],
  ]
  const own = { id: '1001', title: 'Emus', author }
  expect(csl({ ...source, scisType: 'Audiobook' })).toEqual({ ...own, type: 'song', genre: 'Audiobook', narrator })
  expect(csl({ ...source, scisType: 'Book' })).toEqual({ ...own, type: 'book', illustrator })
})

test.each([
  ['F = ma : forces for beginners', 'F = ma: forces for beginners'],
  ['2 + 2 = 5', '2 + 2 = 5'],
  ['Emus [electronic resource] : a story', 'Emus: a story'],
  ['Emus[map]', 'Emus'],
  ['Emus  [videorecording]', 'Emus'],
  ['Emus [in the] wild', 'Emus [in the] wild'],
  ['Emus  : a story / ;', 'Emus: a story'],
  ['Emus\n\nand\u0007cassowaries', 'Emus and cassowaries'],
])('the title %j', (title, cleaned) => expect(csl(titled(title)).title).toBe(cleaned))

test.each<[subfields: [string, string][], cited: string, whole: string]>([
  [
    [
      ['a', 'Shells of the bay ='],
      ['b', 'Coquillages'],
    ],
    ...(['Shells of the bay', 'Shells of the bay = Coquillages'] as const),
  ],
  [
    [
      ['a', 'Shells'],
      ['b', '= Coquillages : un conte /'],
      ['c', 'Ann Fox = Anne Renard'],
    ],
    ...(['Shells', 'Shells = Coquillages : un conte'] as const),
  ],
  [
    [
      ['a', 'F = ma.'],
      ['n', 'Part 1, '],
      ['p', 'Forces ='],
      ['b', 'F = ma. Teil 1'],
    ],
    ...(['F = ma. Part 1, Forces', 'F = ma. Part 1, Forces = F = ma. Teil 1'] as const),
  ],
  [
    [
      ['a', 'F = ma :'],
      ['b', 'forces = power /'],
    ],
    ...(['F = ma: forces = power', 'F = ma : forces = power'] as const),
  ],
])('a title in two languages is cited in the first: %j', (subfields, title, whole) => {
  const field = (tag: string, more: [string, string][] = []) => ({
    ...{ tag, ind1: '0', ind2: '0' },
    subfields: [...more, ...subfields].map(([code, value]) => ({ code, value })),
  })
  const document = toDocument({ leader: '00000nam a2200000 a 4500', fields: [field('245')] })
  expect([cslJsonOf(document).title, document.title.titlePrimary]).toEqual([title, whole])
})

const isbdSigns = [' = ', ' : ', ' / ', ' ; ', '. ', ', ', ' + ', ' & ', ' - ', ': ', '; ', ' [sic] ', ' (one) ']
test('a title, a journal and a series keep their words, no matter which ISBD punctuation they have', () => {
  const word = fc.constantFrom('Emus', 'F', 'ma', '2', '5', 'forces', 'the', 'Bay')
  const phrase = fc
    .array(fc.tuple(word, fc.constantFrom(...isbdSigns)), { minLength: 1, maxLength: 5 })
    .map((parts) => `${parts.map(([text, sign]) => text + sign).join('')}end`)
  const wordsOf = (text = '') => text.match(/[\p{L}\d]+/gu)
  fc.assert(
    fc.property(phrase, (text) => {
      const field = (tag: string, ...subfields: [string, string][]) => ({
        ...{ tag, ind1: '0', ind2: '0' },
        subfields: subfields.map(([code, value]) => ({ code, value })),
      })
      const fields = [
        field('245', ['a', text]),
        field('490', ['a', `${text} ;`], ['v', 'no. 7']),
        field('773', ['t', text], ['x', '1441-0176'], ['g', 'p. 3-4']),
      ]
      const item = cslJsonOf(toDocument({ leader: '00000naa a2200000 a 4500', fields }))
      expect(wordsOf(item.title)).toEqual(wordsOf(text))
      expect(wordsOf(item['container-title'])).toEqual(wordsOf(text))
      expect(wordsOf(item['collection-title'])).toEqual(wordsOf(text))
      expect(item['collection-number']).toBe('7')
    }),
    { seed: 43 },
  )
})

test('names of blanks are left out, and half a name stands alone', () => {
  const named = (namePersonalPrimary: string) => csl({ mainAuthor: { namePersonalPrimary, nameCorporatePrimary: '' } })
  expect(named(' ')).not.toHaveProperty('author')
  expect(named(', Mem').author).toEqual([{ literal: 'Mem' }])
  expect(named('Fox, Mem\u0007').author).toEqual([{ family: 'Fox', given: 'Mem' }])
})

test('a record without a number keeps its empty one', () => {
  expect(csl({ id: '' }).id).toBe('')
})

describe('an article or a chapter, by what the record says of its host', () => {
  const host = {
    ...{ title: 'Birds', shortTitle: '', maker: '', edition: '', imprint: '', parts: [], enumeration: '' },
    ...{ issn: '', isbn: '', level: '' },
  }
  const within = (more: Partial<typeof host> & { parts?: string[] }, scisType = 'Book') =>
    csl({ ...titled('Emus'), scisType, host: { ...host, ...more } as typeof host })

  test.each([
    ['an ISSN', { issn: '14410176' }, 'article-journal'],
    ['an ISSN and an ISBN', { issn: '14410176', isbn: '9780306406157' }, 'chapter'],
    ['an ISBN and an issue', { isbn: '9780306406157', enumeration: '12:3' }, 'chapter'],
    ['the level of a serial', { level: 's' }, 'article-journal'],
    ['a level of more than a letter', { level: 'ms' }, 'chapter'],
    ['a level of more than a letter', { level: 'sm' }, 'chapter'],
  ])('%s', (_, more, type) => expect(within(more).type).toBe(type))

  test.each([
    ['Serial', 'article-journal'],
    ['Online resource', 'article-journal'],
    ['Map', 'map'],
    ['DVD', 'motion_picture'],
  ])('a part that is a %s', (scisType, type) => expect(within({ issn: '14410176' }, scisType).type).toBe(type))

  test('a host without a title is none', () => {
    expect(within({ title: ' / ', issn: '14410176' })).toEqual({ id: '1001', type: 'book', title: 'Emus' })
    expect(csl({ ...titled('Emus'), host: null })).toEqual({ id: '1001', type: 'book', title: 'Emus' })
  })

  test.each([
    ['', [undefined, undefined, undefined]],
    ['London : Penguin, 2018.', ['London', 'Penguin', 2018]],
    ['London  :  Penguin  ,  c2018', ['London', 'Penguin', 2018]],
    ['Penguin, 2018', [undefined, 'Penguin', 2018]],
    ['2018', [undefined, undefined, 2018]],
    ['London : Allen, Unwin', ['London', 'Allen, Unwin', undefined]],
    ['London : Allen & Unwin, May 2018', ['London', 'Allen & Unwin', 2018]],
    ['London : Studio 54, Soho', ['London', 'Studio 54, Soho', undefined]],
    ['Sydney: Wise: Books, 2018', ['Sydney', 'Wise: Books', 2018]],
  ])('the imprint %j', (imprint, [place, publisher, year]) => {
    const item = within({ imprint })
    expect([item['publisher-place'], item.publisher, item.issued?.['date-parts'][0]?.[0]]).toEqual([
      ...[place, publisher, year],
    ])
  })

  test('the maker of a journal is not cited, and a book may have none', () => {
    expect(within({ issn: '14410176', maker: 'Daniel, Helen' })).not.toHaveProperty('container-author')
    expect(within({})).not.toHaveProperty('container-author')
  })
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

describe('parts', () => {
  const field = (tag: string, subfields: [string, string][], ind2 = ' '): MarcField => ({
    ...{ tag, ind1: '0', ind2 },
    subfields: subfields.map(([code, value]) => ({ code, value })),
  })
  const dated = { tag: '008', value: `190501s2019    xxu${' '.repeat(17)}eng d` }
  const read = (level: string, ...fields: MarcField[]) =>
    cslJsonOf(
      toDocument({
        leader: `00000na${level} a2200000 a 4500`,
        fields: [
          { tag: '001', value: '9' },
          dated,
          field('245', [
            ['a', 'Emus at dusk /'],
            ['c', 'Rebecca Lim.'],
          ]),
          ...fields,
        ],
      }),
    )
  const own = { id: '9', title: 'Emus at dusk' }
  const issued = { 'date-parts': [[2019]] }

  test('an article, by the ISSN of its journal', () => {
    const host = field('773', [
      ['t', 'Australian birds.'],
      ['p', 'Aust. birds'],
      ['d', 'Sydney : Bird Club'],
      ['g', 'Vol. 12, no. 3 (May 2019), p. 22-5'],
      ['x', '1441-0176'],
    ])
    expect(
      read(
        'a',
        field('300', [
          ['a', 'p. 22-25 :'],
          ['b', 'ill.'],
        ]),
        host,
      ),
    ).toEqual({
      ...own,
      type: 'article-journal',
      'container-title': 'Australian birds',
      'container-title-short': 'Aust. birds',
      ...{ volume: '12', issue: '3', page: '22-25' },
      issued,
      ISSN: '1441-0176',
      language: 'en',
    })
  })

  test('a chapter, by the ISBN of its book; the book’s imprint where the record has none', () => {
    const host = field('773', [
      ['7', 'p1am'],
      ['a', 'Daniel, Helen.'],
      ['t', 'Birds of the south.'],
      ['b', '2nd ed.'],
      ['d', 'London : Penguin, 2018.'],
      ['k', 'Australian nature ; 4'],
      ['z', '0-306-40615-2'],
      ['g', 'pages 12-24'],
    ])
    expect(read('a', host)).toEqual({
      ...own,
      type: 'chapter',
      'container-author': [{ family: 'Daniel', given: 'Helen' }],
      'container-title': 'Birds of the south',
      page: '12-24',
      edition: 2,
      issued,
      publisher: 'Penguin',
      'publisher-place': 'London',
      ISBN: '9780306406157',
      language: 'en',
    })
  })

  test.each([
    [
      '$7 says serial',
      [
        ['7', 'nnas'],
        ['t', 'Emu news'],
        ['g', 'p. 3'],
      ],
      'article-journal',
    ],
    [
      '$7 says book',
      [
        ['7', 'nnam'],
        ['t', 'Emu book'],
        ['g', 'no. 4, p. 3'],
      ],
      'chapter',
    ],
    [
      'an issue',
      [
        ['t', 'Emu news'],
        ['q', '12:3<22'],
      ],
      'article-journal',
    ],
    ['only a title', [['t', 'Emu stories']], 'chapter'],
  ] as [string, [string, string][], string][])('%s', (_, subfields, type) => {
    expect(read('a', field('773', subfields)).type).toBe(type)
  })

  test('a whole work in a collection is no part', () => {
    expect(
      read(
        'm',
        field('773', [
          ['t', 'Springer e-books'],
          ['w', '(DLC)99'],
        ]),
      ),
    ).toMatchObject({ type: 'book' })
    expect(
      read(
        'm',
        field('773', [
          ['t', 'Emu news'],
          ['g', 'No. 4 (2019), p. 3'],
        ]),
      ),
    ).toMatchObject({
      ...{ type: 'article-journal', issue: '4', page: '3' },
    })
  })

  test('a romanised title has its own script from 880', () => {
    const other = field('880', [
      ['6', '245-01/$1'],
      ['a', '夕暮れのエミュー /'],
      ['c', '林'],
    ])
    expect(read('m', other)['original-title']).toBe('夕暮れのエミュー')
    expect(
      read(
        'm',
        field('880', [
          ['6', '246-01'],
          ['a', '別の題'],
        ]),
      ),
    ).not.toHaveProperty('original-title')
    expect(
      read(
        'm',
        field('880', [
          ['6', '245-01'],
          ['a', 'Yūgure no emyū'],
        ]),
      ),
    ).not.toHaveProperty('original-title')
  })
})
