import type { BibliographicDocument } from '#marc/crosswalk/document.ts'

type Shelved = Pick<BibliographicDocument, 'deweyFull' | 'deweyAbridged' | 'fiction' | 'authorSort' | 'titleSort'>

/** The Dewey number of a record, or `F` for fiction without one; '' if it has no place on a shelf. */
export const shelfNumberOf = ({ deweyFull, deweyAbridged, fiction }: Shelved): string =>
  classNumberIn(deweyFull) || classNumberIn(deweyAbridged) || (fiction ? 'F' : '')

/** `DAH`: letters of author or title that order records of one number; `~`, the last, if both are missing. */
export const shelfLettersOf = ({ authorSort, titleSort }: Shelved): string =>
  lettersIn(authorSort) || lettersIn(titleSort) || '~'

const lettersIn = (text: string) =>
  text
    .slice(0, 60)
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase()

/** As the label on the book: `599.2`, `F DAH`. */
export function shelfMarkOf(record: Shelved): string {
  const number = shelfNumberOf(record)
  return number === 'F' ? `F ${shelfLettersOf(record).replace('~', '')}`.trim() : number
}

/** `A823.3` → `823.3` */
export const classNumberIn = (dewey: string) => /(?<!\d)\d{3}(?!\d)(?:\.\d{1,20})?/.exec(dewey.slice(0, 60))?.[0] ?? ''

/** The main classes, each with the mark that begins it. */
export const mainClasses = [
  ['000', 'Computing and knowledge'],
  ['100', 'Philosophy and psychology'],
  ['200', 'Religion'],
  ['300', 'Society'],
  ['400', 'Language'],
  ['500', 'Science'],
  ['600', 'Technology'],
  ['700', 'Arts and sport'],
  ['800', 'Literature'],
  ['900', 'History and geography'],
  ['F', 'Fiction'],
] as const

/** `500 Science`, of a record that has a place on the shelf. */
export function mainClassOf(record: Shelved): string {
  const number = shelfNumberOf(record)
  const found = mainClasses.find(([mark]) => mark[0] === number[0])
  return found ? found.join(' ') : ''
}
