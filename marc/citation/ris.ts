import {
  type CslItem,
  type CslName,
  type CslType,
  firstAndLastPage,
  isEbook,
  isPart,
  namesOf,
  translationOf,
} from './csl.ts'
import { direct, inverted } from './names.ts'
import { ordinal } from './runs.ts'

/** Types of reference in RIS (Research Information Systems), which EndNote, Zotero and Mendeley read. */
const types: Record<CslType, string> = {
  article: 'JOUR',
  'article-journal': 'JOUR',
  book: 'BOOK',
  chapter: 'CHAP',
  dataset: 'DATA',
  document: 'GEN',
  graphic: 'ART',
  manuscript: 'MANSCPT',
  map: 'MAP',
  motion_picture: 'VIDEO',
  musical_score: 'MUSIC',
  periodical: 'JFULL',
  software: 'COMP',
  song: 'SOUND',
  webpage: 'ELEC',
}

/** One reference; lines end in CR LF, and values contain no line break. */
export function ris(item: CslItem): string {
  const author = namesOf(item, 'author')
  const director = namesOf(item, 'director')
  const [firstPage, lastPage] = firstAndLastPage(item)
  const by = (words: string, names: CslName[]) =>
    names.length > 0 ? `${words} by ${names.map(direct).join(', ')}` : ''
  const tags: [string, string | undefined][] = [
    ['TY', isEbook(item) ? 'EBOOK' : types[item.type]],
    ['ID', item.id],
    ...each('AU', item.type === 'motion_picture' && director.length > 0 ? director : author),
    ...each('ED', namesOf(item, 'editor')),
    ...each('A4', namesOf(item, 'translator')),
    ['TI', item.title],
    ['ST', item['title-short']],
    ['TT', translationOf(item)],
    ['T2', item['container-title']],
    // Read by those who expect the older name of a journal's title.
    ['JF', item.type === 'article-journal' ? item['container-title'] : ''],
    // Zotero takes it for the title of the book that a chapter is in.
    ['J2', item.type === 'article-journal' ? item['container-title-short'] : ''],
    ['T3', item['collection-title']],
    ['VL', item.volume],
    // Of a chapter, IS is the number of volumes; M1 is a number in a series only of a book.
    ['IS', item.type === 'article-journal' ? item.issue : ''],
    ['SV', item.type === 'chapter' ? item['collection-number'] : ''],
    ['M1', item.type === 'book' ? item['collection-number'] : ''],
    ['ET', typeof item.edition === 'number' ? `${ordinal(item.edition)} ed.` : item.edition],
    ['PY', item.issued && String(item.issued['date-parts'][0]![0])],
    ['CY', item['publisher-place']],
    ['PB', item.publisher],
    ['SN', isOfJournal(item) ? (item.ISSN ?? item.ISBN) : (item.ISBN ?? item.ISSN)],
    ['DO', item.DOI],
    ['SP', isPart(item) ? firstPage : item['number-of-pages']],
    ['EP', lastPage],
    ['M3', item.medium ?? item.genre],
    ['LA', item.language],
    ['AB', item.abstract],
    ...(item.keyword?.split('; ') ?? []).map((subject): [string, string] => ['KW', subject]),
    ['CN', item['call-number']],
    // No tag means an illustrator: A3 is an editor in EndNote and Zotero.
    ['N1', item['original-title'] && `Title in its own script: ${item['original-title']}`],
    ['N1', by('Illustrated', namesOf(item, 'illustrator'))],
    ['N1', by('Narrated', namesOf(item, 'narrator'))],
    ['N1', item.note],
    ['UR', item.URL],
  ]
  const lines = tags.filter(([, value]) => value).map(([tag, value]) => `${tag}  - ${oneLine(value!)}`)
  return `${[...lines, 'ER  - '].join('\r\n')}\r\n`
}

const isOfJournal = ({ type }: CslItem) => type === 'article-journal' || type === 'periodical'
const each = (tag: string, names: CslName[]): [string, string][] => names.map((name) => [tag, inverted(name)])
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
