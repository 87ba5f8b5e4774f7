import { mapOf } from '#kit/map-of.ts'
import { type CslItem, type CslName, languageOf, namesOf, translationOf, yearsOf } from './csl.ts'
import { folded, lettersOf } from './folded.ts'
import { familyOf, givenOf } from './names.ts'
import { joined, ordinal } from './runs.ts'

/**
 * One BibTeX entry, for LaTeX and compatible programs. `keys` are those that the file already uses: the entry's key is
 * added to them, with a letter if it was taken.
 */
export function bibtex(item: CslItem, keys: Set<string> = new Set()): string {
  const { publisher = '', 'publisher-place': place = '', edition = '' } = item
  const kind = kinds[item.type] ?? 'misc'
  const book = kind === 'book' || kind === 'incollection'
  const published = joined([item.medium ?? item.genre ?? '', joined([place, publisher], ': ')], '. ')
  const author = namesOf(item, 'author')
  const fields: [name: string, value: string][] = [
    ['author', people(author.length > 0 ? author : namesOf(item, 'director'))],
    ['editor', people(namesOf(item, 'editor'))],
    ['translator', people(namesOf(item, 'translator'))],
    ['title', `{${escaped(item.title)}}`],
    [kind === 'article' ? 'journal' : 'booktitle', escaped(item['container-title'] ?? '')],
    ['titleaddon', translationOf(item) && `[${escaped(translationOf(item))}]`],
    ['origtitle', escaped(item['original-title'] ?? '')],
    ['volume', escaped(item.volume ?? '')],
    ['edition', typeof edition === 'number' ? ordinal(edition) : escaped(edition)],
    ['series', escaped(item['collection-title'] ?? '')],
    ['number', escaped((kind === 'article' ? item.issue : item['collection-number']) ?? '')],
    ['pages', escaped(item.page ?? '').replaceAll('-', '--')],
    kind === 'misc' ? ['howpublished', escaped(published)] : ['publisher', unlisted(publisher)],
    ['address', book ? unlisted(place) : ''],
    ['year', yearsOf(item).replace('–', '--')],
    ['isbn', item.ISBN ?? ''],
    ['issn', item.ISSN ?? ''],
    ['doi', verbatim(item.DOI)],
    ['url', verbatim(item.URL)],
    ['language', escaped(languageOf(item))],
  ]
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${value}}`)
  return `@${kind}{${newKey(item, keys)},\n${lines.join(',\n')}\n}\n`
}

/** Entry types; the others are `misc`. */
const kinds: Partial<Record<CslItem['type'], string>> = {
  'article-journal': 'article',
  book: 'book',
  chapter: 'incollection',
}

/** `fox1983possum`, then `fox1983possuma`, `fox1983possumb`, …: letters and digits only. */
function newKey(item: CslItem, keys: Set<string>): string {
  const key = keyOf(item)
  let unique = key
  for (let i = 0; keys.has(unique); i++) unique = key + lettersOf(i)
  keys.add(unique)
  return unique
}

function keyOf(item: CslItem): string {
  const [first] = (['author', 'editor', 'director'] as const).flatMap((role) => namesOf(item, role))
  const name = first === undefined ? '' : 'literal' in first ? first.literal.split(' ')[0]! : familyOf(first)
  const word = item.title.split(/\s+/).find((each) => !/^(?:the|an?)$/i.test(each)) ?? ''
  return (
    [name, yearsOf(item).slice(0, 4), word].map((each) => folded(each).replace(/[^a-z0-9]/g, '')).join('') ||
    `record${item.id.replace(/\W/g, '')}`
  )
}

/** A corporate body is in braces, so that BibTeX does not split it at `and` and commas. */
const people = (names: CslName[]): string =>
  names
    .map((name) =>
      'literal' in name
        ? `{${escaped(name.literal)}}`
        : [familyOf(name), name.suffix, givenOf(name)]
            .filter((part) => part !== undefined)
            .map(unlisted)
            .join(', '),
    )
    .join(' and ')

// BibTeX counts braces even after a backslash.
const signs = mapOf<string>({
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
})

/**
 * Escapes the ten special characters of TeX, and divides two hyphens or quotation marks, which it would make into one
 * sign. Other scripts stay as they are, in UTF-8.
 */
const escaped = (text: string): string =>
  text.replace(/[\\{}&%$#_~^]/g, (sign) => signs.get(sign) ?? `\\${sign}`).replace(/([-'`])(?=\1)/g, '$1{}')

/** An address: TeX would print its escapes. */
const verbatim = (text = '') => text.replace(/[{}\\]/g, encodeURIComponent)

/** BibLaTeX reads a list here: `Hodder and Stoughton` would be two publishers. */
const unlisted = (text: string): string => (/\sand\s/i.test(text) ? `{${escaped(text)}}` : escaped(text))
