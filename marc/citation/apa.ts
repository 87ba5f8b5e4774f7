import { addressOf, type CslItem, type CslName, isPart, namesOf, translationOf, yearsOf } from './csl.ts'
import { familyAndInitials, initialsAndFamily } from './names.ts'
import { capitalised, commas, italic, joined, ordinal, pagesIn, plain, type Run, sentences } from './runs.ts'
import type { Formatting } from './styles.ts'

/** APA, Publication Manual, 7th edition (chapters 9 and 10). */
export function apa(item: CslItem, { letter = '' }: Partial<Formatting> = {}): Run[] {
  const years = yearsOf(item)
  const suffix = letter && (years === '' ? `-${letter}` : letter)
  const date = plain(`(${item.issued?.circa ? 'ca. ' : ''}${years || 'n.d.'}${suffix})`)
  const name = capitalised(item.title, true)
  // A title of another script is romanised only (section 9.38).
  const inEnglish = translationOf(item) && ` [${capitalised(translationOf(item), true)}]`
  const title = isPart(item) ? plain(name + inEnglish) : [...italic(name), ...plain(inEnglish + inBrackets(item))]
  const makers = leaders(item)
  const named = makers === item.publisher || item.type === 'article-journal'
  const publisher = plain(named ? '' : (item.publisher ?? ''))
  const address = plain(addressOf(item) && ` ${addressOf(item)}`)
  return makers === ''
    ? [...sentences(title, date, containerOf(item), publisher), ...address]
    : [...sentences(plain(makers), date, title, containerOf(item), publisher), ...address]
}

/** `In H. Daniel (Ed.), *Classic Australian stories* (pp. 12–24)`; `*Access*, *12*(3), 4–9` */
function containerOf(item: CslItem): Run[] {
  if (!isPart(item)) return []
  const { volume = '', issue = '', page = '' } = item
  const container = italic(capitalised(item['container-title']!, true))
  const pages = pagesIn(page)
  if (item.type === 'article-journal')
    return commas(container, [...italic(volume), ...plain(issue && `(${issue})`)], plain(pages))
  const editors = namesOf(item, 'editor')
  const by = editors.length > 0 ? `${listOfHelpers(editors.map(initialsAndFamily))} (${edsOf(editors)}), ` : ''
  const where = joined([volume && `Vol. ${volume}`, pages && `${pages.includes('–') ? 'pp.' : 'p.'} ${pages}`], ', ')
  return [...plain(`In ${by}`), ...container, ...plain(where && ` (${where})`)]
}

const edsOf = (editors: CslName[]) => (editors.length > 1 ? 'Eds.' : 'Ed.')

function leaders(item: CslItem): string {
  const authors = namesOf(item, 'author')
  const editors = namesOf(item, 'editor')
  const directors = namesOf(item, 'director')
  if (item.type === 'motion_picture' && directors.length > 0)
    return `${list(directors.map(familyAndInitials))} (${directors.length > 1 ? 'Directors' : 'Director'})`
  if (authors.length > 0) return list(authors.map(familyAndInitials))
  if (editors.length > 0 && !isPart(item)) return `${list(editors.map(familyAndInitials))} (${edsOf(editors)})`
  return ''
}

/** Up to twenty are named; of more, the first nineteen and the last. */
function list(names: string[]): string {
  if (names.length > 20) return `${names.slice(0, 19).join(', ')}, . . . ${names.at(-1)}`
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
}

/** ` (J. Vivas, Illus.; 2nd ed.)`, then ` [DVD]`. */
function inBrackets(item: CslItem): string {
  const { edition = '', medium = '', genre = '' } = item
  const helpers = joined(
    [
      item.author ? role(namesOf(item, 'editor'), 'Ed.', 'Eds.') : '',
      role(namesOf(item, 'translator'), 'Trans.', 'Trans.'),
      role(namesOf(item, 'illustrator'), 'Illus.', 'Illus.'),
      role(namesOf(item, 'narrator'), 'Narr.', 'Narrs.'),
    ],
    '; ',
  )
  const which = typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition
  const note = joined([helpers, which], '; ')
  const what = genre === 'Online video' ? 'Video' : item.type === 'book' ? '' : joined([genre, medium], '; ')
  return `${note && ` (${note})`}${what && ` [${what}]`}`
}

const role = (names: CslName[], one: string, several: string): string =>
  names.length === 0 ? '' : `${listOfHelpers(names.map(initialsAndFamily))}, ${names.length > 1 ? several : one}`

const listOfHelpers = (names: string[]) =>
  names.length < 3 ? names.join(' & ') : `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
