import {
  addressOf,
  type CslItem,
  type CslName,
  isEbook,
  isEnglish,
  isPart,
  namesOf,
  ownScriptOf,
  translationOf,
  yearsOf,
} from './csl.ts'
import { direct, inverted } from './names.ts'
import { capitalised, commas, italic, joined, ordinal, pagesIn, plain, quoted, type Run, sentences } from './runs.ts'
import { inTitleCase } from './title-case.ts'

/** MLA Handbook, 9th edition: the template of core elements. */
export function mla(item: CslItem): Run[] {
  const { publisher = '', 'collection-title': series = '' } = item
  const cased = (title: string) => (isEnglish(item) ? inTitleCase(title, 'mla') : capitalised(title))
  const medium = item.type === 'book' ? '' : (item.medium ?? item.genre ?? '')
  // A corporate body that publishes its own work is named as publisher only.
  const leader = leaders(item)
  const address = item.DOI ? addressOf(item) : addressOf(item).replace(/^https?:\/\//, '')
  const year = `${item.issued?.circa ? 'circa ' : ''}${yearsOf(item)}`
  const facts = [
    ...contributors(item),
    version(item),
    item.volume ? `vol. ${item.volume}` : '',
    item.issue ? `no. ${item.issue}` : '',
    item.type === 'article-journal' ? '' : publisher,
    year,
    item.page ? `${item.page.includes('-') ? 'pp.' : 'p.'} ${pagesIn(item.page)}` : '',
    address,
  ]
  const container = isPart(item)
    ? commas(italic(cased(item['container-title']!)), ...facts.map(plain))
    : plain(joined(facts, ', '))
  return sentences(
    plain(leader === publisher ? '' : leader),
    titleOf(item, cased(item.title)),
    container.length === 1 && container[0]!.text !== address ? plain(capitalised(container[0]!.text)) : container,
    plain(joined([cased(series), item['collection-number'] ?? ''], ' ')),
    plain(medium),
  )
}

/** `源氏物語 [*Genji monogatari*; *The Tale of Genji*]`, the title in its own script first (section 5.30). */
function titleOf(item: CslItem, title: string): Run[] {
  const own = ownScriptOf(item)
  const translation = translationOf(item)
  const inEnglish = translation && inTitleCase(translation, 'mla')
  const styled = (text: string): Run[] => (isPart(item) ? quoted(text, '') : italic(text))
  if (own.length === 0 && inEnglish === '') return isPart(item) ? quoted(title, '.') : italic(title)
  const [first, ...others] = own.length === 0 ? [styled(title), inEnglish] : [own, title, inEnglish]
  const inBrackets = others
    .filter((text) => text !== '')
    .flatMap((text, i) => [...plain(i === 0 ? '' : '; '), ...styled(text)])
  return [...first, ...plain(' ['), ...inBrackets, ...plain(']')]
}

function leaders(item: CslItem): string {
  if (item.type === 'motion_picture') return ''
  const authors = namesOf(item, 'author')
  const editors = namesOf(item, 'editor')
  if (authors.length > 0) return names(authors)
  if (editors.length === 0 || isPart(item)) return ''
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
    item.author || isPart(item) ? by('edited by', namesOf(item, 'editor')) : '',
    by('translated by', namesOf(item, 'translator')),
    by('illustrated by', namesOf(item, 'illustrator')),
    by('narrated by', namesOf(item, 'narrator')),
  ]
}

function version(item: CslItem): string {
  const { edition = '' } = item
  if (typeof edition === 'number') return `${ordinal(edition)} ed.`
  if (edition !== '') return edition.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
  return isEbook(item) ? 'e-book ed.' : ''
}
