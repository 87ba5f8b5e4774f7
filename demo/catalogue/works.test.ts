import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWorks, type Work } from './work.ts'

const works = readWorks()
const faults = (check: (work: Work) => boolean) =>
  works.filter(check).map(({ id, title, names, series, date }) => ({ id, title, names, series, date }))

/** Every text of a work that people read. */
const textsOf = ({ title, series, more, names }: Work) => [
  title,
  ...(series ? [series.title] : []),
  ...['variant', 'original'].flatMap((key) => more.get(key) ?? []),
  ...names.map(({ heading }) => heading),
]
const broken = (pattern: RegExp) => works.flatMap(textsOf).filter((text) => pattern.test(text))

/** Values that occur more than once. */
const repeated = (values: string[]) => [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]

test('no line of the data has subfield codes, markup, control characters or stray spaces', () => {
  const folder = new URL('.', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsv'))) {
    const cells = readFileSync(new URL(file, folder), 'utf8')
      .trimEnd()
      .split('\n')
      .flatMap((line) => line.split('\t'))
    const wrong = cells.filter(
      (cell) =>
        /\$[a-z0-9]|[‡|][a-z] |<\/?[a-z]|&[a-z]+;|�|[\u0000-\u001f\u007f\u00a0\u200b-\u200f\ufeff]/.test(cell) ||
        / {2}/.test(cell) ||
        cell !== cell.trim() ||
        cell !== cell.normalize('NFC'),
    )
    expect(wrong, file).toEqual([])
  }
})

test('initials are capitals, and one kind of apostrophe is used', () => {
  expect(broken(/(?:^|[^\p{L}'])(?:\p{Ll}\.\p{L}|\p{Lu}\. ?\p{Ll}\b(?!['\p{L}]))/u)).toEqual([])
  expect(broken(/[’‘“”´`]/)).toEqual([])
  expect(
    works.flatMap(({ names }) => names).filter(({ heading, body }) => !body && /\p{Lu}\.\p{Lu}/u.test(heading)),
  ).toEqual([])
})

test('brackets and quotation marks are paired', () => {
  const count = (text: string, mark: string) => text.split(mark).length - 1
  const odd = works
    .flatMap(textsOf)
    .filter((text) => count(text, '(') !== count(text, ')') || count(text, '"') % 2 === 1 || /[[\]{}]/.test(text))
  expect(odd).toEqual([])
})

test('punctuation is that of ISBD: " : " before other title information, nothing at the end', () => {
  const titles = works.flatMap(({ title, more, series }) => [title, more.get('variant') ?? '', series?.title ?? ''])
  const wrong = titles
    .map((title) => title.replace('micro:bit', 'microbit'))
    .filter(
      (title) =>
        /\s[,;!?.](?!\.\.)|[,;:!?](?=\p{L})|\p{L}:\s|;|#|[,:;/=-]$|[^.]\.\.$|^[^\p{L}\p{N}"'.]/u.test(title) ||
        /(?: : ){2}|,,|::/.test(title) ||
        /\(\s|\s\)/.test(title),
    )
  expect(wrong).toEqual([])
})

test('edition and volume statements are not part of a title', () => {
  const wrong = works.filter(({ title }) =>
    /\bvol(?:ume)?s?\b\.? ?\d|, volume |\b(?:boxed|box) set\b|\bplaytext\b|\bmass market\b|\b(?:paperback|hardcover|unabridged|reprint|kindle)\b|\bedition\b.*\b(?:deluxe|revised)\b|\bdeluxe\b|\(tomo|, the$/i.test(
      title.replace(/\. Volume \w+(?=$|,| :)/, ''),
    ),
  )
  expect(wrong.map(({ title }) => title)).toEqual([])
})

test('a part is named with a capital, after its number', () => {
  const parts = works.flatMap(({ title }) => /\. (?:Volume|Episode|Part|Book|\d+) ?\w*, (.)/u.exec(title)?.[1] ?? [])
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.filter((letter) => letter !== letter.toUpperCase())).toEqual([])
})

test('no work occurs twice', () => {
  expect(repeated(works.map(({ id }) => id))).toEqual([])
  expect(repeated(works.flatMap(({ more }) => more.get('url') ?? []))).toEqual([])
  const items = works.map(({ form, title, names, languages, publisher, number, more, date }) =>
    [
      form,
      title.toLowerCase().replace(/^(?:the|an?) /, ''),
      names[0]?.heading,
      languages[0],
      more.has('url') ? more.get('url') : number || `${publisher?.name}, ${publisher?.place}, ${date.from}`,
    ].join(' | '),
  )
  expect(repeated(items)).toEqual([])
})

test('one title by one author has a second record only with its own number', () => {
  const keyOf = ({ form, title, names, languages }: Work) =>
    [form, title.toLowerCase(), names[0]?.heading, languages[0]].join()
  const printed = works.filter(({ form }) => form === 'book' || form === 'graphic')
  expect(repeated(printed.map(keyOf))).toEqual([])
})

test('no work is catalogued before it was published, and no span of years is reversed', () => {
  const year = ({ catalogued }: Work) => 2000 + Number(catalogued.slice(0, 2))
  expect(faults((work) => Number(work.date.from) > year(work))).toEqual([])
  expect(faults((work) => work.date.to !== '' && Number(work.date.to) > year(work))).toEqual([])
  expect(faults(({ date }) => date.to !== '' && date.to < date.from)).toEqual([])
})

test('no one published before they were twelve', () => {
  const born = ({ names }: Work) => Number(/^(\d{4})-/.exec(names[0]?.dates ?? '')?.[1] ?? 0)
  expect(faults((work) => Number(work.date.from) < born(work) + 12)).toEqual([])
})

test('a person has one heading, with the same dates everywhere', () => {
  const people = new Map<string, Set<string>>()
  const add = (heading: string, dates: string) =>
    people.set(heading, (people.get(heading) ?? new Set<string>()).add(dates))
  for (const { names, more } of works) {
    for (const { heading, dates } of names) add(heading, dates)
    const about = /^(.+?)(?:, (\d{4}-(?:\d{4})?))?$/.exec(more.get('person') ?? '')
    if (about?.[1]) add(about[1], about[2] ?? '')
  }
  expect([...people].filter(([, dates]) => dates.size > 1).map(([heading]) => heading)).toEqual([])
})

test('names are headings: surname first, initials spaced, and death after birth', () => {
  const names = works.flatMap((work) => work.names)
  expect(
    names.filter(
      ({ heading }) =>
        heading === '' ||
        /^\p{Ll}|[.,;:] ?$|\d/u.test(heading.replace(/,?(?: \p{Lu}\.)+$|^Seuss, Dr\.$|Apollo 17/u, '')),
    ),
  ).toEqual([])
  const backwards = names.filter(({ dates }) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(dates) ?? []
    return from !== undefined && Number(to) <= Number(from)
  })
  expect(backwards.filter(({ heading }) => heading !== '')).toEqual([])
  const roles = works.map(
    ({ id, names: all }) => [id, all.map(({ heading, relator }) => `${heading} ${relator}`)] as const,
  )
  expect(roles.filter(([, all]) => repeated(all).length > 0)).toEqual([])
  const known = new Set(
    `author illustrator adapter translator narrator director designer composer lyricist performer cartographer photographer
     artist developer producer speaker recordist manufacturer publisher,issuing body,production company`
      .split(',')
      .flatMap((group, index) => (index === 0 ? group.split(/\s+/) : [group])),
  )
  expect([...new Set(names.map(({ relator }) => relator))].filter((relator) => !known.has(relator))).toEqual([])
})

test('a series has one name, and its numbers are numbers', () => {
  const titles = [...new Set(works.flatMap(({ series }) => series?.title ?? []))]
  const folded = titles.map((title) =>
    title
      .toLowerCase()
      .replace(/^(?:the|an?) /, '')
      .replace(/ & /g, ' and ')
      .replace(/-/g, ' '),
  )
  expect(repeated(folded)).toEqual([])
  expect(titles.filter((title) => / \/ |:|;/.test(title))).toEqual([])
  const numbers = works.flatMap(({ series }) => series?.number ?? '').filter((number) => number !== '')
  expect(numbers.filter((number) => !/^\d{1,3}(?:\.5)?$/.test(number))).toEqual([])
})

test('no two works have the same number of a series', () => {
  const titles = new Map<string, Set<string>>()
  for (const { series, form, title } of works) {
    if (!series?.number) continue
    const key = `${series.title} ; ${series.number} (${form})`
    titles.set(key, (titles.get(key) ?? new Set<string>()).add(title))
  }
  expect([...titles].filter(([, all]) => all.size > 1).map(([key]) => key)).toEqual([])
})

test('a series has readers of about one age, and readers are one of five groups', () => {
  const ages = ['LP', 'UP', 'LS', 'US', 'AD']
  expect(faults(({ audience }) => !ages.includes(audience))).toEqual([])
  const span = new Map<string, number[]>()
  for (const { series, audience } of works)
    if (series) span.set(series.title, [...(span.get(series.title) ?? []), ages.indexOf(audience)])
  expect([...span].filter(([, all]) => Math.max(...all) - Math.min(...all) > 1).map(([title]) => title)).toEqual([])
})

test('picture book stories are for the young, except those known to be for older readers', () => {
  const older = faults(({ form, audience }) => form === 'picture' && (audience === 'US' || audience === 'AD'))
  expect(older.map(({ title }) => title)).toEqual(['Tales from the inner city'])
})
