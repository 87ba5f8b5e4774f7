import type { PersonStatus, studentsApi } from '#features/school/students/contract.ts'
import { studentsPerPage } from '#features/school/students/rules.ts'
import type { RawInput } from '#kit/contract.ts'
import { listState, oneOf, pageNumber, typedWords } from '#kit/web/list-address.ts'

type Input = RawInput<typeof studentsApi.listStudents>
export type SearchField = '' | 'firstName' | 'lastName' | 'email'
export type SortField = 'lastName' | 'email' | 'gender' | 'status' | 'invitedDate'

/** The state of the list of students, stored in the address. */
export type StudentState = {
  searchValue: string
  searchField: SearchField
  sortField: SortField
  sortOrder: 'asc' | 'desc'
  status: PersonStatus | ''
  page: number
}

export const studentList = listState<StudentState>('/myStudents', {
  searchValue: typedWords('searchValue'),
  searchField: oneOf<SearchField>('searchField', '', ['firstName', 'lastName', 'email']),
  sortField: oneOf<SortField>('sortField', 'lastName', ['email', 'gender', 'status', 'invitedDate']),
  sortOrder: oneOf<'asc' | 'desc'>('sortOrder', 'asc', ['desc']),
  status: oneOf<PersonStatus | ''>('status', '', ['ACTIVE', 'NOT_INVITED', 'INVITED', 'EXPIRED', 'DISABLED', 'CLOSED']),
  page: pageNumber('pageNumber'),
})
export const { usual: allStudents, addressOf: studentsAddress } = studentList

/** The input for the server. */
export const studentsInput = (state: StudentState, pageSize = studentsPerPage): Input => ({
  searchValue: state.searchValue.trim(),
  searchField: state.searchField,
  sortField: state.sortField,
  sortOrder: state.sortOrder,
  ...(state.status ? { status: state.status } : {}),
  pageNumber: state.page,
  pageSize,
})

export const isNarrowed = ({ searchValue, status }: StudentState): boolean => searchValue.trim() !== '' || status !== ''
