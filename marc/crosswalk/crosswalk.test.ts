import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { dublinCoreOf } from '../dublin-core/dublin-core.ts'
import { recordToMods } from '../mods/mods.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { dataFiles, hasData, readShare } from '../testing.ts'
import { toDocument } from './crosswalk.ts'
import { enteredOn, readFixedFields } from './fixed-fields.ts'
import { sortKey } from './sort-key.ts'

/** `data('245', '14', 'aThe hobbit /', 'cJ.R.R. Tolkien.')` */
const data = (tag: string, indicators: string, ...subfields: string[]): MarcField => ({
  tag,
  ind1: indicators.charAt(0),
  ind2: indicators.charAt(1),
  subfields: subfields.map((part) => ({ code: part.charAt(0), value: part.slice(1) })),
})
const made = (fields: MarcField[], leader = '00000cam a2200000 i 4500'): MarcRecord => ({ leader, fields })
/** 008 of a book with some positions set. */
const general = (set: Record<number, string> = {}) => {
  const positions = [...'110922s2004    vra           000 0 eng d'.padEnd(40)]
  for (const [at, value] of Object.entries(set)) positions.splice(Number(at), value.length, ...value)
  return { tag: '008', value: positions.join('') }
}
const documentOf = (...fields: MarcField[]) => toDocument(made(fields))

test('a record of a children’s book becomes the document of a search hit', () => {
  const document = documentOf(
    { tag: '001', value: ' scis1234567 ' },
    general({ 22: 'j', 33: '1' }),
    data('020', '  ', 'a9780439023481 (hbk.) :', 'c$19.99'),
    data('020', '  ', 'z9780439023499'),
    data('082', '04', 'a813/.6', '223'),
    data('082', '14', 'aFic'),
    data('100', '1 ', 'aCollins, Suzanne,', 'd1962-', 'eauthor.'),
    data('245', '14', 'aThe Hunger Games :', 'ba novel /', 'cSuzanne Collins ; illustrated by J. Smith.'),
    data('246', '3 ', 'aHunger games'),
    data('264', ' 1', 'aMelbourne, Vic. :', 'bScholastic Press,', 'cc2008.'),
    data('264', ' 4', 'c©2008'),
    data('300', '  ', 'a374 pages ;', 'c22 cm.'),
    data('490', '1 ', 'aThe Hunger Games ;', 'vbook 1'),
    data('500', '  ', 'aFirst published in 2008.'),
    data('586', '  ', 'aYoung readers’ award, 2010.'),
    data('653', '  ', 'aarena'),
    data('520', '  ', 'aIn a future North America …'),
    data('521', '1 ', 'a012-018.'),
    data('650', ' 7', 'aSurvival', 'vFiction.', '2scisshl'),
    data('650', ' 0', 'aContests', 'xPsychological aspects', 'vFiction.'),
    data('655', ' 7', 'aScience fiction.', '2scisgenre'),
    data('658', '  ', 'aEnglish'),
    data('700', '1 ', 'aSmith, J.,', 'eillustrator.'),
    data('800', '1 ', 'aCollins, Suzanne.', 'tHunger Games ;', 'v1.'),
    data('856', '42', 'uhttps://example.org/hunger', 'yTeachers’ notes'),
    data('856', '42', 'ujavascript:alert(1)'),
    data('956', '  ', 'fcover-1234567.jpg'),
  )

  expect(document).toMatchObject({
    id: 'scis1234567',
    title: {
      titlePrimary: 'The Hunger Games : a novel',
      noteStmOfResponsibility: 'Suzanne Collins ; illustrated by J. Smith',
    },
    scisType: 'Book',
    isbn: ['9780439023481'],
    isbn10: ['0439023483'],
    isbn13: ['9780439023481'],
    dateIssued: 'c2008.',
    dateIssuedMarc: '2004',
    publicationYear: 2004,
    authors: ['Collins, Suzanne, 1962-', 'Smith, J.'],
    mainAuthor: { namePersonalPrimary: 'Collins, Suzanne, 1962-', nameCorporatePrimary: '' },
    contributor: { namePersonalOther: ['Smith, J.'] },
    series: ['The Hunger Games ; book 1', 'Hunger Games ; 1'],
    genreScis: ['Science fiction'],
    subjects: ['Survival -- Fiction', 'Contests -- Psychological aspects -- Fiction'],
    subjectHeadings: [
      { heading: 'Survival -- Fiction', scheme: 'scisshl' },
      { heading: 'Contests -- Psychological aspects -- Fiction', scheme: 'lcsh' },
    ],
    readingLevel: ['Interest age 12-18'],
    scisLearningArea: ['English'],
    placeOfPublicationMarcCountry: 'Australia',
    language: ['English'],
    issuance: 'nonSerial',
    publisher: 'Scholastic Press',
    placeOfPublication: 'Melbourne, Vic.',
    deweyFull: '813.6',
    deweyAbridged: 'Fic',
    physical: '374 pages ; 22 cm.',
    url: [{ href: 'https://example.org/hunger', label: 'Teachers’ notes' }],
    imageFileName: 'cover-1234567.jpg',
    voyagerCreateDate: '2011-09-22',
    fiction: true,
    titleSort: 'hunger games a novel',
    authorSort: 'collins suzanne 1962',
    variantTitles: ['Hunger games'],
    notes: ['First published in 2008.', 'Young readers’ award, 2010.'],
    searched: { titles: ['Hunger games'], identifiers: ['9780439023499'] },
  })
})

test('a record with nothing in it becomes an empty document', () => {
  expect(toDocument(made([], ''))).toMatchObject({
    id: '',
    isbn: [],
    publicationYear: null,
    fiction: false,
    language: [],
  })
})

describe('titles', () => {
  test.each([
    [['aGreen eggs and ham /'], 'Green eggs and ham'],
    [['aDr. Seuss', 'bABC'], 'Dr. Seuss : ABC'],
    [['aHenry IV.', 'nPart 2,', 'pThe film'], 'Henry IV. Part 2, The film'],
    [['aThe long walk', 'nBook 2'], 'The long walk. Book 2'],
    [['aWhat next?'], 'What next?'],
    [['aHe waited …'], 'He waited …'],
    [['aTo be continued ...'], 'To be continued ...'],
    [['aAliens vs. Predator Jr.'], 'Aliens vs. Predator Jr.'],
    [['aCafe\u0301 noir.'], 'Café noir'],
  ])('%j is shown as “%s”', (subfields, shown) => {
    expect(documentOf(data('245', '00', ...subfields)).title.titlePrimary).toBe(shown)
  })

  test('are sorted without article, marks and punctuation', () => {
    expect(documentOf(data('245', '00', "aL'Étranger /")).titleSort).toBe('letranger')
    expect(documentOf(data('245', '02', "aL'Étranger /")).titleSort).toBe('etranger')
    expect(sortKey('Māori “tales”: 2nd ed.')).toBe('maori tales 2nd ed')
  })

  test('in another script are searched with their Latin ones', () => {
    const { searched } = documentOf(
      data('245', '10', '6880-01', 'aVoĭna i mir /'),
      data('880', '10', '6245-01/(N', 'aВойна и мир /'),
      data('880', '1 ', '6100-02/(N', 'aТолстой, Лев'),
      data('880', '  ', 'aбез ссылки'),
    )
    expect(searched).toMatchObject({
      titles: ['Война и мир /'],
      authors: ['Толстой, Лев'],
      notes: ['без ссылки'],
    })
  })
})

test('the author of a related work is found by name, and is no contributor', () => {
  const document = documentOf(data('700', '12', 'aShakespeare, William,', 'd1564-1616.', 'tHamlet.', 'kSelections.'))
  expect([document.contributor.namePersonalOther, document.authors, document.makers]).toEqual([[], [], []])
  expect(document.searched.authors).toEqual(['Shakespeare, William, 1564-1616'])
  expect(document.searched.titles).toEqual(['Hamlet'])
})

describe('numbers', () => {
  test('an ISBN with a wrong check digit is searched, and shown as another number', () => {
    const { isbn, isbn13, searched, facts } = documentOf(data('020', '  ', 'a0439023484'))
    expect(facts).toMatchObject([{ label: 'Other ISBN', text: '0439023484' }])
    expect({ isbn, isbn13, found: searched.identifiers }).toEqual({ isbn: [], isbn13: [], found: ['0439023484'] })
  })

  test('an ISBN of 979 has no ISBN-10', () => {
    expect(documentOf(data('020', '  ', 'a979-10-90636-07-1'))).toMatchObject({ isbn10: [], isbn13: ['9791090636071'] })
  })

  test('ISSN, EAN and system numbers are kept apart', () => {
    const fields = [
      data('022', '0 ', 'a0378-5955', 'l0378-5955'),
      data('024', '3 ', 'a4006381333931'),
      data('035', '  ', 'a(OCoLC)1'),
    ]
    expect(documentOf(...fields)).toMatchObject({ issn: ['03785955'], otherIdentifier: ['4006381333931', '(OCoLC)1'] })
  })
})

describe('coded positions', () => {
  test('008/22 is the audience of a book, and something else on a map or a serial', () => {
    const field = general({ 22: 'a' })
    expect(toDocument(made([field])).targetAudienceText).toEqual(['Preschool'])
    expect(toDocument(made([field], '00000cem a2200000 i 4500')).targetAudienceText).toEqual([])
    expect(toDocument(made([field], '00000cas a2200000 i 4500')).targetAudienceText).toEqual([])
  })

  test.each([
    [{ 7: '19uu' }, '', null],
    [{ 7: '    ' }, '', null],
    [{ 7: '2004' }, '2004', 2004],
  ])('an unknown date is not guessed: %j', (set, dateIssuedMarc, publicationYear) => {
    expect(documentOf(general(set))).toMatchObject({ dateIssuedMarc, publicationYear })
  })

  test('a year that only the imprint gives is taken from the imprint', () => {
    expect(documentOf(general({ 7: 'uuuu' }), data('260', '  ', 'c[1987?]')).publicationYear).toBe(1987)
  })

  test.each([
    ['260930', 2026, '2026-09-30'],
    ['270101', 2026, '1927-01-01'],
    ['340430', 2026, '1934-04-30'],
    ['340430', 2034, '2034-04-30'],
    ['991231', 2026, '1999-12-31'],
    ['261331', 2026, ''],
  ])('a record of %s, read in %i, was entered on “%s”', (written, thisYear, date) => {
    expect(enteredOn(readFixedFields(made([general({ 0: written })])), thisYear)).toBe(date)
  })

  test('no record was entered in a future year', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T09:59:59Z') })
    onTestFinished(() => void vi.useRealTimers())
    expect(documentOf(general({ 0: '270101' })).voyagerCreateDate).toBe('1927-01-01')
    // The new year has started in the zone that is furthest ahead.
    vi.setSystemTime('2026-12-31T10:00:00Z')
    expect(documentOf(general({ 0: '270101' })).voyagerCreateDate).toBe('2027-01-01')
  })

  test('a serial shows the years in which it appeared', () => {
    const serial = (dates: string) => toDocument(made([general({ 6: 'd', 7: dates })], '00000cas a2200000 i 4500'))
    expect(serial('19982003').dateIssuedMarc).toBe('1998-2003')
    expect(serial('19989999').dateIssuedMarc).toBe('1998-')
    expect(serial('19982003').issuance).toBe('serial')
  })

  test('languages come from 008 and 041, packed codes included', () => {
    expect(documentOf(general(), data('041', '0 ', 'aengfreger', 'dmao'), data('041', '07', 'aen')).language).toEqual([
      'English',
      'French',
      'German',
      'Maori',
    ])
  })
})

describe('fiction', () => {
  const genre = (term: string) => data('655', ' 7', `a${term}`, '2scisgenre')
  test.each([
    ['008/33 says novel', true, [general({ 33: 'f' })]],
    ['008/33 says not fiction', false, [general({ 33: '0' })]],
    ['a 655 is of a fiction genre group', true, [general(), genre('Detective and mystery stories.')]],
    ['a 655 is about facts', false, [general(), genre('War photography.')]],
    ['082 says F', true, [general(), data('082', '04', 'a[Fic]')]],
    ['the call number says F', true, [general(), data('852', '  ', 'hF COL')]],
    ['082 is a number', false, [general(), data('082', '04', 'a599.5')]],
    ['the call number is of the Library of Congress', false, [general(), data('050', '00', 'aF1234 .B5')]],
  ])('%s', (_, fiction, fields) => {
    expect(documentOf(...fields).fiction).toBe(fiction)
  })
})

test('a genre term adds the group it belongs to', () => {
  expect(documentOf(data('655', ' 7', 'aHumorous fiction.'), data('655', ' 7', 'aWar stories')).genreScis).toEqual([
    'Humorous fiction',
    'War stories',
    'Humorous',
    'War',
  ])
})

describe.skipIf(!hasData)('real records', () => {
  test.each(dataFiles('bib', /\.(?:mrc|marc|dat|usmarc|xml)$/))(
    '%s: titles are clean and years are years',
    async (file) => {
      for (const { record } of await readShare(file)) {
        const document = toDocument(record)
        const shown = [document.title.titlePrimary, ...document.authors, ...document.subjects, ...document.series]
        for (const text of shown) expect(text).not.toMatch(/^\s|[\s/:;,=]$|[\x00-\x1f\x7f-\x9f]| {2}/)
        for (const number of document.isbn13) expect(number).toMatch(/^97[89]\d{10}$/)
        expect(document.publicationYear ?? 2000).toBeGreaterThan(999)
      }
    },
  )
})

describe('further facts', () => {
  const factsOf = (...fields: MarcField[]) => documentOf(...fields).facts.map(({ label, text }) => `${label}: ${text}`)

  test('a map shows its scale, projection and coordinates', () => {
    const printed = data(
      '255',
      '  ',
      'aScale 1:50,000 ;',
      'btransverse Mercator projection',
      'c(E 150°--E 151°/S 33°--S 34°).',
    )
    const coded = data('034', '1 ', 'aa', 'b50000', 'dE1500000', 'eE1510030', 'fS0330000', 'gS0340000')
    expect(factsOf(coded, printed)).toEqual([
      'Scale: 1:50,000',
      'Projection: transverse Mercator projection',
      'Coordinates: E 150°--E 151°/S 33°--S 34°',
    ])
    expect(factsOf(coded)).toEqual(['Coordinates: 150° E to 151°00′30″ E, 33° S to 34° S'])
  })

  test('a serial names how often it appears, and links those before and after it', () => {
    const { facts, searched } = documentOf(
      data('022', '  ', 'a0198-4268', 'l0198-4268', 'y0198-425X'),
      data('310', '  ', 'aMonthly,', 'b2009-'),
      data('321', '  ', 'aWeekly,', 'b2001-2008'),
      data('362', '0 ', 'aVol. 1, no. 1 (Jan. 2001)-'),
      data('780', '00', 'tChickadee monthly', 'x1441-0176', 'w(DLC)   sn 8201'),
      data('785', '05', 'tNature “today”', 'w(SCIS)12345'),
    )
    expect(facts).toEqual([
      { label: 'Frequency', text: 'Monthly, 2009-', find: '' },
      { label: 'Former frequency', text: 'Weekly, 2001-2008', find: '' },
      { label: 'Numbering', text: 'Vol. 1, no. 1 (Jan. 2001)-', find: '' },
      { label: 'Continues', text: 'Chickadee monthly', find: 'identifier:14410176 OR title:"Chickadee monthly"' },
      { label: 'Absorbed in part by', text: 'Nature “today”', find: 'identifier:12345 OR title:"Nature “today”"' },
      { label: 'Other ISSN', text: '0198-425X', find: '' },
    ])
    expect(searched.notes).toContain('Weekly, 2001-2008')
    expect(searched.titles).toContain('Chickadee monthly')
  })

  test('a book shows its original, its other statements, programs, awards and what its numbers belong to', () => {
    expect(
      factsOf(
        data('020', '  ', 'a9780439023481', 'qhbk.'),
        data('020', '  ', 'a0306406152 (pbk. : v. 1)'),
        data('041', '1 ', 'aeng', 'hfre'),
        data('240', '10', 'aPetit prince.', 'lEnglish'),
        data('264', ' 1', 'aSydney :', 'bCurrency,', 'c2008.'),
        data('264', ' 2', 'aMelbourne :', 'bBooks United.'),
        data('264', ' 4', 'c©2008'),
        data('264', '31', 'aPerth :', 'bFremantle,', 'c2010.'),
        data('506', '  ', 'aFor schools only.'),
        data('521', '8 ', 'aYears 3-4', 'bFollett.'),
        data('526', '0 ', 'aAccelerated Reader', 'bMG', 'c4.7', 'd8.0'),
        data('586', '  ', 'aYoung readers’ award, 2010.'),
        data('028', '02', 'a474 631-2', 'bDecca', 'q(CD)'),
        data('700', '12', 'iContains (work):', 'aCamus, Albert,', 'tÉtranger.'),
        data('730', '0 ', 'iMotion picture adaptation of (work):', 'aPeter Pan.'),
      ),
    ).toEqual([
      'Uniform title: Petit prince. English',
      'Uniform title: Motion picture adaptation of: Peter Pan',
      'Includes: Camus, Albert, Étranger',
      'Translated from: French',
      'Distributed: Melbourne : Books United.',
      'Copyright: ©2008',
      'Also published: Perth : Fremantle, 2010.',
      'Audience source: Follett',
      'Reading program: Accelerated Reader, interest level MG',
      'Awards: Young readers’ award, 2010.',
      'Access: For schools only.',
      'ISBN form: 9780439023481 hbk',
      'ISBN form: 0306406152 pbk. : v. 1',
      'Recording number: 474 631-2 (Decca, CD)',
    ])
  })

  test('a link, a printing and a linked edition are shown with all that the record says of them', () => {
    const fields = [
      data('260', '  ', 'aOxford :', 'bClarendon Press,', 'c1978', 'g(1987 printing)'),
      data('775', '08', 'efre', 'o444135'),
      data('776', '08', 'iOnline version:', 'tTides', 'h1 map'),
      data('776', '08', 'iE-book version', 'z9780571297771'),
    ]
    expect(factsOf(...fields)).toEqual([
      'Printed: 1987 printing',
      'Other edition: French',
      'Other form: Online version: Tides, 1 map',
      'Other form: E-book version: 9780571297771',
    ])
    const link = data('856', '40', 'uhttps://example.org/', 'yFull text', 'zFor schools:', 'zMap')
    expect(documentOf(link).url).toEqual([{ href: 'https://example.org/', label: 'Full text — For schools — Map' }])
  })

  test('a body’s name has its meetings, and no part of a title', () => {
    const congress = data('110', '1 ', 'aUnited States.', 'bCongress', 'n(94th :', 'd1976).', 'bSenate.')
    const work = data('710', '12', 'aBible Society.', 'tReports.', 'nNo. 2')
    const { mainAuthor, contributor } = documentOf(congress, work)
    expect(mainAuthor.nameCorporatePrimary).toBe('United States. Congress (94th : 1976). Senate')
    expect(contributor.nameCorporateOther.join()).not.toContain('No. 2')
  })

  test('local notes are a member of their own', () => {
    expect(documentOf(data('591', '  ', 'aGift of the class of 1998.'))).toMatchObject({
      notes: [],
      searched: { notes: [], localNotes: ['Gift of the class of 1998.'] },
    })
  })
})

test('halves of a ligature are one mark, in titles as in names', () => {
  const { title, authors } = documentOf(
    data('100', '1 ', 'aT\uFE20S\uFE21vetaeva, Marina'),
    data('245', '10', 'aN\uFE22G\uFE23a i\uFE20u\uFE21nost\u02B9'),
  )
  expect(authors).toEqual(['T\u0361Svetaeva, Marina'])
  expect(title.titlePrimary).toBe('N\u0360Ga i\u0361unost\u02B9')
})

describe('another script', () => {
  const hebrew = { tag: '008', value: `${'110922s2004    is            000 0 '.padEnd(35)}heb d` }

  test('is beside the text that it repeats, with its language', () => {
    const { inScript } = documentOf(
      hebrew,
      data('100', '1 ', '6880-01', 'aOz, Amos.'),
      data('245', '10', '6880-02', 'aSipur ʻal ahavah /', 'cʻAmos ʻOz.'),
      data('264', ' 1', '6880-03', 'aYerushalayim :', 'bKeter,', 'c2002.'),
      data('880', '1 ', '6100-01/(2/r', 'aעוז, עמוס.'),
      data('880', '10', '6245-02/(2/r', 'aסיפור על אהבה /', 'cעמוס עוז.'),
      data('880', ' 1', '6264-03/(2/r', 'aירושלים :', 'bכתר,', 'c2002.'),
    )
    expect(inScript).toEqual([
      { of: 'Oz, Amos', text: 'עוז, עמוס', lang: 'he' },
      { of: 'Sipur ʻal ahavah', text: 'סיפור על אהבה', lang: 'he' },
      { of: 'ʻAmos ʻOz', text: 'עמוס עוז', lang: 'he' },
      { of: 'Keter', text: 'כתר', lang: 'he' },
      { of: 'Yerushalayim', text: 'ירושלים', lang: 'he' },
      { of: 'Yerushalayim : Keter, 2002.', text: 'ירושלים : כתר, 2002.', lang: 'he' },
    ])
  })

  test('stands for a field that the record has only in it', () => {
    const { publisher, placeOfPublication, dateIssued } = documentOf(
      data('245', '10', 'aSipur'),
      data('880', ' 1', '6264-00/(2/r', 'aירושלים :', 'bכתר,', 'c2002.'),
    )
    expect({ publisher, placeOfPublication, dateIssued }).toEqual({
      publisher: 'כתר',
      placeOfPublication: 'ירושלים',
      dateIssued: '2002.',
    })
  })

  test('loses the marks of direction around its subfields, with the punctuation before them', () => {
    const { inScript } = documentOf(
      data('245', '10', '6880-01', 'aSipur :', 'broman, 2002 /', 'cʻAmos ʻOz.'),
      data(
        '880',
        '10',
        '6245-01/(2/r\u200f',
        'a\u200fסיפור :\u200f',
        'b\u200fרומן, \u202a2002\u202c /\u200f',
        'cעמוס עוז.',
      ),
    )
    expect(inScript[0]).toMatchObject({ of: 'Sipur : roman, 2002', text: 'סיפור : רומן, 2002' })
  })

  test('whose link back is forgotten belongs to the only field of its tag', () => {
    const { inScript } = documentOf(data('245', '10', 'aVoĭna i mir'), data('880', '10', '6245-01', 'aВойна и мир'))
    expect(inScript).toEqual([{ of: 'Voĭna i mir', text: 'Война и мир', lang: 'und-Cyrl' }])
  })
})

test.each<[ind1: string, subfields: string[], levels: string[], modsLabel: string]>([
  ['0', ['a3.1.'], ['Reading grade 3.1'], 'Reading grade level'],
  ['0', ['aReading grade level 03.05'], ['Reading grade 3.05'], 'Reading grade level'],
  ['1', ['a009-012.'], ['Interest age 9-12'], 'Interest age level'],
  ['1', ['a008-012', 'bFollett'], ['Interest age 8-12'], 'Interest age level'],
  ['1', ['aAges 8 and up.'], ['Interest age 8 and up'], 'Interest age level'],
  ['2', ['a7 & up.', 'a10'], ['Interest grade level 7 & up', 'Interest grade level 10'], 'Interest grade level'],
  ['8', ['a680', 'bLexile'], ['Lexile 680'], 'Lexile'],
  ['8', ['a680L', 'bLexile Framework for Reading.'], ['Lexile 680'], 'Lexile'],
  ['8', ['aLexile measure: AD680L'], ['Lexile AD680'], 'Lexile'],
  ['8', ['aBR 40L', 'bLexile'], ['Lexile BR 40'], 'Lexile'],
  [' ', ['a680L'], ['Lexile 680'], 'Lexile'],
  ['8', ['a4.2', 'bATOS'], ['ATOS 4.2'], 'ATOS'],
  ['8', ['a4.2', 'bAccelerated Reader'], ['Accelerated Reader level 4.2'], 'Accelerated Reader level'],
  ['8', ['aM', 'bGuided reading level'], ['Guided Reading M'], 'Guided Reading'],
  ['8', ['aFountas & Pinnell level Z+'], ['Fountas & Pinnell Z+'], 'Fountas & Pinnell'],
  ['8', ['a24', 'bDRA'], ['DRA 24'], 'DRA'],
  ['8', ['a3.1'], ['Reading level 3.1'], 'Reading level'],
  ['8', ['a680', 'bScholastic'], ['Scholastic 680'], 'Scholastic'],
  ['8', ['a12', 'bBBFC'], [], ''],
  ['8', ['aRated PG-13', 'bMPAA'], [], ''],
  ['8', ['aReaders of Lexile', 'bLexile'], [], ''],
  ['3', ['aVision impaired'], [], 'Special audience characteristics'],
  ['4', ['aModerately motivated'], [], 'Motivation or interest level'],
  [' ', ['aYears 3-4'], [], ''],
])('521 %s %j is a reading level or an audience, never both: %j', (ind1, subfields, levels, label) => {
  const fields = [data('521', `${ind1} `, ...subfields), data('521', '  ', 'aUpper primary')]
  const { readingLevel, targetAudienceText } = documentOf(...fields)
  expect(readingLevel).toEqual(levels)
  const texts = subfields.filter((text) => text.startsWith('a')).map((text) => text.slice(1))
  expect(targetAudienceText).toEqual([...(levels.length > 0 ? [] : texts), 'Upper primary'])
  const [first = ''] = recordToMods(made(fields)).match(/<targetAudience[^>]*/g) ?? []
  expect(first).toBe(label === '' ? '<targetAudience' : `<targetAudience displayLabel="${label.replace('&', '&amp;')}"`)
  for (const level of levels) expect(dublinCoreOf(made(fields))).toContainEqual(['description', level])
})

test.each([
  [
    ['aAccelerated Reader', 'bMG', 'c4.7', 'd8.0'],
    ['Accelerated Reader level 4.7', 'Accelerated Reader 8 points'],
  ],
  [
    ['aAccelerated Reader AR.', 'c04.3.', 'd1 pt.'],
    ['Accelerated Reader AR level 4.3', 'Accelerated Reader AR 1 point'],
  ],
  [
    ['aReading Counts!', 'cReading level 5', 'd12.5 points'],
    ['Reading Counts! level 5', 'Reading Counts! 12.5 points'],
  ],
  [['aScholastic', 'dnone'], []],
  [['c4.7', 'd8.0'], []],
])('526 %j gives the levels %j', (subfields, levels) => {
  expect(documentOf(data('526', '0 ', ...subfields)).readingLevel).toEqual(levels)
})

test.each([
  [['aAccelerated Reader', 'c4.7', 'd8.0'], []],
  [['aAccelerated Reader', 'bMG', 'c4.7', 'd8.0', 'zQuiz 101'], ['Accelerated Reader, interest level MG, Quiz 101']],
  [['aScholastic', 'c5', 'dnone'], ['Scholastic, none']],
  [['aScholastic'], ['Scholastic']],
  [['c4.7', 'd8.0'], ['reading level 4.7, 8.0 points']],
])('526 %j shows beside its levels %j', (subfields, texts) => {
  expect(documentOf(data('526', '0 ', ...subfields)).facts.map(({ text }) => text)).toEqual(texts)
})

test('long runs in a reading level and in an address are read', () => {
  documentOf(
    data('521', '0 ', `a${'0'.repeat(90_000)}`),
    data('521', '8 ', `a${'0'.repeat(90_000)}L`, 'bLexile'),
    data('856', '40', `uhttps://maps.example/${';'.repeat(90_000)} Contents`),
    data('856', '40', `u${'1 '.repeat(40_000)}`, `u${'a.'.repeat(40_000)}`, `u<${'a '.repeat(40_000)}`),
    data('526', '0 ', 'aX', `c${'0'.repeat(90_000)}`, `d${'9'.repeat(90_000)}`),
  )
})
