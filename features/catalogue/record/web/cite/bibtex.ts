import type { Citation } from './citation.ts'
import type { Name } from './names.ts'
import { folded } from './roles.ts'
import { joined, ordinal } from './runs.ts'

/** One BibTeX entry, for LaTeX and compatible programs. */
export function bibtex(cited: Citation): string {
  const { kind, authors, editors, directors, series, medium, url, publisher, place, edition } = cited
  const book = kind === 'book' || kind === 'ebook'
  const leading = authors.length > 0 ? authors : directors
  const [first] = series
  const fields: [name: string, value: string][] = [
    ['author', people(leading)],
    ['editor', people(editors)],
    ['title', cited.title && `{${escaped(cited.title)}}`],
    ['edition', typeof edition === 'number' ? ordinal(edition) : escaped(edition)],
    ['series', first ? escaped(first.name) : ''],
    ['number', first ? escaped(first.volume) : ''],
    book
      ? ['publisher', escaped(publisher)]
      : ['howpublished', escaped(joined([medium, joined([place, publisher], ': ')], '. '))],
    ['address', book ? escaped(place) : ''],
    ['year', cited.year.replace('–', '--')],
    ['isbn', cited.isbn],
    ['issn', cited.issn.replace(/^(\d{4})(\d{3}[\dXx])$/, '$1-$2')],
    ['url', url.replace(/[{}\\]/g, encodeURIComponent)],
    ['language', escaped(cited.language)],
  ]
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${value}}`)
  return `@${book ? 'book' : 'misc'}{${keyOf(cited)},\n${lines.join(',\n')}\n}\n`
}

/** `fox1983possum`: letters and digits only, deterministic for a record. */
function keyOf({ authors, editors, directors, year, title, id }: Citation): string {
  const first = authors[0] ?? editors[0] ?? directors[0]
  const name = first === undefined ? '' : 'literal' in first ? first.literal.split(' ')[0]! : first.family
  const word = title.split(/\s+/).find((each) => !/^(?:the|an?)$/i.test(each)) ?? ''
  return (
    [name, year.slice(0, 4), word].map((each) => folded(each).replace(/[^a-z0-9]/g, '')).join('') ||
    `record${id.replace(/\W/g, '')}`
  )
}

/** A corporate body is in braces, so that BibTeX does not split it at `and` and commas. */
const people = (names: Name[]): string =>
  names
    .map((name) =>
      'literal' in name
        ? `{${escaped(name.literal)}}`
        : [name.family, name.suffix, name.given].filter(Boolean).map(escaped).join(', '),
    )
    .join(' and ')

const signs: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Escapes the ten special characters of TeX; other scripts stay as they are, in UTF-8. */
const escaped = (text: string): string => text.replace(/[\\{}&%$#_~^]/g, (sign) => signs[sign] ?? `\\${sign}`)
