import './students.css'
import { GraduationCap, MailPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { NotForThem, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { DomainLine } from './domain-line.tsx'
import { Done } from './done.tsx'
import { StudentBar } from './student-bar.tsx'
import { type Opened, StudentDialogs, studentDialogs } from './student-dialogs.ts'
import { StudentList } from './student-list.tsx'
import { isNarrowed } from './student-state.ts'
import { useStudents } from './use-students.ts'

const name = 'Students'

export function MyStudentsScreen() {
  const me = useCurrentUser()
  if (!me?.customer || !me.user.roles.includes('organisation-admin'))
    return (
      <NotForThem
        title={name}
        hint={
          isSchoolStaff(me)
            ? 'Students are managed by the organisation admins of your school. Your primary contact can make you one.'
            : 'Students are managed by the organisation admins of a school.'
        }
      >
        <LinkButton look="main" href="/discover">
          Go to discovery
        </LinkButton>
      </NotForThem>
    )
  return <Students domain={me.customer.emailDomain} organisation={me.customer.name} />
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
      <header className="people-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {name}
          </h1>
          <p className="quiet">
            Students of {organisation} sign in with an account of their own and search the catalogue. They see no
            downloads, folders or settings of the school.
          </p>
        </div>
        {inviteButton('main')}
      </header>
      <DomainLine domain={domain} onChange={() => open({ what: 'domain' })} />
      <Done text={done} />
      {none ? (
        <EmptyState
          icon={GraduationCap}
          title="No students yet"
          hint="Invite one, or paste a class list or a CSV file. Each gets a mail with a link, chooses a password and can search at once."
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
