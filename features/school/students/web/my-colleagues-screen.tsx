import './students.css'
import { MailPlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { colleaguesApi } from '#features/school/students/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Done, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ColleaguesTable } from './colleagues-table.tsx'
import { studentDialogs } from './student-dialogs.ts'

const InviteColleague = lazy(async () => ({ default: (await import('./invite-colleague.tsx')).InviteColleague }))

const name = 'Colleagues'

export function MyColleaguesScreen() {
  const me = useCurrentUser()
  if (!me?.customer || !me.user.roles.includes('organisation-admin'))
    return (
      <Forbidden title={name} hint="A school’s organisation admins manage accounts of colleagues.">
        <LinkButton look="main" href="/discover">
          Go to Discover
        </LinkButton>
      </Forbidden>
    )
  return <Colleagues organisation={me.customer.name} appoints={me.user.roles.includes('primary-contact')} />
}

function Colleagues({ organisation, appoints }: { organisation: string; appoints: boolean }) {
  const { reply, problem, again } = useLatestReply(colleaguesApi.listColleagues, {})
  const [inviting, setInviting] = useState(false)
  const [done, setDone] = useState('')
  return (
    <div className="people-screen">
      <title>{name}</title>
      <header className="people-head split items-start gap-12-24">
        <div className="basis-320 measure anywhere">
          <h1>{name}</h1>
          <p className="quiet mt-4">
            Staff with an account at {organisation}. They can use everything your school has. Organisation admins also
            manage students and accounts{appoints ? '' : '; the primary contact appoints them'}.
          </p>
        </div>
        <Button look="main" icon={MailPlus} {...studentDialogs.near} onClick={() => setInviting(true)}>
          Invite a colleague
        </Button>
      </header>
      <Done>{done}</Done>
      {problem && !reply ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={5} width="80%" />
      ) : (
        <ColleaguesTable
          colleagues={reply.response}
          appoints={appoints}
          onDone={(text) => {
            setDone(text)
            again()
          }}
        />
      )}
      {inviting && (
        <LazyPart>
          <InviteColleague
            appoints={appoints}
            onClose={() => setInviting(false)}
            onDone={(text) => {
              setDone(text)
              again()
            }}
          />
        </LazyPart>
      )}
    </div>
  )
}
