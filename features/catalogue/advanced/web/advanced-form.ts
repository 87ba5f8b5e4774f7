import { issuances, keywordFields, keywordTypes, type Named, operations } from '../choices.ts'

/** All fields of the advanced search form, under the names they also have in addresses. */
export const emptyForm = {
  keywords0: '',
  field0: 'keyword',
  type0: 'all',
  operation0: 'and',
  keywords1: '',
  field1: 'keyword',
  type1: 'all',
  operation1: 'and',
  keywords2: '',
  field2: 'keyword',
  type2: 'all',
  publicationYearFrom: '',
  publicationYearTo: '',
  /** A resource type or a category of them. */
  scisType: '',
  language: '',
  /** A country's name; after `-` it is excluded. */
  placeOfPublication: '',
  genre: '',
  learningArea: '',
  issuance: 'all',
}
export type AdvancedForm = typeof emptyForm
export type FormField = keyof AdvancedForm
export const formFields = Object.keys(emptyForm) as FormField[]

const choices: Partial<Record<FormField, readonly Named[]>> = {
  field0: keywordFields,
  field1: keywordFields,
  field2: keywordFields,
  type0: keywordTypes,
  type1: keywordTypes,
  type2: keywordTypes,
  operation0: operations,
  operation1: operations,
  issuance: issuances,
}

const maxValueLength = 256

/** Reads the form from an address. Invalid values count as not given. */
export function readForm(params: URLSearchParams): AdvancedForm {
  const form = { ...emptyForm }
  for (const field of formFields) {
    const text = (params.get(field) ?? '').replaceAll('\0', '').trim().slice(0, maxValueLength).toWellFormed()
    if (text !== '' && (choices[field]?.some(({ code }) => code === text) ?? true)) form[field] = text
  }
  return form
}

/** Adds the form to an address, without defaults. */
export function writeForm(form: AdvancedForm, params: URLSearchParams): void {
  for (const field of formFields) if (form[field] !== emptyForm[field]) params.set(field, form[field])
}

export const isEmptyForm = (form: AdvancedForm): boolean =>
  formFields.every((field) => form[field].trim() === emptyForm[field])

export const rowNumbers = [0, 1, 2] as const
export type RowNumber = (typeof rowNumbers)[number]

export type KeywordRow = { number: RowNumber; keyword: string; field: string; type: string; operation: string }

/** The rows with a keyword. The operation of the first row is `and`: no row precedes it. */
export const keywordRows = (form: AdvancedForm): KeywordRow[] =>
  rowNumbers
    .map((number) => ({
      number,
      keyword: form[`keywords${number}`].trim(),
      field: form[`field${number}`],
      type: form[`type${number}`],
      operation: number === 0 ? 'and' : form[`operation${number === 1 ? 0 : 1}`],
    }))
    .filter(({ keyword }) => keyword !== '')
