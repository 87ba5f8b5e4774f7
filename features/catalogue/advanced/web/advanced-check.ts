import { type AdvancedForm, type FormField, formFields, keywordRows } from './advanced-form.ts'
import { numbersOf, textOfKeyword, withoutSpaces } from './parse-keyword.ts'

export type FormErrors = Partial<Record<FormField, string>>

export const noKeyword = 'Please enter at least one search keyword'
export const leadingWildcard = 'A search word can’t start with a wildcard.'
export const nothingToFind = 'A keyword needs a letter or a digit.'
export const maxKeywordLength = 200
export const tooLong = `A keyword can have at most ${maxKeywordLength} characters.`
export const notAYear = 'Enter a year from 1000 to 2999.'
export const wrongWayRound = 'The first year can’t be after the last.'

/** The errors by field, and the form ready for the search: trimmed, an open span of years completed. */
export function checkForm(given: AdvancedForm, thisYear: number): { errors: FormErrors; form: AdvancedForm } {
  const form = { ...given }
  for (const field of formFields) form[field] = given[field].trim()
  const { publicationYearFrom: from } = form
  if (from !== '' && form.publicationYearTo === '') form.publicationYearTo = String(thisYear)
  return { errors: { ...keywordErrors(form), ...yearErrors(form) }, form }
}

function keywordErrors(form: AdvancedForm): FormErrors {
  const rows = keywordRows(form)
  if (rows.length === 0) return { keywords0: noKeyword }
  const errors: FormErrors = {}
  for (const { number, keyword, field } of rows) {
    const error = wrongWith(field === 'isbn' ? numbersOf(keyword).map(withoutSpaces).join(' ') : keyword)
    if (error) errors[`keywords${number}`] = error
  }
  return errors
}

function wrongWith(keyword: string): string | undefined {
  if (keyword.length > maxKeywordLength) return tooLong
  const words = textOfKeyword(keyword).literal.split(/[\s":]+/)
  if (words.some((word) => /^[*?]/.test(word) && hasLetter(word))) return leadingWildcard
  return keyword === '*' || hasLetter(keyword) ? undefined : nothingToFind
}

const hasLetter = (text: string) => /[\p{L}\p{N}\p{M}]/u.test(text)

function yearErrors({ publicationYearFrom: from, publicationYearTo: to }: AdvancedForm): FormErrors {
  const errors: FormErrors = {}
  if (from !== '' && !isYear(from)) errors.publicationYearFrom = notAYear
  if (to !== '' && !isYear(to)) errors.publicationYearTo = notAYear
  if (isYear(from) && isYear(to) && from > to) errors.publicationYearFrom = wrongWayRound
  return errors
}

const isYear = (text: string) => /^[12]\d{3}$/.test(text)
