import { type FormName, forms } from './forms.ts'
import { type Name, readNames } from './names.ts'
import { readTable } from './table.ts'

/** One line of `works-*.tsv`: what is known of a work, before it becomes a MARC record. */
export type Work = {
  id: string
  form: FormName
  /** ISBN-13, for serials ISSN, or ''. */
  number: string
  /** `Title : remainder`, for a part `Title. 3, Part`. */
  title: string
  names: Name[]
  publisher: Publisher | undefined
  date: WorkDate
  series: { title: string; number: string } | undefined
  /** `/` marks the end of the abridged number. */
  dewey: string
  audience: AudienceCode
  genres: string[]
  /** SCISSHL headings from `headings.tsv`. */
  subjects: string[]
  /** MARC codes, the main one first. */
  languages: string[]
  /** `yymmdd`, as in 008/00-05. */
  catalogued: string
  /** One or two sentences, or ''. */
  summary: string
  more: Map<string, string>
}
export type Publisher = { name: string; place: string; country: string }
/** `known` on the item; `guessed` from other facts; `between` a work's first year and the last possible one. */
export type WorkDate = { kind: 'known' | 'guessed' | 'between' | 'running'; from: string; to: string }
export type AudienceCode = 'LP' | 'UP' | 'LS' | 'US' | 'AD'

type Column =
  | 'id'
  | 'form'
  | 'number'
  | 'title'
  | 'names'
  | 'publisher'
  | 'date'
  | 'series'
  | 'dewey'
  | 'audience'
  | 'genres'
  | 'subjects'
  | 'language'
  | 'catalogued'
  | 'more'

const files = ['popular', 'local', 'nonfiction', 'media', 'ebooks'] as const

export function readWorks(): Work[] {
  const publishers = new Map(
    readTable<'key' | 'name' | 'place' | 'country'>('publishers.tsv').map(({ key, ...publisher }) => [key, publisher]),
  )
  const summaries = new Map(readTable<'id' | 'summary'>('summaries.tsv').map(({ id, summary }) => [id, summary]))
  return files.flatMap((file) =>
    readTable<Column>(`works-${file}.tsv`).map((row) => ({
      ...readWork(row, publishers),
      summary: summaries.get(row.id) ?? '',
    })),
  )
}

function readWork(row: Record<Column, string>, publishers: Map<string, Publisher>): Omit<Work, 'summary'> {
  if (!(row.form in forms)) throw new Error(`${row.id}: unknown form ${row.form}`)
  if (row.publisher !== '' && !publishers.has(row.publisher)) throw new Error(`${row.id}: unknown ${row.publisher}`)
  const [series, number] = row.series.split(' ; ')
  return {
    id: row.id,
    form: row.form as FormName,
    number: row.number,
    title: row.title,
    names: readNames(row.names),
    publisher: publishers.get(row.publisher),
    date: readDate(row.date),
    series: series ? { title: series, number: number ?? '' } : undefined,
    dewey: row.dewey,
    audience: row.audience as AudienceCode,
    genres: words(row.genres),
    subjects: row.subjects === '' ? [] : row.subjects.split('; '),
    languages: row.language === '' ? ['eng'] : words(row.language),
    catalogued: row.catalogued,
    more: new Map(row.more === '' ? [] : row.more.split(' | ').map(readMore)),
  }
}

const words = (text: string) => (text === '' ? [] : text.split(' '))

function readMore(text: string): [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** `1997`, `1990~` (probably), `1982-2017?` (between), `1888-` (still running), `1936-1972` (ran). */
function readDate(text: string): WorkDate {
  const found = /^(\d{4})(-?)(\d{4})?([~?]?)$/.exec(text)
  if (!found) throw new Error(`not a date: ${text}`)
  const [, from = '', dash = '', to = '', mark = ''] = found
  if (mark === '?') return { kind: 'between', from, to }
  if (dash) return { kind: 'running', from, to }
  return { kind: mark === '~' ? 'guessed' : 'known', from, to: '' }
}
