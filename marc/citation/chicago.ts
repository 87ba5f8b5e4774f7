import { writtenDay } from '#kit/day.ts'
import {
  addressOf,
  type CslItem,
  type CslName,
  isEnglish,
  isPart,
  namesOf,
  ownScriptOf,
  type Role,
  translationOf,
  yearsOf,
} from './csl.ts'
import { direct, inverted, listed } from './names.ts'
import { capitalised, italic, joined, ordinal, pagesIn, plain, quoted, type Run, sentences } from './runs.ts'
import type { Formatting } from './styles.ts'
import { inTitleCase } from './title-case.ts'

/** The Chicago Manual of Style, 18th edition: the bibliography entry of notes and bibliography (chapters 13 and 14). */
export function chicago(item: CslItem, { today }: Formatting): Run[] {
  const { publisher = '', edition = '', 'collection-title': series = '' } = item
  const url = addressOf(item)
  const cased = (title: string) => (isEnglish(item) ? inTitleCase(title, 'chicago') : capitalised(title))
  const years = yearsOf(item)
  const date = item.issued?.circa ? `[${years}?]` : years || (url === '' ? 'n.d.' : '')
  const head = [plain(leaders(item)), titleOf(item, cased(item.title))]
  const address = plain(url)
  if (item.type === 'article-journal')
    return sentences(
      ...head,
      [
        ...italic(cased(item['container-title']!)),
        ...plain(joined([item.volume ? ` ${item.volume}` : '', item.issue ? `no. ${item.issue}` : ''], ', ')),
        ...plain(` (${date})`),
        ...plain(item.page ? `: ${pagesIn(item.page)}` : ''),
      ],
      address,
    )
  const contributors = helpers(item)
  const imprint = plain(joined([publisher, date], ', '))
  if (isPart(item))
    return sentences(
      ...head,
      [
        ...plain('In '),
        ...italic(cased(item['container-title']!)),
        ...plain(
          contributors.map((text) => `, ${text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}`).join(''),
        ),
      ],
      imprint,
      address,
    )
  return sentences(
    ...head,
    plain(typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition),
    ...contributors.map(plain),
    plain(joined([cased(series), item['collection-number'] ?? ''], ' ')),
    imprint,
    plain(item.type === 'webpage' || (item.type === 'book' && url !== '') ? '' : (item.medium ?? item.genre ?? '')),
    plain(item.URL && !item.DOI && !years ? `Accessed ${writtenDay(today, 'en-US')}` : ''),
    address,
  )
}

/** `*Chang hen ge* 长恨歌 [Song of everlasting sorrow]`: the romanised title, its characters, and English in brackets. */
function titleOf(item: CslItem, title: string): Run[] {
  const translation = translationOf(item)
  const beside = [ownScriptOf(item), plain(translation && `[${capitalised(translation)}]`)]
    .filter((runs) => runs.length > 0)
    .flatMap((runs) => [...plain(' '), ...runs])
  const isQuoted = item.type === 'webpage' || isPart(item)
  return [...(isQuoted ? quoted(title, beside.length > 0 ? '' : '.') : italic(title)), ...beside]
}

/** Since the 18th edition up to six are named; of more, the first three. */
const names = (all: CslName[]) =>
  listed(all, { first: inverted, others: direct, and: [', and ', ', and '], upTo: 6, shown: 3 })

function leaders(item: CslItem): string {
  const by = (role: Role, one: string, several: string) => {
    const people = namesOf(item, role)
    return people.length > 0 ? `${names(people)}, ${people.length > 1 ? several : one}` : ''
  }
  if (item.type === 'motion_picture' && item.director) return by('director', 'dir.', 'dirs.')
  if (item.author) return names(item.author)
  return isPart(item) ? '' : by('editor', 'ed.', 'eds.')
}

const helpers = (item: CslItem): string[] =>
  (
    [
      ['Edited by', item.author || isPart(item) ? 'editor' : undefined],
      ['Translated by', 'translator'],
      ['Illustrated by', 'illustrator'],
      ['Narrated by', 'narrator'],
    ] as [string, Role | undefined][]
  ).flatMap(([words, role]) => {
    const people = role ? namesOf(item, role) : []
    return people.length > 0 ? [`${words} ${listed(people, { first: direct, and: [' and ', ', and '] })}`] : []
  })
