import './students.css'
import { useQueryClient } from '@tanstack/react-query'
import { AtSign, FileDown, GraduationCap, MailPlus } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { studentsApi } from '#features/school/students/contract.ts'
import { counted } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useListState } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Select, TextField } from '#ui/form/field.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { Done, EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { OnlyStudentAdmins } from './only-student-admins.tsx'
import { studentsFile } from './student-columns.tsx'
import { type Opened, StudentDialogs, studentDialogs } from './student-dialogs.ts'
import { statuses } from './student-labels.ts'
import { StudentList } from './student-list.tsx'
import {
  isNarrowed,
  type SearchField,
  type StudentState,
  studentList,
  studentsAddress,
  studentsInput,
} from './student-state.ts'

const name = 'Students'

export function MyStudentsScreen() {
  return (
    <OnlyStudentAdmins title={name}>
      {(school) => <Students domain={school.emailDomain} organisation={school.name} />}
    </OnlyStudentAdmins>
  )
}

function Students({ domain, organisation }: { domain: string; organisation: string }) {
  const [opened, open] = useState<Opened>()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useStudents(heading)
  const { state, reply, problem, again } = list
  const none = reply?.totalCount === 0 && !isNarrowed(state)
  studentDialogs.usePrepared()
  const finish = (text: string) => {
    setDone(text)
    list.refresh()
  }
  const inviteButton = (look: 'main' | 'plain') => (
    <Button look={look} icon={MailPlus} {...studentDialogs.near} onClick={() => open({ what: 'invite' })}>
      Invite students
    </Button>
  )
  return (
    <div className="people-screen">
      <title>{name}</title>
      <header className="people-head split items-start gap-12-24">
        <div className="basis-320 measure anywhere">
          <h1 tabIndex={-1} ref={heading}>
            {name}
          </h1>
          <p className="quiet mt-4">
            Students at {organisation} sign in with their own account to search the catalogue. They can’t see the
            school’s downloads, folders or settings.
          </p>
        </div>
        <div className="flow gap-8">
          <LinkButton icon={FileDown} href="/myStudents/roster">
            Import from OneRoster
          </LinkButton>
          {inviteButton('main')}
        </div>
      </header>
      <DomainLine domain={domain} onChange={() => open({ what: 'domain' })} />
      <Done>{done}</Done>
      {none ? (
        <EmptyState
          icon={GraduationCap}
          title="No students yet"
          hint="Invite one student, or paste a class list or CSV file. We email each a link to choose a password. Then they can search."
        >
          {inviteButton('plain')}
        </EmptyState>
      ) : (
        <>
          <StudentBar state={state} total={reply?.totalCount} />
          {problem && !reply ? (
            <ErrorBox messages={problem.messages} onRetry={again} />
          ) : !reply ? (
            <Skeleton lines={8} width="80%" />
          ) : (
            <StudentList {...{ ...list, reply, domain, open }} onDone={finish} />
          )}
        </>
      )}
      {opened && <StudentDialogs {...{ opened, domain }} onDone={finish} onClose={() => open(undefined)} />}
    </div>
  )
}

/** The page of students in the address. A new page is read from its beginning: focus goes to the heading. */
function useStudents(heading: RefObject<HTMLElement | null>) {
  const cache = useQueryClient()
  const state = useListState(studentList)
  const { reply, problem, stale, again } = useLatestReply(studentsApi.listStudents, studentsInput(state))
  const before = useRef(state.page)
  const shown = useDeferredValue(state.page)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown, heading])
  const refresh = () => void cache.invalidateQueries({ queryKey: [studentsApi.listStudents.path] })
  return { state, reply, problem, stale, again, refresh }
}

/** The domain of addresses that may be invited, and a way to change it. */
function DomainLine({ domain, onChange }: { domain: string; onChange: () => void }) {
  return (
    <section className="domain-line cluster gap-8-12 mt-18 line-around text-small py-10" aria-label="Email domain">
      <Icon className="ink-3" of={AtSign} />
      {domain ? (
        <p>
          You can invite students with a <strong>{domain}</strong> address
          <span className="quiet"> (or a subdomain).</span>
        </p>
      ) : (
        <p>
          You can invite students with <strong>any address</strong>
          <span className="quiet">: your school has no email domain set.</span>
        </p>
      )}
      <HelpLink href="/help/school#students" about="students and the email domain" />
      <Button {...studentDialogs.near} onClick={onChange}>
        Change domain
      </Button>
    </section>
  )
}

const fields = [
  { value: '', label: 'Name and email' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'email', label: 'Email' },
]
const states = [
  { value: '', label: 'All' },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
]

/** The list's filters, and the whole list as a file. */
function StudentBar({ state, total }: { state: StudentState; total: number | undefined }) {
  return (
    <search className="people-bar list-bar flow items-end" aria-label="Students">
      <FindField state={state} />
      <Select
        label="Search in"
        options={fields}
        value={state.searchField}
        onChange={(event) => goTo(studentsAddress(state, { searchField: event.target.value as SearchField }))}
      />
      <Select
        label="Status"
        options={states}
        value={state.status}
        onChange={(event) => goTo(studentsAddress(state, { status: event.target.value as StudentState['status'] }))}
      />
      <ExportButton name="Students" read={() => studentsFile(state)} />
      <p className="found num" role="status">
        {total !== undefined && (isNarrowed(state) ? `${counted(total, 'student')} found` : counted(total, 'student'))}
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
      placeholder="Name or email"
      {...find}
    />
  )
}
