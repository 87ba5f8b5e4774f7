import { type Student, studentsApi } from '#features/school/students/contract.ts'
import { call } from '#kit/web/call.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { type StudentState, studentsInput } from './student-state.ts'
import { genderWord, statuses } from './student-words.ts'

const columns = ['First name', 'Last name', 'E-mail', 'Gender', 'State', 'Invited']
const pageSize = 1000

/** Every student that the list would show, whatever page is in sight. */
export async function studentsCsv(state: StudentState): Promise<ExportTable> {
  const students: Student[] = []
  for (let page = 1; ; page++) {
    const { response, totalCount } = await call(studentsApi.listStudents, studentsInput({ ...state, page }, pageSize))
    students.push(...response)
    if (response.length < pageSize || students.length >= totalCount) break
  }
  return { columns, rows: students.map(rowOf) }
}

const rowOf = ({ firstName, lastName, email, gender, status, invitedDate }: Student) => [
  firstName,
  lastName,
  email,
  genderWord(gender),
  statuses[status].label,
  invitedDate?.slice(0, 10) ?? '',
]
