import { issuances } from '../choices.ts'
import { type AdvancedForm, type FormField, type KeywordRow, keywordRows } from './advanced-form.ts'

/** The search in one line: `title: dragons AND author: Jones; 2004–2013; language English`. */
export const displayOf = (form: AdvancedForm): string =>
  [wordsIn(keywordRows(form)), ...limitsOf(form).map(({ said }) => said)].filter((part) => part !== '').join('; ')

function wordsIn(rows: KeywordRow[]): string {
  const [first, ...others] = rows
  if (!first) return ''
  let sentence = first.operation === 'not' ? `NOT ${wordIn(first)}` : wordIn(first)
  let last: string | undefined
  for (const row of others) {
    // `a OR b AND c` would be ambiguous.
    if (last !== undefined && last !== row.operation) sentence = `(${sentence})`
    sentence = `${sentence} ${row.operation.toUpperCase()} ${wordIn(row)}`
    last = row.operation
  }
  return sentence
}

function wordIn({ keyword, field, type }: KeywordRow): string {
  const where = field === 'keyword' ? '' : `${field === 'isbn' ? 'number' : field}: `
  return where + quoted(keyword, type)
}

function quoted(keyword: string, type: string): string {
  if (type === 'phrase') return `“${keyword.replace(/^"|"$/g, '')}”`
  if (type === 'startsWith') return `${keyword.replace(/\*+$/, '')}…`
  return type === 'any' && /\s/.test(keyword) ? `any of ${keyword}` : keyword
}

/** The limits of the form: the fields, and their common text. */
export function limitsOf(form: AdvancedForm): { fields: FormField[]; said: string }[] {
  const { placeOfPublication: place, issuance } = form
  const limits: { fields: FormField[]; said: string }[] = [
    { fields: ['publicationYearFrom', 'publicationYearTo'], said: yearsIn(form) },
    { fields: ['scisType'], said: named('type', form.scisType) },
    { fields: ['language'], said: named('language', form.language) },
    {
      fields: ['placeOfPublication'],
      said: place.startsWith('-') ? `not published in ${place.slice(1)}` : named('published in', place),
    },
    { fields: ['genre'], said: named('genre', form.genre) },
    { fields: ['learningArea'], said: named('learning area', form.learningArea) },
    {
      fields: ['issuance'],
      said: issuance === 'all' ? '' : (issuances.find(({ code }) => code === issuance)?.name ?? '').toLowerCase(),
    },
  ]
  return limits.filter(({ said }) => said !== '')
}

const named = (field: string, value: string) => (value === '' ? '' : `${field} ${value}`)

function yearsIn({ publicationYearFrom: from, publicationYearTo: to }: AdvancedForm): string {
  if (from === to) return from
  return from ? `${from}–${to}` : `until ${to}`
}
