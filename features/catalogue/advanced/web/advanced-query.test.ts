import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '../../query/server/parse-search.ts'
import type { Clause } from '../../query/server/query.ts'
import { queryOf } from '../../web/search-query.ts'
import { readSearchState, writeSearchState } from '../../web/search-state.ts'
import { issuances, keywordFields, keywordTypes, operations } from '../choices.ts'
import { checkForm } from './advanced-check.ts'
import { type AdvancedForm, emptyForm, formFields, readForm } from './advanced-form.ts'
import { searchOfForm } from './advanced-query.ts'
import { addressOfForm } from './form-address.ts'

const formOf = (given: Partial<AdvancedForm>): AdvancedForm => ({ ...emptyForm, ...given })
const parsed = (given: Partial<AdvancedForm>) => parseSearch(queryOf(searchOfForm(formOf(given))))

/** The query in short: `title:dog` for a word in one field, plain for a word anywhere. */
function format(clause: Clause): string {
  const where = (fields: string[]) => (fields.length === 6 ? '' : `${fields.join('+')}:`)
  switch (clause.kind) {
    case 'and':
      return `(${clause.clauses.map(format).join(' & ')})`
    case 'or':
      return `(${clause.clauses.map(format).join(' | ')})`
    case 'not':
      return `!${format(clause.clause)}`
    case 'unscored':
      return `~${format(clause.clause)}`
    case 'word':
      return where(clause.fields) + clause.word
    case 'pattern':
      return where(clause.fields) + clause.pattern
    case 'phrase':
      return `${where(clause.fields)}"${clause.words.join(' ')}${clause.lastIsPrefix ? '*' : ''}"`
    case 'identifiers':
      return `#${clause.keys.join(',')}`
    case 'values':
      return `${clause.field}=${clause.values.join(',')}`
    case 'beginning':
      return `${clause.field}=${clause.text}*`
    case 'range':
      return `${clause.field}=${clause.from ?? ''}..${clause.to ?? ''}`
    default:
      return clause.kind
  }
}
const clauseOf = (given: Partial<AdvancedForm>) => format(parsed(given).clause)

describe('a keyword searches for', () => {
  test.each<[string, Partial<AdvancedForm>, string]>([
    ['all its words', { keywords0: 'dragon rider' }, '(dragon & rider)'],
    ['any of its words', { keywords0: 'dragon rider', type0: 'any' }, '(dragon | rider)'],
    ['a phrase', { keywords0: 'the dragon rider', type0: 'phrase' }, '"the dragon rider"'],
    ['a phrase with its end open', { keywords0: 'dragon rid*', type0: 'phrase' }, '"dragon rid*"'],
    ['the beginning of a phrase', { keywords0: 'very hun', type0: 'startsWith' }, '"very hun*"'],
    ['the beginning of a word', { keywords0: 'hun', type0: 'startsWith' }, 'hun*'],
    ['words in titles', { keywords0: 'dragon rider', field0: 'title' }, '(title:dragon & title:rider)'],
    ['an author’s name', { keywords0: 'Mem Fox', field0: 'author', type0: 'phrase' }, 'author:"mem fox"'],
    ['a subject', { keywords0: 'drag', field0: 'subject', type0: 'startsWith' }, 'subject:drag*'],
    ['a class number', { keywords0: '599.7', field0: 'dewey' }, 'dewey=599.7*'],
    ['the beginning of one', { keywords0: '599.', field0: 'dewey', type0: 'startsWith' }, 'dewey=599.*'],
    ['any of two', { keywords0: '599.7 551*', field0: 'dewey', type0: 'any' }, '(dewey=599.7* | dewey=551*)'],
    ['wildcards', { keywords0: 'wom?n dino*', field0: 'title' }, '((title:wom?n | title:"wom n") & title:dino*)'],
    ['a quoted phrase among words', { keywords0: '"harry potter" magic' }, '("harry potter" & magic)'],
    ['operators as the words that they are', { keywords0: 'DO OR DIE NOT', type0: 'any' }, '(do | or | die | not)'],
    ['signs as punctuation', { keywords0: '-18 +fun (revised) a~2' }, '((18 | #18) & fun & revised & a & (2 | #2))'],
    ['everything', { keywords0: '*', language: 'French' }, '~language=French'],
    ['an ISBN', { keywords0: '0-7475-3269-9', field0: 'isbn' }, '#9780747532699'],
    ['an ISBN with spaces', { keywords0: '978 0 7475 3269 9', field0: 'isbn', type0: 'phrase' }, '#9780747532699'],
    [
      'any of several ISBNs',
      { keywords0: '9780747532699, 9780142410370', field0: 'isbn', type0: 'any' },
      '(#9780747532699 | #9780142410370)',
    ],
    [
      'the beginning of an ISBN',
      { keywords0: '978-07475', field0: 'isbn', type0: 'startsWith' },
      'identifier:97807475*',
    ],
    ['an ISBN with a wildcard', { keywords0: '978 0747*', field0: 'isbn' }, 'identifier:9780747*'],
    ['a number among all fields', { keywords0: '9780747532699' }, '(9780747532699 | #9780747532699)'],
  ])('%s', (_, form, expected) => {
    expect(clauseOf(form)).toBe(expected)
  })

  test('a colon both literally and escaped', () => {
    expect(JSON.stringify(searchOfForm(formOf({ keywords0: 'Star Wars: a' })).base)).toContain('"Star Wars\\\\: a"')
    expect(clauseOf({ keywords0: 'title:dog' })).toBe('(title:dog | (title & dog))')
    expect(clauseOf({ keywords0: 'Series: history', field0: 'title' })).toBe(
      '((series:history | (title:series & title:history)) | (title:series & title:history))',
    )
  })

  test('a title with a colon still brings its record first', () => {
    expect(parsed({ keywords0: 'Star Wars: a new hope' }).wholeTitle).toBe('star wars a new hope')
    expect(parsed({ keywords0: 'dragon', keywords1: 'rider' }).wholeTitle).toBeUndefined()
  })
})

describe('rows are joined from the first to the last', () => {
  const [a, b, c] = [{ keywords0: 'ant' }, { keywords1: 'bee' }, { keywords2: 'cat' }]
  test.each<[Partial<AdvancedForm>, string, string]>([
    [{ ...a, ...b }, '(ant & bee)', 'ant AND bee'],
    [{ ...a, ...b, operation0: 'or' }, '(ant | bee)', 'ant OR bee'],
    [{ ...a, ...b, operation0: 'not' }, '(ant & !bee)', 'ant NOT bee'],
    [{ ...a, ...b, ...c }, '(ant & bee & cat)', 'ant AND bee AND cat'],
    [{ ...a, ...b, ...c, operation0: 'or' }, '((ant | bee) & cat)', '(ant OR bee) AND cat'],
    [{ ...a, ...b, ...c, operation1: 'or' }, '((ant & bee) | cat)', '(ant AND bee) OR cat'],
    [{ ...a, ...b, ...c, operation0: 'or', operation1: 'not' }, '((ant | bee) & !cat)', '(ant OR bee) NOT cat'],
    [{ ...a, ...c, operation0: 'not', operation1: 'or' }, '(ant | cat)', 'ant OR cat'],
    [{ ...c }, 'cat', 'cat'],
    [{ ...b, operation0: 'not' }, '!bee', 'NOT bee'],
    [{ ...b, ...c, operation0: 'not', operation1: 'and' }, '(!bee & cat)', 'NOT bee AND cat'],
  ])('%j', (form, expected, sentence) => {
    expect(clauseOf(form)).toBe(expected)
    expect(searchOfForm(formOf(form)).queryForDisplay).toBe(sentence)
  })
})

describe('limits of the search', () => {
  test.each<[Partial<AdvancedForm>, string]>([
    [{ publicationYearFrom: '2004', publicationYearTo: '2013' }, '~publicationYear=2004..2013'],
    [{ publicationYearTo: '1999' }, '~publicationYear=..1999'],
    [{ scisType: 'DVD' }, '~scisType=DVD'],
    [{ scisType: 'Digital' }, '~scisType=E-book,Online resource,Computer file,Data set,Font'],
    [{ language: 'Maori' }, '~language=Maori'],
    [{ placeOfPublication: 'New Zealand' }, '~placeOfPublicationMarcCountry=New Zealand'],
    [{ placeOfPublication: '-Australia' }, '~!placeOfPublicationMarcCountry=Australia'],
    [{ genre: 'Science fiction' }, '~genreScis=Science fiction'],
    [{ learningArea: 'Arts' }, '~scisLearningArea=Arts'],
    [{ issuance: 'serial' }, '~issuance=serial'],
    [{ issuance: 'nonSerial' }, '~issuance=nonSerial'],
  ])('%j belongs to the search itself, not to the chosen facets', (form, expected) => {
    const search = parsed({ keywords0: 'dog', ...form })
    expect(format(search.clause)).toBe(`(dog & ${expected})`)
    expect(search.choices).toEqual([])
  })

  test('rows joined by or also apply within limits', () => {
    expect(clauseOf({ keywords0: 'ant', keywords1: 'bee', operation0: 'or', language: 'French' })).toBe(
      '((ant | bee) & ~language=French)',
    )
    expect(clauseOf({ keywords0: 'ant bee', type0: 'any', placeOfPublication: '-Australia', issuance: 'serial' })).toBe(
      '((ant | bee) & ~issuance=serial & ~!placeOfPublicationMarcCountry=Australia)',
    )
    expect(clauseOf({ keywords1: 'bee', operation0: 'not', language: 'French' })).toBe('(!bee & ~language=French)')
    expect(
      clauseOf({
        keywords0: 'a:b',
        keywords1: 'bee',
        operation0: 'or',
        keywords2: 'cat',
        operation1: 'not',
        genre: 'War',
      }),
    ).toBe('((((a & b) | (a & b)) | bee) & !cat & ~genreScis=War)')
  })

  test('facets chosen afterwards narrow it further', () => {
    const state = searchOfForm(formOf({ keywords0: 'dog', language: 'English' }))
    const search = parseSearch(queryOf({ ...state, filters: [{ field: 'language', value: 'French' }] }))
    expect(search.choices).toEqual([{ kind: 'values', field: 'language', values: ['French'] }])
    expect(format(search.clause)).toBe('(dog & ~language=English)')
  })
})

test('a search is named by its filled-in fields', () => {
  const state = searchOfForm(
    formOf({
      keywords0: 'dragons',
      field0: 'title',
      keywords1: 'Jones',
      field1: 'author',
      publicationYearFrom: '2004',
      publicationYearTo: '2013',
      language: 'English',
    }),
  )
  expect(state.queryForDisplay).toBe('title: dragons AND author: Jones; 2004–2013; language English')
  expect(state.query).toBe('dragons Jones')
  const everything = formOf({
    keywords0: 'red cat',
    type0: 'any',
    keywords1: 'old dog',
    type1: 'phrase',
    operation0: 'not',
    publicationYearTo: '1999',
    scisType: 'Books',
    genre: 'Fantasy',
    learningArea: 'Science',
    placeOfPublication: '-Australia',
    issuance: 'nonSerial',
  })
  expect(searchOfForm(everything).queryForDisplay).toBe(
    'any of red cat NOT “old dog”; until 1999; type Books; not published in Australia; genre Fantasy; learning area Science; no serials',
  )
  expect(searchOfForm(everything).query).toBe('red cat')
})

const anyForm: fc.Arbitrary<AdvancedForm> = fc.record(
  Object.fromEntries(
    formFields.map((field) => [
      field,
      /^field/.test(field)
        ? fc.constantFrom(...keywordFields.map(({ code }) => code))
        : /^type/.test(field)
          ? fc.constantFrom(...keywordTypes.map(({ code }) => code))
          : /^operation/.test(field)
            ? fc.constantFrom(...operations.map(({ code }) => code))
            : field === 'issuance'
              ? fc.constantFrom(...issuances.map(({ code }) => code))
              : /^publicationYear/.test(field)
                ? fc.constantFrom('', '1999', '2004')
                : fc.oneof(
                    fc.constantFrom('', 'dog', 'Series: a "b', 'wom?n (AND) -x', '978 0', '* 0', 'O’Brien:x', '*'),
                    fc.string({ unit: 'grapheme', maxLength: 60 }),
                  ),
    ]),
  ) as Record<keyof AdvancedForm, fc.Arbitrary<string>>,
) as fc.Arbitrary<AdvancedForm>

test('every form that passes its own check is accepted by the server', () => {
  let searched = 0
  fc.assert(
    fc.property(anyForm, (given) => {
      const { errors, form } = checkForm(given, 2026)
      if (Object.keys(errors).length > 0) return
      searched++
      const address = writeSearchState(searchOfForm(readForm(new URL(addressOfForm(form), 'http://x').searchParams)))
      expect(() => parseSearch(queryOf(readSearchState(address)))).not.toThrow()
    }),
    { numRuns: 2000 },
  )
  expect(searched).toBeGreaterThan(200)
})

test('the results’ address restores the form, no matter what was filled in', () => {
  fc.assert(
    fc.property(anyForm, (given) => {
      const { errors, form } = checkForm(given, 2026)
      if (Object.keys(errors).length > 0) return
      const read = readForm(new URL(addressOfForm(form), 'http://x').searchParams)
      const address = new URLSearchParams(writeSearchState(searchOfForm(read)).toString())
      expect(readSearchState(address).form).toEqual(read)
    }),
  )
})
