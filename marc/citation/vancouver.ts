import { type Day, writtenDay } from '#kit/day.ts'
import {
  type CslItem,
  type CslName,
  isEnglish,
  isPart,
  languageOf,
  namesOf,
  type Role,
  translationOf,
  yearsOf,
} from './csl.ts'
import { familyAndLetters, listed } from './names.ts'
import { capitalised, joined, ordinal, plain, type Run, sentences } from './runs.ts'
import type { Formatting } from './styles.ts'

/** Vancouver, by its reference: NLM, Citing Medicine, 2nd edition (chapters 1, 2, 15, 18, 22 and 25). No italics. */
export function vancouver(item: CslItem, { today }: Formatting): Run[] {
  const { edition = '', DOI: doi, URL: url } = item
  const cited = url ? ` [cited ${citedDay(today)}]` : ''
  // A title of another script is romanised, and the language named at the end.
  const language = isEnglish(item) ? '' : languageOf(item)
  const address = plain(
    (url ? ` Available from: ${url}` : '') + (doi ? ` doi: ${doi}` : '') + (language && ` ${language}.`),
  )
  const inEnglish = translationOf(item) && ` [${capitalised(translationOf(item))}]`
  const title = plain(capitalised(item.title) + inEnglish + (isPart(item) ? '' : typeOf(item)))
  if (item.type === 'article-journal') {
    const number = (item.volume ?? '') + (item.issue ? `(${item.issue})` : '')
    const pages = item.page ? `:${pagesIn(item.page)}` : ''
    const journal = plain(item['container-title']! + (url ? ' [Internet]' : ''))
    const place = `${dateOf(item)}${cited}${number || pages ? ';' : ''}${number}${pages}`
    return [...sentences(plain(leaders(item)), title, journal, plain(place)), ...address]
  }
  const series = joined(
    [item['collection-title'] ?? '', item['collection-number'] ? `no. ${item['collection-number']}` : ''],
    '; ',
  )
  const shared = [
    plain(typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition),
    plain(isPart(item) ? '' : helpers(item)),
    plain(`${imprint(item)}${dateOf(item)}${cited}`),
    plain(item.page ? `p. ${pagesIn(item.page)}` : ''),
    plain(series && `(${series})`),
  ]
  if (!isPart(item)) return [...sentences(plain(leaders(item)), title, ...shared), ...address]
  const editors = people(namesOf(item, 'editor'), 'editor')
  const container = item['container-title'] + (url ? ' [Internet]' : '')
  const whole = plain(`In: ${editors ? `${editors}. ` : ''}${capitalised(container)}`)
  return [...sentences(plain(leaders(item)), title, whole, ...shared), ...address]
}

/** Up to six are named; of more, the first six. */
const names = (all: CslName[]) => listed(all, { first: familyAndLetters, and: [', ', ', '], upTo: 6, shown: 6 })

const people = (all: CslName[], role: string) =>
  all.length > 0 ? `${names(all)}, ${role}${all.length > 1 ? 's' : ''}` : ''

const leaders = (item: CslItem): string =>
  item.author ? names(item.author) : isPart(item) ? '' : people(namesOf(item, 'editor'), 'editor')

/** `Galkin AV, translator; Roodyn DB, editor` */
const helpers = (item: CslItem): string => {
  const roles: Role[] = [
    'director',
    'translator',
    ...(item.author ? ['editor' as const] : []),
    'illustrator',
    'narrator',
  ]
  return joined(
    roles.map((role) => people(namesOf(item, role), role)),
    '; ',
  )
}

/** ` [Internet]`, ` [DVD]`. */
function typeOf(item: CslItem): string {
  const { genre = '', medium = genre, URL: url } = item
  const text = url ? joined([genre.toLowerCase().replace(/^(?:online |e-)/, ''), 'Internet'], ' on the ') : medium
  return text && ` [${text}]`
}

/** Citing Medicine drops the digits that a range repeats: `126-7`. */
const pagesIn = (page: string): string =>
  page.replace(/^(\d+)(\d+)-\1(\d+)$/, (whole, same: string, from: string, to: string) =>
    from.length === to.length ? `${same}${from}-${to}` : whole,
  )

/** `Sydney: ABC Books; `. Citing Medicine writes down what is unknown. */
function imprint({ publisher, 'publisher-place': place }: CslItem): string {
  if (!publisher && !place) return '[place unknown: publisher unknown]; '
  return `${place ?? '[place unknown]'}: ${publisher ?? '[publisher unknown]'}; `
}

function dateOf(item: CslItem): string {
  const years = yearsOf(item).replace('–', '-')
  if (years === '') return '[date unknown]'
  return item.issued?.circa ? `[${years}?]` : years
}

/** `2026 Nov 21` */
function citedDay(today: Day): string {
  const [day, month = '', year] = writtenDay(today).split(' ')
  return `${year} ${month.slice(0, 3)} ${day}`
}
