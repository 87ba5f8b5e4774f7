import type { PersonStatus, studentsApi } from '#features/school/students/contract.ts'
import { studentsPerPage } from '#features/school/students/rules.ts'
import type { RawInput } from '#kit/contract.ts'

type Input = RawInput<typeof studentsApi.listStudents>
export type SearchField = '' | 'firstName' | 'lastName' | 'email'
export type SortField = 'lastName' | 'email' | 'gender' | 'status' | 'invitedDate'

/** What the list of students shows; all of it stands in the address. */
export type StudentState = {
  searchValue: string
  searchField: SearchField
  sortField: SortField
  descending: boolean
  status: PersonStatus | ''
  page: number
}

export const allStudents: StudentState = {
  searchValue: '',
  searchField: '',
  sortField: 'lastName',
  descending: false,
  status: '',
  page: 1,
}

const oneOf = <T extends string>(value: string, known: readonly T[], otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise

/** What makes no sense in an address counts as not there. */
export function readStudentState(search: Record<string, string | string[]>): StudentState {
  const text = (name: string) => [search[name]].flat()[0] ?? ''
  const page = Number(text('pageNumber'))
  return {
    searchValue: text('searchValue').slice(0, 200),
    searchField: oneOf(text('searchField'), ['firstName', 'lastName', 'email'], '' as SearchField),
    sortField: oneOf(text('sortField'), ['email', 'gender', 'status', 'invitedDate'], 'lastName' as SortField),
    descending: text('sortOrder') === 'desc',
    status: oneOf(text('status'), ['ACTIVE', 'INVITED', 'EXPIRED', 'CLOSED'], '' as PersonStatus | ''),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of the list with something else chosen, which begins it anew at its first page. */
export function studentsAddress(state: StudentState, change: Partial<StudentState> = {}): string {
  const { searchValue, searchField, sortField, descending, status, page } = { ...state, page: 1, ...change }
  const members = new URLSearchParams()
  if (searchValue) members.set('searchValue', searchValue)
  if (searchField) members.set('searchField', searchField)
  if (sortField !== 'lastName') members.set('sortField', sortField)
  if (descending) members.set('sortOrder', 'desc')
  if (status) members.set('status', status)
  if (page > 1) members.set('pageNumber', String(page))
  return members.size > 0 ? `/myStudents?${members}` : '/myStudents'
}

/** As the server is asked for it. */
export const studentsInput = (state: StudentState, pageSize = studentsPerPage): Input => ({
  searchValue: state.searchValue.trim(),
  searchField: state.searchField,
  sortField: state.sortField,
  sortOrder: state.descending ? 'desc' : 'asc',
  ...(state.status ? { status: state.status } : {}),
  pageNumber: state.page,
  pageSize,
})

export const isNarrowed = ({ searchValue, status }: StudentState): boolean => searchValue.trim() !== '' || status !== ''
