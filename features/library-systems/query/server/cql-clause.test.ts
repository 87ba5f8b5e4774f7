import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import { book } from '#features/downloads/server/testing.ts'
import { clauseOfCql } from './cql-clause.ts'
import { maxCandidates, type Reads, startLookup } from './in-place.ts'
import { CqlError, parseCql } from './parse-cql.ts'
import { SruDiagnostic } from './sru-diagnostics.ts'

function format(clause: Clause): string {
  const where = (fields: string[]) => (fields.length === 6 ? '' : `${fields.join('+')}:`)
  switch (clause.kind) {
    case 'and':
      return `(${clause.clauses.map(format).join(' & ')})`
    case 'or':
      return `(${clause.clauses.map(format).join(' | ')})`
    case 'not':
      return `!${format(clause.clause)}`
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
    case 'unscored':
      return format(clause.clause)
    case 'range':
      return `${clause.field}=${clause.from ?? ''}..${clause.to ?? ''}`
    default:
      return clause.kind
  }
}

/** A catalogue with these words and records, for terms that are looked up. */
const reads: Reads = {
  wordsLike: async (pattern, limit) => (pattern === '*a*' ? Array.from({ length: limit }, String) : ['magic']),
  candidates: async (clause) => {
    const records = ['Possum magic', 'Magic possum'].map((title, i) => book({ id: `${i + 1}`, title }))
    return {
      total: format(clause).includes('the') ? maxCandidates + 1 : records.length,
      records: records.map(({ document, marc }) => ({ id: document.id, marc })),
    }
  },
  unreadable: (ids) => {
    throw new Error(`unreadable: ${ids}`)
  },
}
const clauseOf = async (text: string) =>
  format(await clauseOfCql(parseCql(text).query, startLookup(reads, { isStaff: false })))

test.each([
  ['"possum magic"', '(possum & magic)'],
  ['9780152632243', '(9780152632243 | #9780152632243)'],
  ['dc.title = "possum magic"', 'title:"possum magic"'],
  ['title all "possum magic"', '(title:possum & title:magic)'],
  ['title any "possum magic"', '(title:possum | title:magic)'],
  ['title cql.any "possum magic"', '(title:possum | title:magic)'],
  ['dc.title adj "possum magic"', 'title:"possum magic"'],
  ['dc.creator = fox and dc.title = magic', '(author:fox & title:magic)'],
  ['fox not magic', '(fox & !magic)'],
  ['title <> magic', '!title:magic'],
  ['title = wom?n', 'title:wom?n'],
  ['title = dog?', 'title:dog?'],
  ['title = *ology', 'title:*ology'],
  ['title = "green *eep"', 'none'],
  ['title = "possum mag*"', 'title:"possum mag*"'],
  ['title = "p?ssum magic"', '(title:p?ssum & title:magic & id=1)'],
  ['title == "possum magic"', '(title:"possum magic" & id=1)'],
  ['title exact "magic possum"', '(title:"magic possum" & id=2)'],
  ['title = "^possum"', '(title:"possum" & id=1)'],
  ['title = "possum^"', '(title:"possum" & id=2)'],
  ['title = "^m*"', '(title:m* & id=2)'],
  ['isbn == 9780152632243', '#9780152632243'],
  ['title = poss*', 'title:poss*'],
  ['title = "poss\\*"', 'title:poss'],
  ['bath.isbn = "0-15-263224-7"', '#9780152632243'],
  ['rec.id = 7', 'id=7'],
  ['dc.date >= 1999', 'publicationYear=1999..'],
  ['dc.date < 1999', 'publicationYear=..1998'],
  ['dc.date = 199*', 'publicationYear=1990..1999'],
  ['dc.date > 19uu', 'publicationYear=2000..'],
  ['dc.date = 1999-05', 'publicationYear=1999..1999'],
  ['rec.creationDate = 2024-02', 'voyagerCreateDate=2024-02-01..2024-02-29'],
  ['dc.date within "1990 1999"', '(publicationYear=1990.. & publicationYear=..1999)'],
  ['rec.creationDate > 2024-02-29', 'voyagerCreateDate=2024-03-01..'],
  ['dc.language = eng', 'language=English'],
  ['cql.allRecords = 1', 'all'],
  ['> x = "info:srw/cql-context-set/1/dc-v1.1" x.title = magic', 'title:magic'],
  ['a or > x = "info:srw/cql-context-set/1/dc-v1.1" x.title = magic', '(a | title:magic)'],
  ['title =/stem/ignoreCase magic', 'title:magic'],
])('%s', async (text, expected) => {
  expect(await clauseOf(text)).toBe(expected)
})

describe('what is not supported has its diagnostic', () => {
  test.each([
    ['dc.colour = red', '16 dc.colour'],
    ['> x = "info:other" x.title = a', '15 info:other'],
    ['title encloses a', '19 encloses'],
    ['title constructor a', '19 constructor'],
    ['title =/regexp a', '20 regexp'],
    ['title < a', '22 < title'],
    ['title = ""', '27 title'],
    ['title = *a*', '29 *a*'],
    ['title = *', '29 *'],
    ['"*a *b *c *d *e *f *g *h *i"', '30 *a *b'],
    ['title = a^b', '32 a^b'],
    ['title all "^a b"', '22 all title'],
    ['title == the', '60 the'],
    ['year == *9', '36 *9'],
    ['rec.creationDate = 20*', '36 20*'],
    ['dc.date = soon', '36 soon'],
    ['a prox b', '39 prox'],
    ['cql.resultSetId = "a"', '50 a'],
    ['a and/fuzzy b', '46 fuzzy'],
  ])('%s', async (text, diagnostic) => {
    await expect(clauseOf(text)).rejects.toThrow(SruDiagnostic)
    await expect(clauseOf(text)).rejects.toThrow(diagnostic)
  })
})

test('any text is a search or has a diagnostic', async () => {
  const index = fc.constantFrom('title', 'dc.date', 'rec.id', 'bath.isbn', 'cql.anywhere', 'x.y', 'dc.language')
  const relation = fc.constantFrom('=', '<', '>=', '<>', 'all', 'any', 'adj', 'within', '==', '=/stem', '=/x=1')
  const term = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1999', '"a b"', 'a*', '?', '^a', '*a', '""'))
  const clause = fc.tuple(index, relation, term).map((parts) => parts.join(' '))
  const joined = fc.array(fc.oneof(clause, term, fc.constantFrom('and', 'or', 'not', 'prox', '(', ')', '>')))
  await fc.assert(
    fc.asyncProperty(joined, async (parts) => {
      try {
        await clauseOf(parts.join(' '))
      } catch (error) {
        if (!(error instanceof CqlError || error instanceof SruDiagnostic)) throw error
      }
    }),
  )
})

test('a record that cannot be read is left out of a search by place, and reported', async () => {
  const reported: unknown[] = []
  const damaged: Reads = {
    ...reads,
    candidates: async (clause, from, size) => {
      const { records } = await reads.candidates(clause, from, size)
      return { total: 3, records: [{ id: '9', marc: Buffer.from('damaged') }, ...records] }
    },
    unreadable: (ids, failure) => reported.push(ids, failure),
  }
  const clause = await clauseOfCql(parseCql('title == "possum magic"').query, startLookup(damaged, { isStaff: false }))
  expect(format(clause)).toMatch(/ & id=1\)$/)
  expect(reported).toEqual([['9'], expect.stringContaining('The leader is cut off')])
})
