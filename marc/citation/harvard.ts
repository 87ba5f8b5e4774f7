import { type CslItem, type CslName, namesOf, yearsOf } from './csl.ts'
import { familyAndInitials, initialsAndFamily } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences } from './runs.ts'

/** Harvard after Pears and Shields, Cite Them Right, 11th edition: the most used of the Harvard styles. */
export function harvard(item: CslItem, today: Date): Run[] {
  const { edition = '', URL: url } = item
  const directors = namesOf(item, 'director')
  const year = `(${item.issued?.circa ? 'c.' : ''}${yearsOf(item) || 'no date'})`
  const title = italic(capitalised(item.title))
  const medium = item.type === 'book' ? '' : (item.medium ?? item.genre)
  const what = medium ? ` [${medium}]` : ''
  const leader = item.type === 'motion_picture' ? [] : leaders(item)
  const head =
    leader.length > 0
      ? [...leader, ...plain(` ${year} `), ...title, ...plain(what)]
      : [...title, ...plain(` ${year}${what}`)]
  return sentences(
    head,
    plain(directors.length > 0 ? `Directed by ${list(directors.map(initialsAndFamily))}` : ''),
    ...helpers(item),
    plain(typeof edition === 'number' ? `${ordinal(edition)} edn` : edition.replace(/\bed\.$/, 'edn')),
    plain(imprint(item)),
    plain(url ? `Available at: ${url} (Accessed: ${dayOf(today)})` : ''),
  )
}

function leaders(item: CslItem): Run[] {
  const authors = namesOf(item, 'author')
  const editors = namesOf(item, 'editor')
  if (authors.length > 0) return names(authors)
  return editors.length > 0 ? [...names(editors), ...plain(editors.length > 1 ? ' (eds)' : ' (ed.)')] : []
}

/** Up to three are named; of more, the first and `et al.` in italics. */
const names = (all: CslName[]): Run[] =>
  all.length > 3
    ? [...plain(`${familyAndInitials(all[0]!)} `), ...italic('et al.')]
    : plain(list(all.map(familyAndInitials)))

const list = (texts: string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

const helpers = (item: CslItem): Run[][] =>
  (
    [
      ['Edited by', item.author ? namesOf(item, 'editor') : []],
      ['Translated by', namesOf(item, 'translator')],
      ['Illustrated by', namesOf(item, 'illustrator')],
    ] as [string, CslName[]][]
  ).map(([words, people]) => plain(people.length > 0 ? `${words} ${list(people.map(initialsAndFamily))}` : ''))

function imprint(item: CslItem): string {
  const { publisher = '', 'publisher-place': place = '', 'collection-title': series } = item
  const within = series ? ` (${joined([series, item['collection-number'] ?? ''], ', ')})` : ''
  // For a web page only the publisher counts.
  const whole = item.type === 'webpage' && item.URL ? publisher : joined([place, publisher], ': ')
  return whole + (whole ? within : within.trim())
}

const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
