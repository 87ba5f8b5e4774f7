import { type Student, studentsApi } from '#features/school/students/contract.ts'
import { isInDomain } from '#features/school/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { readersDay } from '#kit/web/dates.ts'
import { formatDate } from '#kit/web/format.ts'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { Status } from '#ui/tags.tsx'
import { genderWord, managedBy, nameOf, statuses } from './student-labels.ts'
import { type StudentState, studentsInput } from './student-state.ts'

/** `domain`: the domain of the school's addresses. */
export const studentColumns = (domain: string): Columns<Student> => [
  { head: 'First name', csv: ({ firstName }) => firstName },
  { head: 'Last name', csv: ({ lastName }) => lastName },
  {
    head: 'Name',
    className: 'name-cell anywhere',
    minWidth: 150,
    sort: 'lastName',
    cell: (student) => (
      <>
        <span className="table-title">{nameOf(student)}</span>
        {student.managed && <div className="why">{managedBy}</div>}
      </>
    ),
  },
  {
    head: 'Email',
    className: 'email-cell ink-2 anywhere',
    sort: 'email',
    csv: ({ email }) => email,
    cell: ({ email }) => (
      <>
        {email}
        {!isInDomain(email, domain) && <span className="why nowrap"> other domain</span>}
      </>
    ),
  },
  {
    head: 'Gender',
    className: 'ink-2 nowrap',
    sort: 'gender',
    csv: ({ gender }) => genderWord(gender),
    cell: ({ gender }) => genderWord(gender),
  },
  {
    head: 'Status',
    className: 'status-cell',
    sort: 'status',
    csv: ({ status }) => statuses[status].label,
    cell: ({ status }) => (
      <span title={statuses[status].means}>
        <Status tone={statuses[status].tone}>{statuses[status].label}</Status>
      </span>
    ),
  },
  {
    head: 'Invited',
    className: 'num ink-2 nowrap',
    sort: 'invitedDate',
    csv: ({ invitedDate }) => (invitedDate ? readersDay(new Date(invitedDate)) : ''),
    cell: ({ invitedDate }) => formatDate(invitedDate),
  },
]

const pageSize = 1000

/** Every student of the filtered list, across pages. */
export async function studentsFile(state: StudentState): Promise<ExportTable> {
  const read = (page: number) => call(studentsApi.listStudents, studentsInput({ ...state, page }, pageSize))
  return fileOf(studentColumns(''), await everyLine(read, ({ id }) => id))
}
