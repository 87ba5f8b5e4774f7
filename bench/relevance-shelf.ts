import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { encodeWhole } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import { dataFolder } from '#marc/testing.ts'

type Row = Record<string, string>
type Described = { id: string; title: string; author: string; year?: string; isbn?: string; subjects?: string[] }

/**
 * Many books of one title, as a large catalogue has them: about 97,000 of the test data's lists of e-books and of books
 * with ISBNs, as MARC 21.
 */
export function crowdedShelf(): Uint8Array {
  const subjects = new Map<string, string[]>()
  for (const { gutenberg_id: id, subject_type: type, subject } of rowsOf('gutenberg_subjects.csv'))
    if (type === 'lcsh') subjects.set(id!, [...(subjects.get(id!) ?? []), subject!])
  const ebooks = rowsOf('gutenberg_metadata.csv')
    .filter(({ title, has_text: hasText }) => title && hasText === '1')
    .map((row): Described => {
      const id = row.gutenberg_id!
      return { id: `g${id}`, title: row.title!, author: row.author ?? '', subjects: subjects.get(id) ?? [] }
    })
  const books = rowsOf('bx_books.csv')
    .filter((row) => row['Book-Title'])
    .map((row, i): Described => {
      const year = row['Year-Of-Publication'] ?? ''
      return {
        id: `b${i}`,
        title: row['Book-Title']!,
        author: inverted(row['Book-Author'] ?? ''),
        year,
        isbn: row.ISBN!,
      }
    })
  return Buffer.concat([...new Map([...ebooks, ...books].map((each) => [each.id, each])).values()].map(marcOf))
}

const rowsOf = (name: string): Row[] =>
  Papa.parse<Row>(readFileSync(join(dataFolder, 'csv', name), 'utf8'), { header: true, skipEmptyLines: true }).data

function marcOf({ id, title, author, year = '', isbn, subjects = [] }: Described): Uint8Array {
  const [proper = '', ...rest] = title.split(/\s*(?:\r?\n|:\s|;\s|\$b\s)\s*/)
  const subtitle = rest.filter((part) => part !== '').join(' ')
  const data = (tag: string, ind: string, ...parts: [code: string, value: string][]): MarcField => ({
    ...{ tag, ind1: ind[0]!, ind2: ind[1]! },
    subfields: parts.map(([code, value]) => ({ code, value })),
  })
  const article = /^(?:the|an?) /i.exec(proper)?.[0].length ?? 0
  const hasYear = /^[12]\d{3}$/.test(year)
  return encodeWhole({
    leader: '00000nam a2200000 i 4500',
    fields: [
      { tag: '001', value: id },
      { tag: '008', value: `200101${hasYear ? `s${year}` : 'nuuuu'}    xxu           000 0 eng d` },
      ...(isbn ? [data('020', '  ', ['a', isbn])] : []),
      ...(author ? [data('100', '1 ', ['a', author])] : []),
      data(
        '245',
        `1${article}`,
        ['a', subtitle ? `${proper} :` : proper],
        ...(subtitle ? [['b', subtitle] as [string, string]] : []),
      ),
      ...(hasYear ? [data('264', ' 1', ['c', year])] : []),
      ...subjects.map((subject) => {
        const [main = '', ...parts] = subject.split(' -- ')
        return data('650', ' 0', ['a', main], ...parts.map((part): [string, string] => ['x', part]))
      }),
    ],
  })
}

/** `Wright, Richard Bruce` of `Richard Bruce Wright`. */
function inverted(name: string): string {
  const at = name.lastIndexOf(' ')
  return at < 0 ? name : `${name.slice(at + 1)}, ${name.slice(0, at)}`
}
