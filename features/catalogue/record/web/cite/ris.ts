import type { Citation, CitedKind } from './citation.ts'
import { inverted, type Name } from './names.ts'
import { ordinal } from './runs.ts'

/** Types of reference in RIS (Research Information Systems), which EndNote, Zotero and Mendeley read. */
const types: Record<CitedKind, string> = {
  book: 'BOOK',
  ebook: 'EBOOK',
  serial: 'JFULL',
  web: 'ELEC',
  film: 'VIDEO',
  sound: 'SOUND',
  score: 'MUSIC',
  map: 'MAP',
  other: 'GEN',
}

/** One reference; lines end in CR LF, and values contain no line break. */
export function ris(cited: Citation): string {
  const { authors, editors, translators, illustrators, directors, series, edition, medium } = cited
  const [first] = series
  const leading = cited.kind === 'film' && directors.length > 0 ? directors : authors
  const tags: [string, string][] = [
    ['TY', types[cited.kind]],
    ['ID', cited.id],
    ...each('AU', leading),
    ...each('ED', editors),
    ...each('A4', translators),
    ...each('A3', illustrators),
    ['TI', cited.title],
    ['T3', first?.name ?? ''],
    ['VL', first?.volume ?? ''],
    ['ET', typeof edition === 'number' ? `${ordinal(edition)} ed.` : edition],
    ['PY', cited.year.slice(0, 4)],
    ['CY', cited.place],
    ['PB', cited.publisher],
    ['SN', cited.isbn || cited.issn.replace(/^(\d{4})(\d{3}[\dXx])$/, '$1-$2')],
    ['M3', medium],
    ['LA', cited.language],
    ['UR', cited.url],
  ]
  const lines = tags.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${oneLine(value)}`)
  return `${[...lines, 'ER  - '].join('\r\n')}\r\n`
}

const each = (tag: string, names: Name[]): [string, string][] => names.map((name) => [tag, inverted(name)])
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
