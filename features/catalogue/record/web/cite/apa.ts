import type { Citation } from './citation.ts'
import { familyAndInitials, initialsAndFamily, type Name } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences, textOf } from './runs.ts'

/** APA, Publication Manual, 7th edition (chapters 9 and 10). */
export function apa(cited: Citation): Run[] {
  const date = plain(`(${cited.year || 'n.d.'})`)
  const title = [...italic(capitalised(cited.title, true)), ...plain(inBrackets(cited))]
  const makers = leaders(cited)
  const publisher = plain(makers === cited.publisher ? '' : cited.publisher)
  const address = cited.url ? plain(` ${cited.url}`) : []
  return makers === ''
    ? [...sentences(title, date, publisher), ...address]
    : [...sentences(plain(makers), date, title, publisher), ...address]
}

function leaders({ authors, editors, directors, kind }: Citation): string {
  if (kind === 'film' && directors.length > 0)
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
function inBrackets({ authors, editors, translators, illustrators, edition, medium, kind }: Citation): string {
  const helpers = joined(
    [
      authors.length > 0 ? role(editors, 'Ed.', 'Eds.') : '',
      role(translators, 'Trans.', 'Trans.'),
      role(illustrators, 'Illus.', 'Illus.'),
    ],
    '; ',
  )
  const which = typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition
  const note = joined([helpers, which], '; ')
  const what =
    medium === '' ? '' : kind === 'film' && medium !== 'Film' && medium !== 'Online video' ? `Film; ${medium}` : medium
  return `${note && ` (${note})`}${what && ` [${what === 'Online video' ? 'Video' : what}]`}`
}

const role = (names: Name[], one: string, several: string): string =>
  names.length === 0
    ? ''
    : `${textOf(plain(listOfHelpers(names.map(initialsAndFamily))))}, ${names.length > 1 ? several : one}`

const listOfHelpers = (names: string[]) =>
  names.length < 3 ? names.join(' & ') : `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
