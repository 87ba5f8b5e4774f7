import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifierKey, keysOfNumber, keysToFind } from './identifier.ts'
import { isbn13Of, isIsbn10 } from './isbn.ts'
import { dataFile, hasData } from './testing.ts'

const hungerGames = '9780439023481'

test.each([
  ['as it is scanned', '9780439023481'],
  ['with hyphens', '978-0-439-02348-1'],
  ['with blanks', ' 978 0 439 02348 1 '],
  ['with dashes of a word processor', '978–0–439–02348–1'],
  ['with its name', 'ISBN 9780439023481'],
  ['with its long name', 'ISBN-13: 978-0-439-02348-1'],
  ['in full-width digits', '９７８０４３９０２３４８１'],
  ['as ISBN-10', '0439023483'],
  ['as ISBN-10 with its name', 'ISBN-10: 0-439-02348-3'],
  ['without the zero that a spreadsheet dropped', '439023483'],
  ['as a number with decimals', '439023483.0'],
  ['with an apostrophe for the spreadsheet', "'9780439023481"],
  ['as a URN', 'urn:isbn:9780439023481'],
  ['with its binding', '0439023483 (pbk. : alk. paper)'],
  ['with the price supplement of its bar code', '978043902348151299'],
  ['in exponent notation with all its digits', '9.780439023481E+12'],
])('one book is found by its ISBN %s', (_, text) => {
  const { key, problem } = identifierKey(text)
  expect({ key, problem }).toEqual({ key: hungerGames, problem: undefined })
})

test.each([
  ['0-8044-2957-X', '9780804429573', 'isbn10'],
  ['080442957x', '9780804429573', 'isbn10'],
  ['979-10-90636-07-1', '9791090636071', 'isbn13'],
  ['0378-5955', '03785955', 'issn'],
  ['ISSN 2434-561X', '2434561X', 'issn'],
  ['9770378595002', '03785955', 'issn'],
  ['977037859500202', '03785955', 'issn'],
  ['036000291452', '0036000291452', 'ean'],
  ['4006381333931', '4006381333931', 'ean'],
  ['979-0-2600-0043-8', '9790260000438', 'ismn'],
  ['M-2600-0043-8', '9790260000438', 'ismn'],
  ...['(OCoLC)ocm12345678', '(OCoLC)12345678', 'OCoLC 0012345678', 'ocm12345678', 'ocn012345678', 'on0012345678'].map(
    (text) => [text, 'ocolc12345678', 'record'],
  ),
  ['ab12cd34ef', 'ab12cd34ef', 'record'],
  ['AB12CD34EF', 'ab12cd34ef', 'record'],
  ['deadbeef-face-cafe-beef-12a4567890ab', 'deadbeeffacecafebeef12a4567890ab', 'record'],
  ['urn:uuid:DEADBEEF-face-cafe-beef-12a4567890ab', 'deadbeeffacecafebeef12a4567890ab', 'record'],
  ['1234567', '1234567', 'record'],
])('%s is looked up as %s', (text, key, kind) => {
  expect(identifierKey(text)).toEqual({ key, kind })
})

test.each([
  ['9780439023482', 'isbn13'],
  ['0439023484', 'isbn10'],
  ['ISBN 439023484', 'isbn10'],
  ['0378-5956', 'issn'],
  ['4006381333932', 'ean'],
])('%s has a wrong check digit', (text, kind) => {
  expect(identifierKey(text)).toMatchObject({ kind, problem: 'bad_check_digit' })
})

test.each<[number: string, typed: string, isFound: boolean]>([
  ...['(OCoLC)43588199', '(OCoLC)ocn43588199', '(OCoLC)0043588199', 'ocm43588199', '(DLC)   43588199 '].map(
    (number): [string, string, boolean] => [number, '43588199', true],
  ),
  ['(OCoLC)43588199', 'ocn43588199', true],
  ['(OCoLC)43588199', '(OCoLC)ocm043588199', true],
  ['(OCoLC)43588199', '(DLC)43588199', false],
  ['(OCoLC)43588199', 'ISBN 43588199', false],
  ['(AU-CaNED)scis-ab12', 'SCIS AB12', true],
  ['(AU-CaNED)scis-ab12', 'ab12', false],
  ['(Local)1984', '1984', false],
  ['43588199', '(OCoLC)43588199', false],
])('a record with %s, asked for %s: %s', (number, typed, isFound) => {
  expect(keysToFind(typed).some((key) => keysOfNumber(number).includes(key))).toBe(isFound)
})

test('an ISBN without its last digit is completed as a suggestion', () => {
  expect(identifierKey('978043902348')).toMatchObject({ problem: 'bad_check_digit', suggestion: hungerGames })
})

test.each([
  ['978030640615X', undefined],
  ['97803064O6157', '9780306406157'],
  ['978-0-3064O-6l5-7', '9780306406157'],
])('%s is an ISBN with a letter for a digit', (text, suggestion) => {
  const key = text.replaceAll('-', '').toLowerCase()
  expect(identifierKey(text)).toEqual({
    key,
    kind: 'isbn13',
    problem: 'bad_check_digit',
    ...(suggestion ? { suggestion } : {}),
  })
})

test('an eight-digit ISSN may also be an ISBN without its zeros', () => {
  expect(identifierKey('62024035')).toEqual({ key: '62024035', kind: 'issn', suggestion: '9780062024039' })
})

test('seven digits are a record number, or an ISBN without its zeros', () => {
  expect(identifierKey('7442912')).toEqual({ key: '7442912', kind: 'record', suggestion: '9780007442911' })
})

test('a number that a spreadsheet rounded is distinguished from one that can be restored', () => {
  expect(identifierKey('9.78044E+12')).toEqual({ key: '', kind: 'isbn13', problem: 'spreadsheet_damage' })
  expect(identifierKey('9,78044e+12').problem).toBe('spreadsheet_damage')
  expect(identifierKey('9.78043902348e+12')).toMatchObject({ problem: 'spreadsheet_damage', suggestion: hungerGames })
})

test.each(['', '   ', 'Harry Potter and the order', 'https://example.org/123', '-', 'ISBN', 'x'.repeat(300)])(
  '“%s” is no identifier',
  (text) => {
    expect(identifierKey(text)).toMatchObject({ key: '', problem: 'not_an_identifier' })
  },
)

test('the two ISBNs of any book have one key, however they are spaced', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom('', '-', ' ', '‑'), (number, between) => {
      const nine = String(number).padStart(9, '0')
      const isbn10 = [...'0123456789X'].map((check) => nine + check).find(isIsbn10)!
      const spaced = [isbn10.slice(0, 1), isbn10.slice(1, 9), isbn10.slice(9)].join(between)
      expect(identifierKey(spaced).key).toBe(isbn13Of(isbn10))
      expect(identifierKey(isbn13Of(isbn10)).key).toBe(isbn13Of(isbn10))
    }),
  )
})

test('any text is answered quickly, and its key is its own key', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d Xx.,()E+-]{0,40}$/)), (text) => {
      const { key } = identifierKey(text)
      if (key !== '') expect(identifierKey(key).key).toBe(key)
    }),
    { numRuns: 2000, examples: [['一Ⰰ𑁒À⻳🯰Ⰰ A'], ['9888-990x'], ['ISBN-x-XX-'], ['Ω⋖İ𝟿'], ['-E-ANxx-84H- 88']] },
  )
})

test.skipIf(!hasData)('a list of books from a spreadsheet is read by its two columns', () => {
  let restored = 0
  let wrong = 0
  for (const line of dataFile('csv/goodbooks10k_books.csv').toString('utf8').split('\n').slice(1)) {
    const [, isbn10, isbn13] = /^(?:\d+,){5}([\dX]*),([\d.e+]*),/.exec(line) ?? []
    if (!isbn10 || !isbn13) continue
    const { key, kind } = identifierKey(isbn10)
    const { suggestion } = identifierKey(isbn13)
    if (kind !== 'isbn10' || !suggestion) continue
    if (suggestion === key) restored++
    else wrong++
  }
  expect(restored).toBeGreaterThan(2500)
  // Half of them could have been rounded up or down, so nothing is suggested; seven rows name another edition.
  expect(wrong).toBe(7)
})
