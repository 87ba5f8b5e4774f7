import { writtenDay } from '#kit/day.ts'
import { type CslItem, isPart, namesOf, type Role, translationOf, yearsOf } from './csl.ts'
import { familyAndLetters, lettersAndFamily, listed } from './names.ts'
import { capitalised, commas, italic, joined, ordinal, pagesIn, plain, quoted, type Run, textOf } from './runs.ts'
import type { Formatting } from './styles.ts'

const and: [string, string] = [' and ', ' and ']

/**
 * Harvard as Australia uses it: the author–date system of the Style Manual of the Australian Government (online
 * edition, since 2020). The title is the link; here, without links, the address is written out.
 */
export function harvard(item: CslItem, { today, letter = '' }: Formatting): Run[] {
  const { edition = '', DOI: doi, URL: url, publisher = '', 'publisher-place': place = '' } = item
  const year = `(${item.issued?.circa ? 'c. ' : ''}${yearsOf(item) || 'n.d.'}${letter})`
  const title = isPart(item) ? quoted(capitalised(item.title), '', '‘’') : italic(capitalised(item.title))
  // The manual has no rule for other scripts; other Harvard guides romanise, and translate in brackets.
  const inEnglish = translationOf(item) && ` [${capitalised(translationOf(item))}]`
  const what = inEnglish + (isPart(item) ? '' : typeOf(item))
  const leader = leaders(item)
  const head =
    leader === '' ? [...title, ...plain(`${what} ${year}`)] : [...plain(`${leader} ${year} `), ...title, ...plain(what)]
  const rest = commas(
    ...containerOf(item),
    plain(typeof edition === 'number' ? `${ordinal(edition)} edn` : edition.replace(/\bed\.$/, 'edn')),
    ...(isPart(item) ? [] : helpers(item).map(plain)),
    plain(item.type === 'article-journal' ? '' : joined([publisher, item.type === 'webpage' ? '' : place], ', ')),
    plain(doi ? `doi:${doi}` : (url ?? '')),
    plain(url && !doi ? `accessed ${writtenDay(today)}` : ''),
  )
  // Without an author the year is between the title and what follows, which needs no comma.
  const all = textOf(rest) === '' ? head : [...head, ...plain(leader === '' ? ' ' : ', '), ...rest]
  return /[.?!]$/.test(textOf(all)) ? all : [...all, { text: '.' }]
}

const names = (item: CslItem, role: Role) => listed(namesOf(item, role), { first: familyAndLetters, and })

function leaders(item: CslItem): string {
  const { author, editor, director } = item
  if (item.type === 'motion_picture' && director)
    return `${names(item, 'director')} (${director.length > 1 ? 'directors' : 'director'})`
  if (author) return names(item, 'author')
  return editor && !isPart(item) ? `${names(item, 'editor')} (${editor.length > 1 ? 'eds' : 'ed'})` : ''
}

/** `H Weaver (trans)` */
const helpers = (item: CslItem): string[] => {
  const roles: [Role, string, string][] = [
    ['translator', 'trans', 'trans'],
    ['illustrator', 'illustrator', 'illustrators'],
    ['narrator', 'narrator', 'narrators'],
  ]
  if (item.author || isPart(item)) roles.unshift(['editor', 'ed', 'eds'])
  return roles.flatMap(([role, one, several]) => {
    const people = namesOf(item, role)
    const list = listed(people, { first: lettersAndFamily, and })
    return people.length > 0 ? [`${list} (${people.length > 1 ? several : one})`] : []
  })
}

function containerOf(item: CslItem): Run[][] {
  if (!isPart(item)) return []
  const container = italic(capitalised(item['container-title']!))
  if (item.type !== 'article-journal')
    return [[...plain(joined(['in', ...helpers(item)], ' ')), ...plain(' '), ...container]]
  const number = (item.volume ?? '') + (item.issue ? `(${item.issue})` : '')
  return [container, plain(number + (item.page ? `${number && ':'}${pagesIn(item.page)}` : ''))]
}

/** ` [motion picture]`: the kind of work if it is no text. */
function typeOf({ type, genre = '' }: CslItem): string {
  const text = type === 'motion_picture' ? (genre === 'Film' ? 'motion picture' : 'video') : genre
  return text && ` [${text.toLowerCase()}]`
}
