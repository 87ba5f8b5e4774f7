import { Pencil, Send, Trash2, UserSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Student, studentsApi } from '#features/school/students/contract.ts'
import type { Reply } from '#kit/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import type { Order } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { studentColumns } from './student-columns.tsx'
import { type Opened, studentDialogs } from './student-dialogs.ts'
import { nameOf } from './student-labels.ts'
import { allStudents, type SortField, type StudentState, studentsAddress } from './student-state.ts'

export const waits = ({ status }: Pick<Student, 'status'>): boolean =>
  status === 'NOT_INVITED' || status === 'INVITED' || status === 'EXPIRED'

/** One page of students, actions for the selected ones, and the pager. */
export function StudentList({
  state,
  reply,
  problem,
  stale,
  again,
  domain,
  open,
  onDone,
}: {
  state: StudentState
  reply: Reply<typeof studentsApi.listStudents>
  problem: Problem | null
  stale: boolean
  again: () => void
  domain: string
  open: (opened: Opened) => void
  onDone: (text: string) => void
}) {
  const students = reply.response
  const selection = useSelection(useMemo(() => students.map(({ id }) => id), [students]))
  const [failed, setFailed] = useState<readonly string[]>()
  const [sending, setSending] = useState(false)
  const chosen = students.filter(({ id }) => selection.chosen.has(id))
  const sendAgain = async (to: readonly Student[]) => {
    setSending(true)
    setFailed(undefined)
    try {
      const { response } = await call(studentsApi.inviteAgain, { ids: to.map(({ id }) => id) })
      selection.clear()
      onDone(
        response.count === 0
          ? 'Already accepted. No emails were sent.'
          : `We emailed ${response.count === 1 && to.length === 1 ? nameOf(to[0]!) : counted(response.count, 'student')} a new invitation. Earlier links no longer work.`,
      )
    } catch (error) {
      setFailed(problemOf(error).messages)
    } finally {
      setSending(false)
    }
  }
  if (reply.totalCount === 0) return <NothingFound />
  if (students.length === 0)
    return (
      <EmptyState icon={UserSearch} title={`There is no page ${grouped(state.page)}`}>
        <LinkButton href={studentsAddress(state)}>First page</LinkButton>
      </EmptyState>
    )
  const order: Order = { by: state.sortField, descending: state.sortOrder === 'desc' }
  const waiting = chosen.filter(waits)
  return (
    <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
      {(failed || problem) && <ErrorBox messages={failed ?? problem!.messages} onRetry={failed ? undefined : again} />}
      {chosen.length > 0 && (
        <section
          className="chosen-bar cluster rounded on-accent-soft text-small py-8 mb-6"
          aria-label="Selected students"
        >
          <strong>{counted(chosen.length, 'student')} selected</strong>
          {waiting.length > 0 && (
            <Button icon={Send} busy={sending} onClick={() => sendAgain(waiting)}>
              {`Resend ${waiting.length === 1 ? 'invitation' : `${waiting.length} invitations`}`}
            </Button>
          )}
          <Button icon={Trash2} {...studentDialogs.near} onClick={() => open({ what: 'remove', students: chosen })}>
            Remove
          </Button>
          <Button look="bare" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      <div className="people-table cards">
        <DataTable
          caption="Students"
          columns={[
            ...studentColumns(domain),
            {
              head: 'Actions',
              headHidden: true,
              className: 'act-cell',
              width: 116,
              cell: (student) => (
                <StudentActs {...{ student, sending, open }} onSendAgain={() => sendAgain([student])} />
              ),
            },
          ]}
          rows={students}
          keyOf={({ id }) => id}
          order={order}
          onSort={({ by, descending }) =>
            goTo(studentsAddress(state, { sortField: by as SortField, sortOrder: descending ? 'desc' : 'asc' }))
          }
          choosing={{ selection, noun: 'students', count: students.length, idOf: ({ id }) => id, nameOf }}
        />
      </div>
      <Pager
        page={state.page}
        count={Math.ceil(reply.totalCount / reply.pageSize)}
        hrefOf={(page) => studentsAddress(state, { page })}
      />
    </div>
  )
}

function StudentActs({
  student,
  sending,
  open,
  onSendAgain,
}: {
  student: Student
  sending: boolean
  open: (opened: Opened) => void
  onSendAgain: () => void
}) {
  const name = nameOf(student)
  return (
    <span>
      {waits(student) && (
        <Button look="bare" square icon={Send} busy={sending} onClick={onSendAgain}>
          {`Resend invitation to ${name}`}
        </Button>
      )}
      <Button look="bare" square icon={Pencil} {...studentDialogs.near} onClick={() => open({ what: 'edit', student })}>
        {`Change ${name}`}
      </Button>
      <Button
        look="bare"
        square
        icon={Trash2}
        {...studentDialogs.near}
        onClick={() => open({ what: 'remove', students: [student] })}
      >
        {`Remove ${name}`}
      </Button>
    </span>
  )
}

function NothingFound() {
  return (
    <EmptyState icon={UserSearch} title="No students found" hint="Try part of the name or address.">
      <Button onClick={() => goTo(studentsAddress(allStudents))}>Show all students</Button>
    </EmptyState>
  )
}
