import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { identifierLimits, parseSearch } from '../query/server/parse-search.ts'

/** The refusal, which must contain a sentence. */
function refusal(sent: unknown, limits?: typeof identifierLimits): Problem {
  try {
    parseSearch(sent, limits)
  } catch (problem) {
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ status: 400 })
    expect((problem as Problem).messages[0]).toMatch(/^.{10,200}\.$/u)
    return problem as Problem
  }
  throw new Error('accepted')
}
const query = (sent: unknown) => ({ query: sent })
const nested = (depth: number, inner: unknown = { match_all: {} }) => {
  let made = inner
  for (let at = 0; at < depth; at++) made = { bool: { must: made } }
  return made
}

describe('refused, with a sentence that says why', () => {
  const cases: [why: string, sent: unknown, sentence: string][] = [
    ['no JSON', '{"query":', 'The search is not valid JSON.'],
    ['no object', '[]', 'a search'],
    ['null', 'null', 'a search'],
    ['a number', 7, 'a search'],
    ['another member', { suggest: {} }, '“suggest” is not accepted in a search.'],
    ['a script', { script_fields: {} }, '“script_fields” is not accepted'],
    ['runtime fields', { runtime_mappings: {} }, '“runtime_mappings” is not accepted'],
    ['another index', { indices_boost: [] }, '“indices_boost” is not accepted'],
    ['post_filter', { post_filter: {} }, '“post_filter” is not accepted'],
    ['another type of query', query({ regexp: { title: '(a+)+b' } }), '“regexp” is not accepted'],
    ['fuzzy', query({ fuzzy: { title: 'x' } }), '“fuzzy” is not accepted'],
    ['wildcard', query({ wildcard: { title: '*a' } }), '“wildcard” is not accepted'],
    ['script query', query({ script: { script: 'x' } }), '“script” is not accepted'],
    ['a type named like a member of every object', query({ constructor: {} }), '“constructor” is not accepted'],
    ['toString', query({ match: { toString: 'x' } }), 'no search field “toString”'],
    ['two types at once', query({ match_all: {}, term: {} }), 'exactly one type'],
    ['no type', query({}), 'exactly one type'],
    ['a list as query', query([]), 'must be an object'],
    ['an unknown field', query({ match: { password: 'x' } }), 'no search field “password”'],
    ['two fields', query({ match: { title: 'x', authors: 'y' } }), 'exactly one field'],
    ['an option', query({ match: { title: { query: 'x', fuzziness: 2 } } }), '“fuzziness” is not accepted in match'],
    ['an option of query_string', query({ query_string: { query: 'x', lenient: true } }), '“lenient” is not accepted'],
    ['a member of bool', query({ bool: { boost: 2 } }), '“boost” is not accepted in bool'],
    ['a weight on a field', query({ query_string: { query: 'x', fields: ['title^3'] } }), 'no search field “title^3”'],
    [
      'fields that do not go together',
      query({ multi_match: { query: 'x', fields: ['language', 'isbn'] } }),
      'cannot be searched together',
    ],
    ['a prefix elsewhere', query({ prefix: { authors: 'x' } }), 'on titles and subjects only'],
    ['a phrase of years', query({ match_phrase: { publicationYear: '2004' } }), 'fields of words only'],
    ['a range of words', query({ range: { title: { gte: 'a' } } }), 'range on “title” is not accepted'],
    ['two lower bounds', query({ range: { publicationYear: { gte: 1, gt: 1 } } }), 'one lower and one upper bound'],
    ['a year', query({ range: { publicationYear: { gte: 'now' } } }), '“now” is not a year.'],
    ['half a year', query({ term: { publicationYear: 2004.5 } }), '“2004.5” is not a year.'],
    ['date arithmetic', query({ range: { voyagerCreateDate: { gte: 'now-90d' } } }), '“now-90d” is not a date'],
    ['a day that is none', query({ range: { voyagerCreateDate: { gte: '2023-02-30' } } }), 'is not a date'],
    ['a month that is none', query({ range: { voyagerCreateDate: { lte: '2023-13' } } }), 'is not a date'],
    [
      'minimum_should_match',
      query({ bool: { should: [], minimum_should_match: '2<75%' } }),
      'whole number or a percentage',
    ],
    ['a value that is a list', query({ term: { language: ['a'] } }), 'term'],
    ['a value of 1001 characters', query({ match: { title: 'x'.repeat(1001) } }), 'match'],
    ['a text of 1001 characters', query({ query_string: { query: 'x'.repeat(1001) } }), 'query_string'],
    [
      'more than 1,000 values',
      query({ terms: { language: Array.from({ length: 1001 }, String) } }),
      'terms on “language”',
    ],
    [
      'more than 128 parts',
      query({ bool: { should: Array.from({ length: 128 }, () => ({ match_all: {} })) } }),
      'at most 128',
    ],
    [
      'more than 128 wildcards and phrases in its texts',
      query({
        bool: {
          should: [
            { query_string: { query: 'a* '.repeat(85) } },
            { match: { title: 'Spider-Man '.repeat(20) } },
            { query_string: { query: '"a b" '.repeat(40) } },
          ],
        },
      }),
      'at most 128',
    ],
    ['128 words as terms', query({ terms: { title: Array.from({ length: 200 }, String) } }), 'at most 128'],
    ['a text longer than that once it is folded', query({ query_string: { query: 'ﷺ'.repeat(56) } }), 'at most 1000'],
    [
      'more words than any text has',
      query({ bool: { should: Array.from({ length: 3 }, () => ({ match: { title: '1 '.repeat(400) } })) } }),
      'at most 1,024 words',
    ],
    ['thirteen levels', query(nested(12)), 'at most 12 levels'],
    [
      'thirteen levels in a filter',
      query({ bool: { filter: nested(12, { term: { language: 'a' } }) } }),
      'at most 12 levels',
    ],
    [
      'a leading wildcard',
      query({ query_string: { query: '*dog', allow_leading_wildcard: true } }),
      'can’t start with a wildcard.',
    ],
    ['a size', { size: 101 }, 'At most 100 hits'],
    ['a huge size', { size: 1e9 }, 'At most 100 hits'],
    ['an endless size', '{"size":1e999}', 'size'],
    ['a negative size', { size: -1 }, 'size'],
    ['half a size', { size: 1.5 }, 'size'],
    ['a size as text', { size: '10' }, 'size'],
    ['paging past 10,000', { from: 9_999, size: 2 }, 'Paging ends at 10000 records.'],
    ['paging far past', { from: 1e15 }, 'from'],
    ['an order', { sort: 'isbn' }, 'Sorting by “isbn” is not accepted.'],
    ['a direction', { sort: { titleSort: 'up' } }, 'the order of “titleSort”'],
    ['a sort script', { sort: { _script: { script: 'x' } } }, 'the order of “_script”'],
    ['five orders', { sort: ['_score', 'titleSort', 'authorSort', 'publicationYear', 'heading'] }, 'at most 4 keys'],
    [
      '13 facets',
      { aggs: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`a${at}`, { terms: { field: 'language' } }])) },
      'At most 12',
    ],
    ['a facet of words', { aggs: { a: { terms: { field: 'title' } } } }, 'values of “title” cannot be counted.'],
    ['a facet that is only chosen by', { aggs: { a: { terms: { field: 'issuance' } } } }, 'cannot be counted.'],
    ['21 buckets', { aggs: { a: { terms: { field: 'language', size: 21 } } } }, '“a”'],
    ['an empty list of values', { aggs: { a: { terms: { field: 'language', include: [] } } } }, '“a”'],
    ['empty buckets', { aggs: { a: { terms: { field: 'language', min_doc_count: 0 } } } }, '“a”'],
    [
      'sub-aggregations',
      { aggs: { a: { terms: { field: 'language' }, aggs: {} } } },
      '“aggs” is not accepted in the aggregation “a”.',
    ],
    ['another aggregation', { aggs: { a: { cardinality: { field: 'language' } } } }, '“cardinality” is not accepted'],
    [
      'two aggregations in one',
      { aggs: { a: { terms: { field: 'language' }, range: {} } } },
      'either “terms” or “range”',
    ],
    [
      'ranges of another field',
      { aggs: { a: { range: { field: 'voyagerCreateDate', ranges: [{}] } } } },
      'range aggregation',
    ],
    ['ranges of one name', { aggs: { a: { range: { field: 'publicationYear', ranges: [{}, {}] } } } }, 'same key'],
    ['aggregations twice', { aggs: {}, aggregations: {} }, 'either “aggs” or “aggregations”'],
    ['a name of a facet', { aggs: { 'a<b>': { terms: { field: 'language' } } } }, 'the name of an aggregation'],
  ]

  test.each(cases)('%s', (_, sent, sentence) => {
    expect(refusal(sent).messages[0]).toContain(sentence)
    if (typeof sent === 'object' && sent !== null) expect(refusal(JSON.stringify(sent)).messages[0]).toContain(sentence)
  })
})

describe('hostile input is refused within 100 ms', () => {
  test('__proto__ anywhere', () => {
    for (const text of [
      '{"__proto__":{"size":1}}',
      '{"query":{"__proto__":{"match_all":{}}}}',
      '{"query":{"match":{"__proto__":"x"}}}',
      '{"aggs":{"__proto__":{"terms":{"field":"language"}}}}',
      '{"_source":[{"__proto__":1}]}',
    ])
      expect(refusal(text).messages[0]).toContain('__proto__')
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('100,000-deep JSON, as text and as an object, even for calls that allow long queries', () => {
    const lists = `{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const objects = `${'{"bool":{"must":'.repeat(100_000)}1${'}}'.repeat(100_000)}`
    const limits = { ...identifierLimits, bytes: 1e9 }
    expect(refusal(lists).messages[0]).toContain('too long')
    expect(refusal(JSON.parse(lists)).messages[0]).toContain('nested too deeply')
    expect(refusal(JSON.parse(lists), limits).messages[0]).toContain('nested too deeply')
    expect(refusal(objects).messages[0]).toContain('too long')
    expect(refusal(JSON.parse(`{"query":${objects}}`), limits).messages[0]).toContain('nested too deeply')
    expect(refusal(`{"query":${'['.repeat(8000)}${']'.repeat(8000)}}`).messages[0]).toContain('nested too deeply')
  })

  test('more than 16 KiB, counted in bytes', () => {
    expect(refusal(`{"_source":"${'x'.repeat(16 * 1024)}"}`).messages[0]).toContain('too long')
    expect(refusal(`{"_source":"${'é'.repeat(9 * 1024)}"}`).messages[0]).toContain('too long')
    expect(refusal({ _source: Array.from({ length: 100_000 }, () => 1) }).messages[0]).toContain('too long')
  })

  test('NUL and lone surrogates, in values and names', () => {
    expect(refusal('{"query":{"match":{"title":"a\\u0000b"}}}').messages[0]).toContain('NUL')
    expect(refusal('{"query":{"match":{"a\\u0000b":"x"}}}').messages[0]).toContain('NUL')
    expect(refusal('{"query":{"query_string":{"query":"\\ud800"}}}').messages[0]).toContain('lone surrogate')
    expect(refusal({ query: { term: { language: 'a\udc00' } } }).messages[0]).toContain('lone surrogate')
  })

  test('quotes of SQL and CQL are plain text', () => {
    for (const text of [`'; drop table record; --`, `" or 1=1`, `title any "x" and (`, `\\'; \\"`, '%27%20OR'])
      expect(() => parseSearch(query({ query_string: { query: text } }))).not.toThrow()
  })

  test('texts that attack a regular expression cost nothing', () => {
    for (const text of [
      'a?'.repeat(128),
      'a*'.repeat(128),
      '('.repeat(256),
      `${'"\\'.repeat(128)}`,
      `${'a'.repeat(254)}!`,
    ])
      parseSearch(query({ query_string: { query: text } }))
  })

  test('any JSON is accepted or refused with a sentence, never an error of ours', () => {
    const names = fc.constantFrom(
      ...[
        'query',
        'bool',
        'must',
        'filter',
        'should',
        'must_not',
        'term',
        'terms',
        'match',
        'range',
        'title',
        'language',
        'publicationYear',
        'isbn',
        'aggs',
        'sort',
        'size',
        'from',
        'field',
        'ranges',
        'gte',
        'query_string',
        'fields',
        'minimum_should_match',
        '_id',
        'multi_match',
      ],
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 8, depthSize: 'medium' },
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 10 }),
          fc.double(),
          fc.integer(),
          fc.constant(null),
          fc.boolean(),
          names,
        ),
        fc.dictionary(names, tie('tree'), { maxKeys: 3 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.oneof(tree, tree.map(query), fc.dictionary(names, tree, { maxKeys: 3 })), (sent) => {
        try {
          parseSearch(JSON.stringify(sent))
        } catch (problem) {
          expect(problem).toBeInstanceOf(Problem)
          expect(problem).toMatchObject({ status: 400 })
        }
      }),
      { numRuns: 5000 },
    )
  })
})
