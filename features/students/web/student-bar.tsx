import { goTo } from '#kit/web/history.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { ExportButton } from '#ui/export-button.tsx'
import { Select, TextField } from '#ui/field.tsx'
import { isNarrowed, type SearchField, type StudentState, studentsAddress } from './student-state.ts'
import { counted, statuses } from './student-words.ts'

const fields = [
  { value: '', label: 'Name and e-mail' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'email', label: 'E-mail' },
]
const states = [
  { value: '', label: 'All' },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
]

/** What narrows the list, and the whole of it as a file. */
export function StudentBar({ state, total }: { state: StudentState; total: number | undefined }) {
  return (
    <search className="people-bar" aria-label="Students">
      <FindField state={state} />
      <Select
        label="Search in"
        options={fields}
        value={state.searchField}
        onChange={(event) => goTo(studentsAddress(state, { searchField: event.target.value as SearchField }))}
      />
      <Select
        label="State"
        options={states}
        value={state.status}
        onChange={(event) => goTo(studentsAddress(state, { status: event.target.value as StudentState['status'] }))}
      />
      <ExportButton name="Students" read={async () => (await import('./students-csv.ts')).studentsCsv(state)} />
      <p className="found num" role="status">
        {total !== undefined && (isNarrowed(state) ? `${counted(total)} found` : counted(total))}
      </p>
    </search>
  )
}

function FindField({ state }: { state: StudentState }) {
  const find = useTypedSearch(state.searchValue, (searchValue) => studentsAddress(state, { searchValue }))
  return (
    <TextField
      label="Find a student"
      type="search"
      autoComplete="off"
      maxLength={200}
      placeholder="Name or e-mail"
      {...find}
    />
  )
}
