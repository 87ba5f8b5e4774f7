import type { Citation } from './citation.ts'
import { direct, inverted, type Name } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences } from './runs.ts'

/** MLA Handbook, 9th edition: the template of core elements. */
export function mla(cited: Citation): Run[] {
  const { title, english, year, publisher, series, medium, url, kind } = cited
  const [first] = series
  // A corporate body that publishes its own work is named as publisher only.
  const leader = leaders(cited)
  const address = url.replace(/^https?:\/\//, '')
  const container = joined([...contributors(cited), version(cited), publisher, year.replace('–', '-'), address], ', ')
  return sentences(
    plain(leader === publisher ? '' : leader),
    italic(english ? inTitleCase(title) : capitalised(title)),
    plain(container === address ? container : capitalised(container)),
    plain(first ? joined([english ? inTitleCase(first.name) : first.name, first.volume], ' ') : ''),
    plain(medium && kind !== 'web' ? medium : ''),
  )
}

function leaders({ authors, editors, kind }: Citation): string {
  if (kind === 'film') return ''
  if (authors.length > 0) return names(authors)
  if (editors.length === 0) return ''
  return `${names(editors)}, ${editors.length > 1 ? 'editors' : 'editor'}`
}

/** The first name inverted; with three and more, `et al.` */
function names([first, second, ...more]: Name[]): string {
  if (!first) return ''
  if (!second) return inverted(first)
  return more.length > 0 ? `${inverted(first)}, et al.` : `${inverted(first)}, and ${direct(second)}`
}

function contributors({ authors, editors, translators, illustrators, directors, kind }: Citation): string[] {
  const by = (words: string, people: Name[]) =>
    people.length === 0
      ? ''
      : `${words} ${people.length > 2 ? `${direct(people[0]!)} et al.` : people.map(direct).join(' and ')}`
  return [
    by('directed by', directors),
    kind === 'film' ? by('by', directors.length === 0 ? authors : []) : '',
    authors.length > 0 ? by('edited by', editors) : '',
    by('translated by', translators),
    by('illustrated by', illustrators),
  ]
}

function version({ edition, kind }: Citation): string {
  if (typeof edition === 'number') return `${ordinal(edition)} ed.`
  if (edition !== '') return edition.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
  return kind === 'ebook' ? 'e-book ed.' : ''
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
