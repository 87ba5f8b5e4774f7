import { Pencil, Send, Trash2, UserSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Student, studentsApi } from '#features/school/students/contract.ts'
import { isInDomain } from '#features/school/students/rules.ts'
import type { Reply } from '#kit/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { goTo } from '#kit/web/history.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { SelectAllHeader, SelectBox } from '#ui/table/select-column.tsx'
import { type Order, SortableHeader, Table } from '#ui/table/table.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { Status } from '#ui/tags.tsx'
import { type Opened, studentDialogs } from './student-dialogs.ts'
import { allStudents, type SortField, type StudentState, studentsAddress } from './student-state.ts'
import { counted, dayInWords, genderWord, nameOf, sentencesOf, statuses } from './student-words.ts'

export const waits = ({ status }: Pick<Student, 'status'>): boolean => status === 'INVITED' || status === 'EXPIRED'

/** One page of students, what can be done with those chosen, and the other pages. */
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
          ? 'They have accepted meanwhile: no mail was sent.'
          : `${response.count === 1 && to.length === 1 ? `${nameOf(to[0]!)} gets` : `${counted(response.count)} get`} a new invitation. Former links work no more.`,
      )
    } catch (error) {
      setFailed(sentencesOf(error))
    } finally {
      setSending(false)
    }
  }
  if (reply.totalCount === 0) return <NothingFound />
  if (students.length === 0)
    return (
      <EmptyState icon={UserSearch} title={`There is no page ${state.page.toLocaleString()}`}>
        <LinkButton href={studentsAddress(state)}>First page</LinkButton>
      </EmptyState>
    )
  const order: Order = { by: state.sortField, descending: state.descending }
  const sort = {
    order,
    onSort: ({ by, descending }: Order) => goTo(studentsAddress(state, { sortField: by as SortField, descending })),
  }
  const waiting = chosen.filter(waits)
  return (
    <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
      {(failed || problem) && <ErrorBox messages={failed ?? problem!.messages} onRetry={failed ? undefined : again} />}
      {chosen.length > 0 && (
        <section className="chosen-bar" aria-label="Selected students">
          <strong>{counted(chosen.length)} selected</strong>
          {waiting.length > 0 && (
            <Button icon={Send} busy={sending} onClick={() => sendAgain(waiting)}>
              {`Send ${waiting.length === 1 ? 'the invitation' : `${waiting.length} invitations`} again`}
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
      <div className="people-table">
        <Table
          caption="Students"
          head={
            <>
              <SelectAllHeader selection={selection} count={students.length} noun="students" />
              <SortableHeader by="lastName" {...sort}>
                Name
              </SortableHeader>
              <SortableHeader by="email" {...sort}>
                E-mail
              </SortableHeader>
              <SortableHeader by="gender" {...sort}>
                Gender
              </SortableHeader>
              <SortableHeader by="status" {...sort}>
                State
              </SortableHeader>
              <SortableHeader by="invitedDate" {...sort}>
                Invited
              </SortableHeader>
              <th scope="col">
                <span className="only-heard">Actions</span>
              </th>
            </>
          }
        >
          {students.map((student) => {
            const name = nameOf(student)
            const { label, tone, means } = statuses[student.status]
            return (
              <tr key={student.id}>
                <td className="check-cell">
                  <SelectBox selection={selection} id={student.id} name={name} />
                </td>
                <td className="name-cell">
                  <span className="table-title">{name}</span>
                </td>
                <td className="email-cell">
                  {student.email}
                  {!isInDomain(student.email, domain) && <span className="why"> other domain</span>}
                </td>
                <td className="gender-cell">{genderWord(student.gender)}</td>
                <td className="status-cell">
                  <span title={means}>
                    <Status tone={tone}>{label}</Status>
                  </span>
                </td>
                <td className="num date-cell">{dayInWords(student.invitedDate)}</td>
                <td className="act-cell">
                  <span>
                    {waits(student) && (
                      <Button look="bare" square icon={Send} busy={sending} onClick={() => sendAgain([student])}>
                        {`Send the invitation of ${name} again`}
                      </Button>
                    )}
                    <Button
                      look="bare"
                      square
                      icon={Pencil}
                      {...studentDialogs.near}
                      onClick={() => open({ what: 'edit', student })}
                    >
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
                </td>
              </tr>
            )
          })}
        </Table>
      </div>
      <Pager
        page={state.page}
        count={Math.ceil(reply.totalCount / reply.pageSize)}
        hrefOf={(page) => studentsAddress(state, { page })}
      />
    </div>
  )
}

function NothingFound() {
  return (
    <EmptyState icon={UserSearch} title="No student is like this" hint="Look for a part of the name or of the address.">
      <Button onClick={() => goTo(studentsAddress(allStudents))}>Show all students</Button>
    </EmptyState>
  )
}
