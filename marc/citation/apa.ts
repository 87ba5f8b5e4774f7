import { type CslItem, type CslName, namesOf, yearsOf } from './csl.ts'
import { familyAndInitials, initialsAndFamily } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences, textOf } from './runs.ts'

/** APA, Publication Manual, 7th edition (chapters 9 and 10). */
export function apa(item: CslItem): Run[] {
  const date = plain(`(${item.issued?.circa ? 'ca. ' : ''}${yearsOf(item) || 'n.d.'})`)
  const title = [...italic(capitalised(item.title, true)), ...plain(inBrackets(item))]
  const makers = leaders(item)
  const publisher = plain(makers === item.publisher ? '' : (item.publisher ?? ''))
  const address = plain(item.URL ? ` ${item.URL}` : '')
  return makers === ''
    ? [...sentences(title, date, publisher), ...address]
    : [...sentences(plain(makers), date, title, publisher), ...address]
}

function leaders(item: CslItem): string {
  const authors = namesOf(item, 'author')
  const editors = namesOf(item, 'editor')
  const directors = namesOf(item, 'director')
  if (item.type === 'motion_picture' && directors.length > 0)
    return `${list(directors.map(familyAndInitials))} (${directors.length > 1 ? 'Directors' : 'Director'})`
  if (authors.length > 0) return list(authors.map(familyAndInitials))
  if (editors.length > 0) return `${list(editors.map(familyAndInitials))} (${editors.length > 1 ? 'Eds.' : 'Ed.'})`
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
    ],
    '; ',
  )
  const which = typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition
  const note = joined([helpers, which], '; ')
  const what = genre === 'Online video' ? 'Video' : item.type === 'book' ? '' : joined([genre, medium], '; ')
  return `${note && ` (${note})`}${what && ` [${what}]`}`
}

const role = (names: CslName[], one: string, several: string): string =>
  names.length === 0
    ? ''
    : `${textOf(plain(listOfHelpers(names.map(initialsAndFamily))))}, ${names.length > 1 ? several : one}`

const listOfHelpers = (names: string[]) =>
  names.length < 3 ? names.join(' & ') : `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
