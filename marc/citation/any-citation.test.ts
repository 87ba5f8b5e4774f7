import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { toDocument } from '../crosswalk/crosswalk.ts'
import { dataFiles, hasData, readShare } from '../testing.ts'
import { bibtex } from './bibtex.ts'
import { type CslItem, namesOf } from './csl.ts'
import { cslJsonOf } from './csl-json.ts'
import { folded } from './folded.ts'
import { familyOf, givenOf, inverted } from './names.ts'
import { ris } from './ris.ts'
import { textOf } from './runs.ts'
import { styles } from './styles.ts'

const today = '2026-11-21'

/** The values of each tag, as a reference manager reads them. */
function parseRis(text: string): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const line of text.split('\r\n').slice(0, -1)) {
    const [, tag, value] = /^([A-Z][A-Z0-9]) {2}- (.*)$/s.exec(line) ?? []
    expect(tag, line).toBeDefined()
    values[tag!] = [...(values[tag!] ?? []), value!]
  }
  return values
}

/** The fields of one entry. As BibTeX does, it counts every brace, a backslash before it or not. */
function parseBibtex(text: string): Record<string, string> {
  const fields: Record<string, string> = { key: /^@\w+\{(\w+),\n/.exec(text)![1]! }
  for (let from = text.indexOf('\n'); ; ) {
    const name = /^,?\s*(\w+) = \{/.exec(text.slice(from))
    if (!name) {
      expect(text.slice(from)).toBe('\n}\n')
      return fields
    }
    const start = from + name[0].length
    let end = start
    for (let depth = 1; depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
    fields[name[1]!] = text.slice(start, end - 1)
    from = end
  }
}

const names: Record<string, string> = {
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textbraceleft: '{',
  textbraceright: '}',
}
const unescaped = (text: string) =>
  text.replace(/\\([a-z]+)\{\}|\\([&%$#_])|[{}]/g, (_, name?: string, sign?: string) =>
    name ? names[name]! : (sign ?? ''),
  )

const listOf = (text: string | undefined) => (text === undefined ? undefined : [text])

function keepsItsFacts(item: CslItem) {
  const read = parseRis(ris(item))
  const isOfJournal = item.type === 'article-journal' || item.type === 'periodical'
  expect(read.ER).toEqual([''])
  expect(read.TI).toEqual([item.title])
  expect(read.ED ?? []).toEqual(namesOf(item, 'editor').map(inverted))
  expect(read.A4 ?? []).toEqual(namesOf(item, 'translator').map(inverted))
  expect(read.T2).toEqual(listOf(item['container-title']))
  expect(read.JF).toEqual(item.type === 'article-journal' ? listOf(item['container-title']) : undefined)
  if (item.type === 'article-journal') expect(read.IS).toEqual(listOf(item.issue))
  if (item.page) expect([...read.SP!, ...(read.EP ?? [])].join('-')).toBe(item.page)
  expect(read.PB).toEqual(listOf(item.publisher))
  expect(read.CY).toEqual(listOf(item['publisher-place']))
  expect(read.T3).toEqual(listOf(item['collection-title']))
  expect(read.SN).toEqual(listOf(isOfJournal ? (item.ISSN ?? item.ISBN) : (item.ISBN ?? item.ISSN)))
  expect(read.AB).toEqual(listOf(item.abstract))
  expect(read.DO).toEqual(listOf(item.DOI))
  expect(read.UR).toEqual(listOf(item.URL))
  expect(read.PY).toEqual(listOf(item.issued && String(item.issued['date-parts'][0]![0])))
  if (!item.director) expect(read.AU ?? []).toEqual(namesOf(item, 'author').map(inverted))

  const entry = parseBibtex(bibtex(item))
  expect(unescaped(entry.title!)).toBe(item.title)
  const container = entry[item.type === 'article-journal' ? 'journal' : 'booktitle']
  expect(container && unescaped(container)).toBe(item['container-title'])
  if (item.page) expect(unescaped(entry.pages!)).toBe(item.page.replaceAll('-', '--'))
  if (item.publisher && item.type === 'book') expect(unescaped(entry.publisher!)).toBe(item.publisher)
  if (item.author)
    expect(unescaped(entry.author!)).toBe(
      item.author
        .map((name) =>
          'literal' in name ? name.literal : [familyOf(name), name.suffix, givenOf(name)].filter(Boolean).join(', '),
        )
        .join(' and '),
    )
}

function isReadable(item: CslItem) {
  expect(item.title).toMatch(/\S/)
  expect(JSON.stringify(item)).not.toMatch(/\\u00[01]/)
  for (const text of styles.map(({ format }) => textOf(format(item, { today })))) {
    expect(text).toMatch(/\S/)
    expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]|undefined|null|NaN/u)
  }
}

/** Faults that the data of real catalogues must not cause; `clean` are those without such signs in their own texts. */
function isWellFormed(item: CslItem) {
  const own = JSON.stringify(item)
  const clean = !/\.\.|\s\s|[,;:.]\s*[,;:.]|[“”"]/.test(own.replace(/","|":"|"|\b\p{L}\.,/gu, ''))
  for (const { id, format } of styles) {
    // Of more than twenty names APA leaves some out: `. . .`.
    const text = textOf(format(item, { today })).replace(', . . . ', ', ')
    expect(folded(text), `${id}: ${text}`).toContain(folded(item.title.split(' ')[0]!))
    expect(text, id).toMatch(item.URL || item.DOI ? /\S$/ : /[.?!][”"’)\]]?$/)
    expect(text, id).not.toMatch(/^[\s,.;:]|\s$|\(\)|\[\]|\s[,;:.](?:\s|$)/)
    if (!clean) continue
    expect(text, id).not.toMatch(/\s\s|\.\.|,,|[;:],/)
    expect(text.split('“').length, id).toBe(text.split('”').length)
  }
}

const text = fc.string({ unit: 'binary', maxLength: 30 })
const phrase = fc.oneof(
  text,
  fc.constantFrom('a {b} & 50%', '\\end{document}', 'One\r\nTY  - EVIL', 'x ; y : z', '\u0085'),
)
const heading = fc.oneof(
  phrase,
  fc.tuple(phrase, phrase, phrase).map((parts) => parts.join(', ')),
  fc.constantFrom('Land and Sea, Ann', 'Goethe, Johann Wolfgang von, 1749-1832', 'Seuss, Dr.'),
)
const anyDocument = fc
  .record({
    titlePrimary: phrase,
    noteStmOfResponsibility: phrase,
    namePersonalPrimary: heading,
    nameCorporatePrimary: phrase,
    namePersonalOther: fc.array(heading, { maxLength: 3 }),
    publisher: phrase,
    placeOfPublication: phrase,
    edition: phrase,
    description: phrase,
    series: fc.array(phrase, { maxLength: 2 }),
    subjects: fc.array(phrase, { maxLength: 2 }),
    notes: fc.array(phrase, { maxLength: 2 }),
    publicationYear: fc.option(fc.integer({ min: 1000, max: 2199 })),
    titleInScript: phrase,
    host: fc.option(
      fc.record({
        title: phrase.map((title) => title || 'A journal'),
        shortTitle: phrase,
        maker: heading,
        edition: phrase,
        imprint: fc.oneof(phrase, fc.constant('Sydney : Allen & Unwin, 2008')),
        parts: fc.array(fc.oneof(phrase, fc.constantFrom('Vol. 12, no. 3 (May 2019)', 'p. 22-25', '12(3):4-9')), {
          maxLength: 3,
        }),
        enumeration: fc.oneof(phrase, fc.constant('12:3<22')),
        issn: fc.constantFrom('', '14410176'),
        isbn: fc.constantFrom('', '9780306406157'),
        level: fc.constantFrom('', 'm', 's'),
      }),
    ),
    scisType: fc.constantFrom('Book', 'E-book', 'Serial', 'DVD', 'Map', 'Kit', 'Online resource'),
  })
  .map(({ titlePrimary, noteStmOfResponsibility, namePersonalPrimary, nameCorporatePrimary, ...rest }) => ({
    ...blankDocument('1001'),
    ...rest,
    title: { titlePrimary, noteStmOfResponsibility },
    mainAuthor: { namePersonalPrimary, nameCorporatePrimary },
    contributor: { namePersonalOther: rest.namePersonalOther, nameCorporateOther: [], notePerformers: '' },
  }))

test('the files of any record can be read and keep its facts', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const item = cslJsonOf(document)
      keepsItsFacts(item)
      isReadable(item)
    }),
  )
})

describe.skipIf(!hasData)('real records', () => {
  // The same records in two other forms would only repeat the test.
  const files = dataFiles('bib', /\.(?:mrc|marc|dat|usmarc|xml)$/).filter((file) => !/\/(?:MARC8|XML)\//.test(file))

  test.each(files)('%s: every record can be cited', async (file) => {
    const keys = new Set<string>()
    const records = await readShare(file)
    for (const { record } of records) {
      const item = cslJsonOf(toDocument(record))
      keepsItsFacts(item)
      isReadable(item)
      isWellFormed(item)
      bibtex(item, keys)
    }
    expect(keys.size).toBe(records.length)
  })
})
