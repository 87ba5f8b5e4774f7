import { execFileSync } from 'node:child_process'
import type { MarcField, MarcRecord } from '#marc/record.ts'

const source = new URL('../../shared/data/csv/bench_gpo_titles.tsv.xz', import.meta.url)

export type TitleRow = { title: string; agency: string; year: string }

/** Real titles of documents, without entries that are not titles. */
export function readTitles(): TitleRow[] {
  const text = execFileSync('xz', ['-dc', source.pathname], { maxBuffer: 2 ** 30 }).toString()
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter((cells) => (cells[2] ?? '').length > 2)
    .map((cells) => ({
      title: cells[2]!,
      agency: cells[3] || 'United States',
      year: /^\d{4}$/.test(cells[6] ?? '') ? cells[6]! : '',
    }))
}

const audiences = ['Preschool', 'Primary', 'Junior secondary', 'Senior secondary', 'Adult', 'General']
const genres = [
  'Reports',
  'Hearings',
  'Maps',
  'Guidebooks',
  'Statistics',
  'Handbooks',
  'Fiction',
  'Biography',
  'Poetry',
  'Plays',
]
const countries = ['dcu', 'xxu', 'at ', 'nz ', 'xxk', 'cau', 'ilu']
const languages = ['eng', 'eng', 'eng', 'eng', 'eng', 'eng', 'eng', 'spa', 'fre', 'mao']
const kinds = ['am', 'am', 'am', 'am', 'em', 'gm', 'as', 'im', 'jm']
const learningAreas = ['Science', 'English', 'History', 'Geography', 'Mathematics', 'The Arts']

/** The nth ISBN-13, with its check digit. */
export function isbnOf(number: number): string {
  const digits = `978${String(100_000_000 + number).slice(0, 9)}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** An ISBN that a record has only as an invalid one. */
export const invalidIsbnOf = (number: number): string => isbnOf(500_000_000 + number)

const mixed = (seed: number) => Math.imul(seed, 2654435761) >>> 8
const pick = <T>(list: readonly T[], seed: number): T => list[mixed(seed) % list.length]!

/** Record number `i`: a real title; from the second round on combined with part of another, so that all differ. */
export function marcRecord(titles: readonly TitleRow[], i: number): MarcRecord {
  const { title, agency, year } = titles[i % titles.length]!
  const round = Math.floor(i / titles.length)
  const other = titles[(i * 7919 + 13) % titles.length]!
  const words = other.title.split(' ')
  const rest = round === 0 ? '' : ` ${words.slice(0, 3 + (i % 4)).join(' ')} ; part ${round}`
  const data = (tag: string, ind: string, ...subfields: [string, string][]): MarcField => ({
    tag,
    ind1: ind[0]!,
    ind2: ind[1]!,
    subfields: subfields.map(([code, value]) => ({ code, value })),
  })
  const subjectOf = (seed: number) => titles[mixed(seed) % 30_000]!.title.split(/[:;,.]/)[0]!.slice(0, 60)
  const date = `${String((i * 31) % 24).padStart(2, '0')}${String(1 + (i % 12)).padStart(2, '0')}${String(1 + (i % 28)).padStart(2, '0')}`
  const fields: MarcField[] = [
    { tag: '001', value: String(1_000_000 + i) },
    {
      tag: '008',
      value: `${date}s${year || '    '}    ${pick(countries, i)}     ${'abcdefg'[i % 7]}     000 ${i % 4} ${pick(languages, i)} d`,
    },
    data('020', '  ', ['a', isbnOf(i)]),
    ...(i % 20 === 0 ? [data('020', '  ', ['z', invalidIsbnOf(i)])] : []),
    data('035', '  ', ['a', `(OCoLC)${20_000_000 + i}`]),
    data('100', '1 ', ['a', `${pick(words, i + 5)}, ${pick(title.split(' '), i + 3)}`]),
    data('245', '10', ['a', `${title}${rest}`], ['c', agency]),
    data('260', '  ', ['a', 'Washington'], ['b', agency], ['c', year]),
    data('300', '  ', ['a', `${50 + (i % 400)} p.`]),
    data('490', '0 ', ['a', `${agency} series`], ['v', String(i % 90)]),
    data('520', '  ', ['a', `${other.title} ${titles[(i * 104_729) % titles.length]!.title}`]),
    data('521', '  ', ['a', pick(audiences, i)]),
    data('650', ' 0', ['a', subjectOf(i % 9000)], ['x', pick(genres, i * 3)]),
    data('650', ' 0', ['a', subjectOf(i % 701)]),
    data('650', ' 0', ['a', agency]),
    data('655', ' 7', ['a', pick(genres, i)], ['2', 'scisgenre']),
    data('658', '  ', ['a', pick(learningAreas, i)]),
    data('856', '40', ['u', `https://example.org/${i}`]),
  ]
  return { leader: `00000${'n'}${pick(kinds, i)} a2200000 a 4500`.padEnd(24, ' ').slice(0, 24), fields }
}
