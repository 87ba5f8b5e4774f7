import { type CslItem, type CslName, isEbook, namesOf, yearsOf } from './csl.ts'
import { direct, inverted } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences } from './runs.ts'

/** MLA Handbook, 9th edition: the template of core elements. */
export function mla(item: CslItem): Run[] {
  const { title, publisher = '', 'collection-title': series } = item
  const english = (item.language ?? 'en') === 'en'
  const medium = item.type === 'book' ? '' : (item.medium ?? item.genre ?? '')
  // A corporate body that publishes its own work is named as publisher only.
  const leader = leaders(item)
  const address = (item.URL ?? '').replace(/^https?:\/\//, '')
  const year = `${item.issued?.circa ? 'circa ' : ''}${yearsOf(item).replace('–', '-')}`
  const container = joined([...contributors(item), version(item), publisher, year, address], ', ')
  return sentences(
    plain(leader === publisher ? '' : leader),
    italic(english ? inTitleCase(title) : capitalised(title)),
    plain(container === address ? container : capitalised(container)),
    plain(joined([series && english ? inTitleCase(series) : (series ?? ''), item['collection-number'] ?? ''], ' ')),
    plain(medium),
  )
}

function leaders(item: CslItem): string {
  if (item.type === 'motion_picture') return ''
  const authors = namesOf(item, 'author')
  const editors = namesOf(item, 'editor')
  if (authors.length > 0) return names(authors)
  if (editors.length === 0) return ''
  return `${names(editors)}, ${editors.length > 1 ? 'editors' : 'editor'}`
}

/** The first name inverted; with three and more, `et al.` */
function names([first, second, ...more]: CslName[]): string {
  if (!first) return ''
  if (!second) return inverted(first)
  return more.length > 0 ? `${inverted(first)}, et al.` : `${inverted(first)}, and ${direct(second)}`
}

function contributors(item: CslItem): string[] {
  const by = (words: string, people: CslName[]) =>
    people.length === 0
      ? ''
      : `${words} ${people.length > 2 ? `${direct(people[0]!)} et al.` : people.map(direct).join(' and ')}`
  return [
    by('directed by', namesOf(item, 'director')),
    item.type === 'motion_picture' && !item.director ? by('by', namesOf(item, 'author')) : '',
    item.author ? by('edited by', namesOf(item, 'editor')) : '',
    by('translated by', namesOf(item, 'translator')),
    by('illustrated by', namesOf(item, 'illustrator')),
  ]
}

function version(item: CslItem): string {
  const { edition = '' } = item
  if (typeof edition === 'number') return `${ordinal(edition)} ed.`
  if (edition !== '') return edition.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
  return isEbook(item) ? 'e-book ed.' : ''
}

/** Articles, prepositions and coordinating conjunctions, which stay lower-case within a title (MLA 2.90). */
const small = new Set(
  (
    'a an the and but or nor for so yet to as at by from in into of off on onto out over up with via per than about above across after against along ' +
    'among around before behind below beneath beside between beyond despite during except inside near since through toward towards under ' +
    'underneath until upon within without'
  ).split(' '),
)

/**
 * English titles are catalogued in sentence case; this style uses title case. A word with a capital inside stays
 * unchanged.
 */
export function inTitleCase(title: string): string {
  const words = title.split(' ')
  return words
    .map((word, i) => {
      const edge = i === 0 || i === words.length - 1 || /[:.?!]$/.test(words[i - 1]!)
      if (/\p{Lu}/u.test(word.slice(1))) return word
      if (!edge && small.has(word.replace(/[^\p{L}]/gu, '').toLowerCase())) return word
      return word.replace(
        /(^|-)(["“‘(]?)(\p{Ll})/gu,
        (_, before: string, mark: string, letter: string) => before + mark + letter.toUpperCase(),
      )
    })
    .join(' ')
}
