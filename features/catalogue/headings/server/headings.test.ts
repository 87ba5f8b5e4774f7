import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { headingOf, named, someHeadings } from '#adapters/headings/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { Problem } from '#kit/problem.ts'
import { headingsApi } from '../contract.ts'
import { addressOfHeading, searchOfHeading } from '../rules.ts'
import { readHeadingQuery } from './read-heading-query.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.headings.write(someHeadings)
  await app.catalogue.write(
    [
      { id: '1', title: 'A dog’s life', subjects: ['Dogs', 'Dogs -- Fiction'] },
      { id: '2', title: 'More dogs', subjects: ['Dogs -- Fiction'] },
      { id: '3', title: 'Hot dogs', subjects: ['Dogs in art', 'Hot dogs'] },
      { id: '4', title: 'Matilda', authors: ['Dahl, Roald, 1916-1990'] },
      { id: '5', title: 'About Dahl', subjects: ['Dahl, Roald, 1916-1990 -- Criticism'] },
      { id: '6', title: 'Redwall', series: ['Redwall ; 1'] },
    ].map(recordOf),
  )
})
afterAll(() => app.close())

const search = (query: Record<string, unknown> | string, who: Parameters<TestApp['as']>[0] = null) =>
  app.as(who)(headingsApi.searchHeadings, { bodybuilderquery: query })
const found = async (query: Record<string, unknown>) =>
  (await search({ query })).hits.hits.map(({ _source }) => _source.heading)

test('a search gives headings with their references and record counts', async () => {
  const { hits, aggregations } = await search({ query: { query_string: { query: 'dogs' } }, size: 2 })
  expect(hits.total).toBe(7)
  expect(hits.hits[0]).toMatchObject({
    _id: '1',
    _score: 5,
    _source: {
      heading: 'Dogs',
      variants: ['Hounds', 'Domestic dogs'],
      topicAuthority: 'scisshl',
      broader: [{ recordId: '3', heading: 'Canines' }],
      // Itself and its subdivisions, but no heading that only begins with the same word.
      recordCount: 2,
    },
  })
  expect(aggregations).toEqual({ isSubject: 7, isName: 0, isSeriesTitle: 0 })
})

test('a subject names every vocabulary that has a heading of its spelling', async () => {
  const { hits } = await search({ query: { query_string: { query: 'dogs OR dahl' } } })
  const schemes = Object.fromEntries(hits.hits.map(({ _id, _source }) => [_id, _source.schemes]))
  expect(schemes['1']).toEqual(['scisshl', 'scot'])
  expect(schemes['7']).toEqual(['scisshl', 'scot'])
  expect(schemes['2']).toEqual(['scisshl'])
  expect(schemes['12']).toEqual([])
})

test('subject headings of one vocabulary, or of none of some, can be searched', async () => {
  const ids = async (filter: Record<string, unknown>) => {
    const query = { bool: { must: [{ match: { heading: 'dogs' } }], filter: [{ term: { isSubject: true } }, filter] } }
    return (await search({ query })).hits.hits.map(({ _id }) => _id)
  }
  expect(await ids({ term: { topicAuthority: 'scot' } })).toEqual(['7'])
  expect(await ids({ terms: { topicAuthority: ['scisshl', 'scisgenre'] } })).not.toContain('7')
  expect(await ids({ bool: { must_not: [{ terms: { topicAuthority: ['scisshl'] } }] } })).toEqual(['7'])
})

test('a name is counted as author and as subject, a series with its volumes', async () => {
  const counts = async (text: string) =>
    (await search({ query: { match: { heading: { query: text, operator: 'and' } } } })).hits.hits.map(
      ({ _source }) => _source.recordCount,
    )
  expect(await counts('dahl')).toEqual([2])
  expect(await counts('redwall')).toEqual([1])
})

test('a search may be sent by GET and by POST, as text and as an object', async () => {
  const query = { query: { match_all: {} }, sort: [{ heading: { order: 'desc' } }], size: 1 }
  const url = '/rest/heading/search'
  const sent = [
    await app.raw(null, { method: 'GET', url, query: { bodybuilderquery: JSON.stringify(query) } }),
    await app.raw(null, { method: 'POST', url, payload: { bodybuilderquery: query } }),
  ]
  for (const reply of sent)
    expect(reply.json().hits).toMatchObject({
      total: someHeadings.length,
      hits: [{ _score: null, _source: { heading: 'Wolves' } }],
    })
})

test('an authority is chosen by a term, also within bools; the counts of all three stay', async () => {
  const query = { bool: { must: { match_all: {} }, filter: { bool: { must: [{ term: { isName: true } }] } } } }
  const { hits, aggregations } = await search({ query })
  expect(hits.hits.map(({ _source }) => _source.heading)).toEqual(['Dahl, Roald, 1916-1990'])
  expect(aggregations).toEqual({ isSubject: 9, isName: 1, isSeriesTitle: 2 })
  const none = { bool: { filter: [{ term: { isName: true } }, { term: { isSubject: 'true' } }] } }
  expect((await search({ query: none })).hits.total).toBe(0)
})

test('every accepted kind of query', async () => {
  expect(await found({ query_string: { query: '"guide dogs"' } })).toEqual(['Guide dogs'])
  expect(await found({ query_string: { query: 'dogs NOT fiction', fields: ['heading'] } })).not.toContain(
    'Dogs -- Fiction',
  )
  expect(await found({ query_string: { query: 'title: wolves OR maori', default_operator: 'and' } })).toEqual([
    'Māori (New Zealand people)',
  ])
  expect(await found({ multi_match: { query: 'hounds', fields: ['heading^5', 'variants'] } })).toEqual(['Dogs'])
  expect(await found({ match_phrase_prefix: { heading: 'guide d' } })).toEqual(['Guide dogs'])
  expect(await found({ match_phrase_prefix: { heading: 'cani' } })).toEqual(['Canines'])
  expect(await found({ prefix: { heading: 'Mao' } })).toEqual(['Māori (New Zealand people)'])
  expect(await found({ prefix: { heading: { value: '-' } } })).toEqual([])
  expect(await found({ range: { heading: { gte: 'G', lt: 'h' } } })).toEqual(['Guide dogs'])
  expect(await found({ bool: { filter: [{ term: { isTopTerm: true } }] } })).toEqual(['Canines'])
  expect(await found({ term: { recordId: '4' } })).toEqual(['Wolves'])
  expect(await found({ ids: { values: ['4', '3'] } })).toEqual(['Canines', 'Wolves'])
  expect(
    await found({ bool: { must: [{ match: { heading: 'dogs' } }], filter: [{ term: { topicAuthority: 'scot' } }] } }),
  ).toEqual(['Dogs'])
})

test('alternatives, exclusions and several authorities, as bodybuilder writes them', async () => {
  const text = (query: string) => ({ query_string: { query } })
  expect(await found({ bool: { should: [text('hounds'), text('wolves')] } })).toEqual(['Wolves', 'Dogs'])
  const unwanted = { match: { heading: 'guide fiction' } }
  expect(await found({ bool: { must: text('dogs'), must_not: unwanted } })).toEqual([
    'Dogs',
    'Dogs',
    'Dogs (Mythology)',
    'Canines',
    'Wolves',
  ])
  expect(await found({ bool: { must: text('canines'), should: text('dahl') } })).toEqual(['Canines'])
  expect(await found({ match: { heading: { query: 'dogs guide wild', minimum_should_match: 2 } } })).toEqual([
    'Guide dogs',
  ])
  const either = { bool: { should: [{ term: { isName: true } }, { term: { isSeriesTitle: true } }] } }
  const { hits, aggregations } = await search({ query: { bool: { filter: either } }, sort: ['heading'] })
  expect(hits.hits.map(({ _source }) => _source.heading)).toEqual([
    'Dahl, Roald, 1916-1990',
    'The long patrol',
    'Redwall',
  ])
  expect(aggregations).toEqual({ isSubject: 9, isName: 1, isSeriesTitle: 2 })
  const without = { bool: { must_not: [{ term: { isSubject: true } }] } }
  expect((await search({ query: without })).hits.total).toBe(3)
})

test('an escaped colon finds the whole heading first', async () => {
  const query = { bool: { should: [text('dogs: fiction'), text('dogs\\: fiction')] } }
  function text(query: string) {
    return { query_string: { query, default_operator: 'AND' } }
  }
  const { hits } = await search({ query })
  expect(hits.hits[0]).toMatchObject({ _score: 5, _source: { heading: 'Dogs -- Fiction' } })
})

describe('anything else is refused with a sentence', () => {
  test.each<[string, unknown, string, string]>([
    ['another type', { query: { fuzzy: { heading: 'x' } } }, 'query_not_accepted', 'fuzzy'],
    ['a prefix elsewhere', { query: { prefix: { variants: 'x' } } }, 'query_not_accepted', 'heading only'],
    [
      'a range elsewhere',
      { query: { range: { variants: { gte: 'a', lt: 'b' } } } },
      'query_not_accepted',
      'heading only',
    ],
    ['a range without an end', { query: { range: { heading: { gte: 'a' } } } }, 'query_not_accepted', 'range'],
    ['another field', { query: { match: { password: 'x' } } }, 'query_not_accepted', 'password'],
    ['another member of a bool', { query: { bool: { boost: 2 } } }, 'query_not_accepted', 'boost'],
    [
      'too many bools within each other',
      { query: Array.from({ length: 13 }).reduce((query) => ({ bool: { must: query } }), { match_all: {} }) },
      'query_not_accepted',
      'too deeply',
    ],
    [
      'too many wildcards in its texts',
      { query: { bool: { should: Array(2).fill({ query_string: { query: 'a* '.repeat(85) } }) } } },
      'query_not_accepted',
      'at most 128',
    ],
    [
      'too many parts',
      { query: { bool: { must_not: Array(128).fill({ match_all: {} }) } } },
      'query_not_accepted',
      'at most 128',
    ],
    ['aggregations', { aggs: {} }, 'query_not_accepted', 'aggs'],
    ['too many at once', { size: 101 }, 'query_not_accepted', 'size'],
    ['too deep a page', { from: 9_990, size: 50 }, 'query_not_accepted', '10000'],
    ['another order', { sort: ['titleSort'] }, 'query_not_accepted', 'titleSort'],
    [
      'a word that starts with a wildcard',
      { query: { query_string: { query: '*ogs' } } },
      'leading_wildcard',
      'A search word can’t start with a wildcard.',
    ],
    ['no JSON', '{', 'query_not_accepted', 'JSON'],
    ['an authority that is not chosen', { query: { term: { isName: false } } }, 'query_not_accepted', 'isName'],
  ])('%s', async (_, query, code, sentence) => {
    const attempt = search(query as string)
    await expect(attempt).rejects.toMatchObject({ code, status: 400, messages: [expect.stringContaining(sentence)] })
  })

  test('any input is read or refused, never an error of ours', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const leaf = fc.oneof(
      fc.record({ query_string: fc.record({ query: text }) }),
      fc.record({ match: fc.record({ heading: text }) }),
      fc.record({ match_phrase_prefix: fc.record({ heading: text }) }),
      fc.record({ term: fc.dictionary(fc.constantFrom('isName', 'recordId', 'x'), fc.jsonValue()) }),
      fc.dictionary(fc.constantFrom('bool', 'ids', 'terms', 'multi_match', 'match_all', '__proto__'), fc.jsonValue()),
    )
    const member = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }))
    const query = fc.oneof(
      leaf,
      fc.record({ bool: fc.record({ must: member, filter: member, should: member, must_not: member }) }),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.oneof(text, fc.jsonValue(), fc.record({ query, sort: fc.jsonValue() })), (sent) => {
        try {
          readHeadingQuery(sent)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
          expect((error as Problem).status).toBe(400)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test('a school without a current subscription finds what visitors find', async () => {
  app.setClock(() => new Date('2099-01-01'))
  const found = await search({ query: { match_all: {} } }, 'hillview')
  expect(found).toMatchObject({ hits: { total: someHeadings.length } })
  expect(found.hits).toEqual((await search({ query: { match_all: {} } }, null)).hits)
  app.setClock(() => new Date())
})

test('the counts of a page take one call to the catalogue', async () => {
  const sizes: number[] = []
  const { counts } = app.catalogue
  app.catalogue.counts = (clauses) => {
    sizes.push(clauses.length)
    return counts(clauses)
  }
  await search({ query: { match_all: {} } })
  app.catalogue.counts = counts
  expect(sizes).toEqual([someHeadings.length])
})

test('a total is exact up to 100,000', async () => {
  const { search: real } = app.headings
  app.headings.search = async (query) => ({ ...(await real(query)), total: 400_000 })
  const { hits } = await search({ query: { match_all: {} } })
  app.headings.search = real
  expect(hits.total).toBe(100_000)
})

test('the catalogue accepts the search of any heading, and its address holds it', async () => {
  const odd = [
    '',
    ' ',
    '"',
    '\\',
    'x'.repeat(5000),
    `${'x'.repeat(249)}😀`,
    '<b>',
    'Māori -- Fiction',
    'a:b*?',
    '🙂'.repeat(400),
  ]
  for (const heading of odd)
    for (const kinds of [
      { kind: 'topic', isName: false, isSeriesTitle: false },
      { kind: 'genre', isName: false, isSeriesTitle: false },
      { kind: 'person', isName: true, isSeriesTitle: false },
      { kind: 'title', isName: true, isSeriesTitle: false },
      { kind: 'series', isName: false, isSeriesTitle: true },
    ] as const) {
      const query = searchOfHeading(heading, kinds)
      const address = new URL(addressOfHeading(heading, kinds), 'http://x')
      expect(JSON.parse(address.searchParams.get('bodybuilderquery')!)).toEqual(query)
      const reply = await app.raw(null, {
        method: 'POST',
        url: '/rest/catalogue/search',
        payload: { bodybuilderquery: query },
      })
      expect([heading.slice(0, 20), reply.statusCode]).toEqual([heading.slice(0, 20), 200])
    }
})

describe('the subject headings as pages', () => {
  const page = async (fileName: string) => (await app.as('hillview')(headingsApi.standard, { fileName })) as string
  const absent = async (fileName: string) => {
    const { statusCode, body } = await app.raw('hillview', {
      method: 'GET',
      url: '/rest/standard/',
      query: { fileName },
    })
    expect([fileName, statusCode]).toEqual([fileName, 404])
    expect(JSON.parse(body)).toMatchObject({
      code: 'page_not_found',
      messages: ['We couldn’t find this page of the subject headings.'],
    })
  }

  test('the index has every letter with its count', async () => {
    const html = await page('index')
    expect(html).toMatch(/^<article class="standard"><p>The standard subject headings/)
    for (const [letter, count] of [
      ['d', 6],
      ['c', 1],
      ['0', 1],
    ])
      expect(html).toMatch(new RegExp(`href="/standards/index-${letter}"[^>]*>[^<]+</a> <span class="count">${count}<`))
    expect(html).toContain('href="/standards/tree"')
  })

  test('a letter lists its headings and see-from references, in alphabetical order', async () => {
    const html = await page('index-d')
    expect(html).toContain(
      '<li class="see">Domestic dogs <em>see</em> <a href="/standards/1">Dogs</a> <span class="scheme">SCIS</span></li>',
    )
    expect(html.indexOf('>Dogs<')).toBeLessThan(html.indexOf('>Dogs — Fiction<'))
    expect(html).not.toContain('<nav class="pages"')
  })

  test('a heading of two schemes is one line, and each scheme leads to its own record', async () => {
    await app.headings.write([headingOf('scot-4', 'Wolves', { topicAuthority: 'scot', variants: ['Wild dogs'] })])
    expect(await page('index-w')).toContain(
      '<a href="/standards/4">Wolves</a> <a class="scheme" href="/standards/4">SCIS<span class="visually-hidden">: Wolves</span></a> <a class="scheme" href="/standards/scot-4">ScOT<span class="visually-hidden">: Wolves</span></a></li>',
    )
    await app.headings.remove(['scot-4'])
  })

  test('a record leads to its place in the tree and to the thesaurus', async () => {
    expect(await page('3')).toContain('<a href="/standards/tree-3">In the tree</a>')
    // Without narrower headings it leads to the broader one.
    expect(await page('4')).toContain('<a href="/standards/tree-3">In the tree</a>')
    expect(await page('4')).toContain('<a href="/discover/thesaurus?query=%22Wolves%22">In the thesaurus</a>')
  })

  test('a record shows everything about the heading, and leads to its records', async () => {
    const html = await page('1')
    expect(html).toMatch(
      /^<article class="record"><header><h2>Dogs<\/h2><p class="scheme">Topic · SCIS subject headings<\/p>/,
    )
    expect(html).toContain('<dt>Used for</dt><dd>Hounds</dd><dd>Domestic dogs</dd>')
    expect(html).toContain('<dt>Broader</dt><dd><a href="/standards/3">Canines</a></dd>')
    expect(html).toContain('<dt>Note</dt><dd>Here are entered works on dogs as companions.</dd>')
    expect(html).toMatch(/<li><a href="\/discover\/results\/\?[^"]+">2 records in the catalogue<\/a><\/li>/)
  })

  test('the tree begins at the top terms and goes down by record', async () => {
    expect(await page('tree')).toContain(
      '<h3>SCIS subject headings</h3><ul class="tree"><li><a href="/standards/3">Canines</a> <a class="count" href="/standards/tree-3">2 narrower headings',
    )
    const below = await page('tree-3')
    expect(below).toContain('<a href="/standards/4">Wolves</a>')
    expect(await page('tree-1')).toContain('<a href="/standards/tree-3">Canines</a>')
    expect(await page('tree-4')).toContain('There are no narrower headings.')
  })

  test.each([
    '',
    '.',
    '..',
    '../',
    '../../package.json',
    '/etc/passwd',
    'index/',
    'index-',
    'index-aa',
    'index-%61',
    'index-q',
    'index-d-0',
    'index-d-2',
    'index-d-999999',
    'index-d-9999999',
    'tree-',
    'tree-nobody',
    'tree-page-2',
    'tree-3-page-2',
    'nobody',
    'index\u0007',
    '\u0007',
    'index\n',
    'INDEX',
    'x'.repeat(10_000),
    'constructor',
    '__proto__',
    '<script>',
    'C:\\',
    'file:///etc/passwd',
  ])('an unknown page is reported: %j', async (name) => {
    await absent(name)
  })

  test('a visitor sees no page, regardless of its name', async () => {
    for (const fileName of ['index', '../x']) {
      const { statusCode } = await app.raw(null, { method: 'GET', url: '/rest/standard/', query: { fileName } })
      expect(statusCode).toBe(403)
    }
    const twice = await app.raw('hillview', { method: 'GET', url: '/rest/standard/?fileName=index&fileName=tree' })
    expect(twice.statusCode).toBe(400)
  })

  test('markup in a heading, a number or a note is always escaped', async () => {
    const evil = '<img src=x onerror="alert(1)">\'&'
    const id = `tree-1/../"><b>`
    await app.headings.write([
      headingOf(id, evil, {
        variants: [`${evil} old`],
        note: `${evil}\n${evil}`,
        broader: named('Canines', `${evil} up`),
        topicAuthority: evil,
      }),
      headingOf('evil-2', 'Below', { broader: named(evil), topicAuthority: evil }),
    ])
    for (const name of ['index', 'index-0', 'index-i', 'tree', id, `tree-${id}`, 'evil-2', 'tree-evil-2']) {
      const html = await page(name)
      expect(html).not.toMatch(/<img|<b>|onerror="|&(?!amp;|lt;|gt;|quot;|#39;)/)
    }
    expect(await page('evil-2')).toContain(`href="/standards/${encodeURIComponent(id).replaceAll("'", '&#39;')}"`)
    await app.headings.remove([id, 'evil-2'])
  })
})

test('a letter of a large standard is split into pages that a browser handles well', { timeout: 60_000 }, async () => {
  await app.headings.write(
    Array.from({ length: 1201 }, (_, i) =>
      headingOf(`z${i}`, `Zebra ${String(i).padStart(5, '0')}`, { broader: named('Zoology') }),
    ),
  )
  await app.headings.write([headingOf('zz-page-2', 'Zoology')])
  const page = async (fileName: string) => (await app.as('hillview')(headingsApi.standard, { fileName })) as string
  const pages = await Promise.all(['index-z', 'index-z-2', 'index-z-3'].map(page))
  expect(pages.map((html) => html.match(/Zebra \d+/g)!.length)).toEqual([500, 500, 201])
  for (const html of pages) expect(html.length).toBeLessThan(150_000)
  expect(pages[1]).toContain('<a href="/standards/index-z-2" aria-current="page">2</a>')
  expect(pages[1]).toContain('<a href="/standards/index-z">1</a>')
  const tree = await page('tree-zz-page-2-page-3')
  expect(tree.match(/Zebra \d+/g)!.length).toBe(201)
  expect(await page('tree-zz-page-2')).toContain('href="/standards/tree-zz-page-2-page-3"')
  const record = await page('zz-page-2')
  expect(record.match(/Zebra \d+/g)!.length).toBe(500)
  expect(record).toContain('<a href="/standards/tree-zz-page-2">All narrower headings</a>')
})

test('headings in other scripts have their own page in the standard', async () => {
  await app.headings.write([headingOf('ru1', 'Война')])
  const page = async (fileName: string) => (await app.as('hillview')(headingsApi.standard, { fileName })) as string
  expect(await page('index')).toContain(
    '<a href="/standards/index-other" aria-label="Other scripts, 1 entry">Other</a>',
  )
  expect(await page('index-other')).toMatch(/<h2>Other scripts.*>Война</s)
  expect(await page('index-0')).not.toContain('Война')
  await app.headings.remove(['ru1'])
})
