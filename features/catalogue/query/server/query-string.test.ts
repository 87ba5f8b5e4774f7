import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { valuesOf } from '#marc/testing.ts'
import type { Clause } from './query.ts'
import { readQueryString } from './query-string.ts'

/** The tree as text: `title:dog` for a word in one field, plain for a word anywhere. */
function format(clause: Clause): string {
  const where = (fields: string[]) => (fields.length === 6 ? '' : `${fields.join('+')}:`)
  switch (clause.kind) {
    case 'and':
      return `(${clause.clauses.map(format).join(' & ')})`
    case 'or':
      return `(${clause.clauses.map(format).join(' | ')})${clause.atLeast === 1 ? '' : `@${clause.atLeast}`}`
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
    case 'ids':
      return `id=${clause.ids.join(',')}`
    case 'values':
      return `${clause.field}=${clause.values.join(',')}`
    case 'range':
      return `${clause.field}=${clause.from}..${clause.to}`
    default:
      return clause.kind
  }
}
const read = (text: string, operator: 'and' | 'or' = 'and') => format(readQueryString(text, { operator }).clause)
const same = (a: string, b: string) => expect(read(a)).toBe(read(b))

describe('words', () => {
  test('all of them must be found', () => {
    expect(read('Harry  Pótter')).toBe('(harry & potter)')
    expect(read('harry AND potter')).toBe('(harry & potter)')
  })

  test('a run without spaces is a phrase, words with spaces between are not', () => {
    expect(read('Spider-Man')).toBe('"spider man"')
    expect(read('J.K. Rowling')).toBe('("j k" & rowling)')
    expect(read('stone/J.K.Rowling')).toBe('(stone & "j k rowling")')
    expect(read('漫画 manga')).toBe('("漫 画" & manga)')
  })

  test('OR, NOT, plus, minus and parentheses', () => {
    expect(read('cat OR dog')).toBe('(cat | dog)')
    expect(read('cat OR dog bird')).toBe('(cat | (dog & bird))')
    expect(read('(cat OR dog) bird')).toBe('((cat | dog) & bird)')
    expect(read('cat NOT dog')).toBe('(cat & !dog)')
    expect(read('cat AND NOT dog')).toBe('(cat & !dog)')
    expect(read('cat -dog +bird')).toBe('(cat & !dog & bird)')
    expect(read('cat -(dog OR bird)')).toBe('(cat & !(dog | bird))')
    expect(read('NOT NOT cat')).toBe('cat')
    expect(read('-dog')).toBe('!dog')
    expect(read('cat OR -dog')).toBe('(cat | !dog)')
  })

  test('with OR as the default, words are alternatives, + requires and - excludes', () => {
    expect(read('cat dog', 'or')).toBe('(cat | dog)')
    expect(read('cat AND dog bird', 'or')).toBe('((cat & dog) | bird)')
    expect(read('+cat dog bird -fish', 'or')).toBe('(cat & (dog | bird)@0 & !fish)')
    expect(read('cat', 'or')).toBe('cat')
  })

  test('all in capitals, operators may be words of a title too', () => {
    expect(read('NOT TODAY HETTY')).toBe('((not & today & hetty) | (!today & hetty))')
    expect(read('NASA OR ESA')).toBe('((nasa & or & esa) | (nasa | esa))')
    same('TODAY HETTY', 'today hetty')
    expect(read('Hetty NOT SLEEP')).toBe('(hetty & !sleep)')
    expect(readQueryString('HETTY DOES NOT SLEEP').title).toBe('hetty does not sleep')
  })

  test('every title in capitals is read as in small letters first', () => {
    const titles = [...sampleRecords()].flatMap((record) => valuesOf(record, '245', 'a'))
    expect(titles.filter((title) => /\b(and|or|not)\b/i.test(title)).length).toBeGreaterThan(100)
    for (const title of titles) {
      const [capitals, small] = [title.toUpperCase(), title.toLowerCase()].map((each) => readQueryString(each))
      expect(capitals!.title).toBe(small!.title)
      expect(format(capitals!.clause)).toContain(format(small!.clause).replace(/\)$/, ''))
    }
  })

  test('operators are written in capitals; others are words', () => {
    expect(read('cats and dogs or not')).toBe('(cats & and & dogs & or & not)')
  })

  test('& between words is a word, as between spaces', () => {
    same('rock&mineral', 'rock & mineral')
    expect(read('R&B')).toBe('"r and b"')
  })

  test('phrases', () => {
    expect(read('"harry potter" magic')).toBe('("harry potter" & magic)')
    expect(read('-"harry potter"')).toBe('!"harry potter"')
    expect(read('"O\'Brien"')).toBe('obrien')
    expect(read('"say \\"hello\\" now"')).toBe('"say hello now"')
    expect(read('"*dog"')).toBe('dog')
  })
})

describe('fields', () => {
  test('of words', () => {
    expect(read('title:dog')).toBe('title:dog')
    expect(read('Author:"jk rowling" title.titlePrimary:stone')).toBe('(author:"jk rowling" & title:stone)')
    expect(read('title:(cat OR dog) bird')).toBe('((title:cat | title:dog) & bird)')
    expect(read('title:(cat subject:dog)')).toBe('(title:cat & subject:dog)')
    expect(read('-title:dog cat')).toBe('(!title:dog & cat)')
    expect(read('title:-dog')).toBe('!title:dog')
    expect(read('title:dog*')).toBe('title:dog*')
  })

  test('isbn and issn mean the identifiers', () => {
    expect(read('isbn:9780747532699')).toBe('#9780747532699')
    same('isbn:978-0-7475-3269-9', 'identifier:9780747532699')
    same('isbn:0747532699', 'isbn:9780747532699')
    same('ISSN:0028-0836', 'issn:"0028 0836"')
    expect(read('isbn:978-07475*')).toBe('identifier:97807475*')
    expect(read('isbn:(9780747532699 OR 9780747538493)')).toBe('(#9780747532699 | #9780747538493)')
  })

  test('of whole values, years and days', () => {
    expect(read('language:English')).toBe('language=English')
    expect(read('scisType:"Graphic novel"')).toBe('scisType=Graphic novel')
    expect(read('publicationYear:2004')).toBe('publicationYear=2004..2004')
    expect(read('voyagerCreateDate:2004-02-29')).toBe('voyagerCreateDate=2004-02-29..2004-02-29')
    expect(read('publicationYear:soon')).toBe('none')
    expect(read('id:abc')).toBe('id=abc')
  })
})

describe('a colon in a title', () => {
  test('after an unknown word is punctuation', () => {
    expect(read('Star Wars: a new hope')).toBe('(star & wars & a & new & hope)')
    expect(read('Wars:a')).toBe('(wars & a)')
    expect(read('http://www.example.com/a?b=1')).toBe('(http & "www example com" & (a?b | "a b") & 1)')
  })

  test('after a field name and before a space is searched both as a field and as text', () => {
    expect(read('Series: history')).toBe('(series:history | (series & history))')
    expect(read('notes: on a scandal')).toBe('((notes:on | (notes & on)) & a & scandal)')
    expect(read('title:')).toBe('title')
    expect(read('title: title:')).toBe('(title & title)')
  })

  test('is never a field separator when escaped', () => {
    expect(read('title\\:dog')).toBe('(title & dog)')
  })
})

describe('wildcards', () => {
  test('inside and at the end of a word', () => {
    expect(read('wom?n')).toBe('(wom?n | "wom n")')
    expect(read('Dinó*')).toBe('dino*')
    expect(read('a*')).toBe('a*')
    expect(read('colo**r')).toBe('(colo*r | "colo r")')
    expect(read('spider-m*n')).toBe('((spider & m*n) | "spider m n")')
    expect(read('Spider-Man?')).toBe('"spider man"')
  })

  test('a title written with wildcards is found by its own spelling', () => {
    expect(read('M*A*S*H')).toBe('(m*a*s*h | "m a s h")')
    expect(read('M\\*A\\*S\\*H')).toBe('"m a s h"')
  })

  test('a question mark at the end of a word, or alone, is punctuation', () => {
    expect(read('Who was that?')).toBe('(who & was & that)')
    expect(read('What??')).toBe('what')
    expect(read('what ? now')).toBe('(what & now)')
    expect(read('why?*')).toBe('why?*')
  })

  test('a lone * is ignored; alone in the box it finds everything', () => {
    expect(read('dog * cat')).toBe('(dog & cat)')
    expect(read('*')).toBe('all')
    expect(read('*:*')).toBe('all')
  })

  test.each([
    '*word',
    '?word',
    'cat *dog',
    '-*dog',
    '+?dog',
    '(*dog)',
    'title:*dog',
    'isbn:*123',
    '**dog',
    '?*dog',
    '*漫',
  ])('%s starts with a wildcard and is refused', (text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'leading_wildcard',
        status: 400,
        messages: ['A search word can’t start with a wildcard.'],
      }),
    )
  })

  test('an escaped wildcard is not a leading one', () => {
    expect(read('\\*word')).toBe('word')
  })
})

describe('characters without a meaning', () => {
  test('~ ^ and slashes do nothing', () => {
    same('harry~', 'harry')
    same('harry~2 potter^3.5', 'harry potter')
    same('"harry potter"~5 (magic)^2', '"harry potter" magic')
    same('/harry/', 'harry')
    expect(read('/h.*y/')).toBe(read('h.*y'))
  })

  test('punctuation, dashes, unbalanced quotes and parentheses', () => {
    same('Star Wars - a new hope!', 'Star Wars a new hope')
    same('say "hello', 'say hello')
    same('((cat) dog', 'cat dog')
    same('cat) dog)', 'cat dog')
    same('() cat ( )', 'cat')
    same('cat \\', 'cat')
    same('[cat] {dog} | !', 'cat dog')
    expect(read('""')).toBe('none')
    expect(read('')).toBe('none')
    expect(read('!!! ???')).toBe('none')
  })

  test('an operator with nothing to join', () => {
    same('AND cat', 'cat')
    same('cat OR', 'cat')
    same('cat NOT', 'cat')
    same('OR OR cat OR OR dog AND AND', 'cat OR dog')
    expect(read('AND OR NOT')).toBe('(and & or & not)')
    expect(read('Or')).toBe('or')
  })

  test('parentheses nested deeper than twelve are punctuation', () => {
    same(`${'('.repeat(50)}cat${')'.repeat(50)} dog`, 'cat dog')
    expect(read(`${'(a OR '.repeat(40)}b`).match(/\|/g)?.length).toBeLessThanOrEqual(40)
  })
})

describe('numbers', () => {
  test('a bare ISBN or number is also looked for among the identifiers', () => {
    expect(read('978-0-7475-3269-9')).toBe('("978 0 7475 3269 9" | #9780747532699)')
    expect(read('1984')).toBe('(1984 | #1984)')
    expect(read('0028-083X dog')).toBe('(("0028 083x" | #0028083x) & dog)')
    expect(read('"9780747532699"')).toBe('(9780747532699 | #9780747532699)')
  })

  test('an ISBN typed with spaces is one number', () => {
    expect(read('978 0 7475 3269 9')).toMatch(/\| #9780747532699\)$/)
    expect(read('ISBN 0-7475-3269-9')).toMatch(/\| #9780747532699\)$/)
  })

  test('a number in a field of words is not looked for among the identifiers', () => {
    expect(read('title:1984')).toBe('title:1984')
  })
})

describe('a whole title', () => {
  test('is known if the text is only words', () => {
    const title = (text: string) => readQueryString(text).title
    expect(title('The Lion, the Witch & the Wardrobe')).toBe('the lion the witch and the wardrobe')
    expect(title('War AND Peace')).toBe('war and peace')
    expect(title('"Who was that?"')).toBe('who was that')
    expect(title('Series: a history (revised)')).toBe('series a history revised')
    for (const text of ['cat OR dog', 'cat -dog', 'title:dog', 'dog*', 'wom?n', '!!!'])
      expect(title(text)).toBeUndefined()
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '"',
      '+',
      '-',
      ':',
      'title:',
      'isbn:',
      '\\',
      '*',
      '?',
      '~',
      '^2',
      '/',
      ' ',
      'dog',
      "O'Brien",
      '漫画',
      '978',
      'language:',
      '\u0000',
      '\ud800',
      'é',
    ],
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
  )

  test('is read, or refused only for a leading wildcard', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('and', 'or'), (text, operator) => {
        try {
          const { clause } = readQueryString(text, { operator })
          expect(depthOf(clause)).toBeLessThanOrEqual(40)
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'leading_wildcard' })
          expect(text).toMatch(/[*?]/)
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('is never refused without a wildcard', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        readQueryString(text.replace(/[*?]/g, ''))
      }),
      { numRuns: 3000 },
    )
  })
})

function depthOf(clause: Clause): number {
  if (clause.kind === 'and' || clause.kind === 'or') return 1 + Math.max(0, ...clause.clauses.map(depthOf))
  return clause.kind === 'not' || clause.kind === 'unscored' ? 1 + depthOf(clause.clause) : 1
}
