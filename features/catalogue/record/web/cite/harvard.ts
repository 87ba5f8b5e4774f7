import type { Citation } from './citation.ts'
import { familyAndInitials, initialsAndFamily, type Name } from './names.ts'
import { capitalised, italic, joined, ordinal, plain, type Run, sentences } from './runs.ts'

/** Harvard after Pears and Shields, Cite Them Right, 11th edition: the most used of the Harvard styles. */
export function harvard(cited: Citation, today: Date): Run[] {
  const { kind, medium, directors, edition, url } = cited
  const year = `(${cited.year || 'no date'})`
  const title = italic(capitalised(cited.title))
  const what = medium ? ` [${medium}]` : ''
  const leader = kind === 'film' ? [] : leaders(cited)
  const head =
    leader.length > 0
      ? [...leader, ...plain(` ${year} `), ...title, ...plain(what)]
      : [...title, ...plain(` ${year}${what}`)]
  return sentences(
    head,
    plain(directors.length > 0 ? `Directed by ${list(directors.map(initialsAndFamily))}` : ''),
    ...helpers(cited),
    plain(typeof edition === 'number' ? `${ordinal(edition)} edn` : edition.replace(/\bed\.$/, 'edn')),
    plain(imprint(cited)),
    plain(url ? `Available at: ${url} (Accessed: ${dayOf(today)})` : ''),
  )
}

function leaders({ authors, editors }: Citation): Run[] {
  if (authors.length > 0) return names(authors)
  return editors.length > 0 ? [...names(editors), ...plain(editors.length > 1 ? ' (eds)' : ' (ed.)')] : []
}

/** Up to three are named; of more, the first and `et al.` in italics. */
const names = (all: Name[]): Run[] =>
  all.length > 3
    ? [...plain(`${familyAndInitials(all[0]!)} `), ...italic('et al.')]
    : plain(list(all.map(familyAndInitials)))

const list = (texts: string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

const helpers = ({ authors, editors, translators, illustrators }: Citation): Run[][] =>
  (
    [
      ['Edited by', authors.length > 0 ? editors : []],
      ['Translated by', translators],
      ['Illustrated by', illustrators],
    ] as [string, Name[]][]
  ).map(([words, people]) => plain(people.length > 0 ? `${words} ${list(people.map(initialsAndFamily))}` : ''))

function imprint({ place, publisher, series, url, kind }: Citation): string {
  const [first] = series
  const within = first ? ` (${joined([first.name, first.volume], ', ')})` : ''
  // For a web page only the publisher counts.
  const whole = kind === 'web' && url ? publisher : joined([place, publisher], ': ')
  return whole + (whole ? within : within.trim())
}

const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
