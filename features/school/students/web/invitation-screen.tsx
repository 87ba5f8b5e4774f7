import { CircleCheck, MailX } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordIds,
  passwordFaultsOf,
  passwordSentenceOn,
} from '#features/account/passwords/web/password-parts.tsx'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import { type Invitation, invitationApi } from '#features/school/students/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardFacts, CardScreen } from '#ui/screen/card-screen.tsx'
import { nameOf } from './student-labels.ts'

/** The page of an invitation link: nothing is used up until the button is pressed. */
export function InvitationScreen() {
  const id = [useSearch().id].flat()[0] ?? ''
  const { reply, problem, again } = useLatestReply(invitationApi.checkInvitation, { id }, { enabled: id !== '' })
  const [username, setUsername] = useState<string>()
  if (username !== undefined) return <Accepted username={username} />
  if (id === '' || problem?.code.startsWith('invitation_')) return <DeadInvitation problem={problem} />
  if (!reply)
    return (
      <CardScreen title="Your invitation">
        {problem ? <ErrorBox messages={problem.messages} onRetry={again} /> : <Skeleton lines={5} />}
      </CardScreen>
    )
  return <Accept id={id} invitation={reply.response} onAccepted={setUsername} />
}

function Accept({
  id,
  invitation,
  onAccepted,
}: {
  id: string
  invitation: Dated<Invitation>
  onAccepted: (username: string) => void
}) {
  const { organisation, invitedBy, username, role, passwordNeeded } = invitation
  const [value, setValue] = useState<NewPassword>({ password: '', again: '' })
  const [errors, setErrors] = useState<Partial<NewPassword>>({})
  const [failed, setFailed] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const accept = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailed(undefined)
    const faults = passwordNeeded ? passwordFaultsOf(value) : {}
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    setBusy(true)
    try {
      const { response } = await call(invitationApi.acceptInvitation, {
        id,
        ...(passwordNeeded ? { password: value.password } : {}),
      })
      onAccepted(response.username)
    } catch (error) {
      const sentence = error instanceof Problem ? passwordSentenceOn(error) : undefined
      if (sentence) setErrors({ password: sentence })
      else setFailed(problemOf(error).messages)
    } finally {
      setBusy(false)
    }
  }
  return (
    <CardScreen
      title={`Welcome${invitation.firstName ? `, ${invitation.firstName}` : ''}`}
      whose={
        <>
          {invitedBy ? `${invitedBy} at ` : ''}
          {organisation} has created an account for you at {settings.providerName} Data
          {role === 'student'
            ? ', where you can search the school library catalogue.'
            : ', where your library finds and downloads catalogue records.'}
        </>
      }
      next={<p>Then sign in with your username{passwordNeeded ? ' and the new password' : ''}.</p>}
    >
      <title>Your invitation</title>
      <CardFacts facts={[['Your username', username]]} />
      {failed && <ErrorBox messages={failed} />}
      <form className="stack gap-16" noValidate onSubmit={accept}>
        <ErrorSummary
          refusal={errors}
          errors={(['password', 'again'] as const).flatMap((field) =>
            errors[field] ? [{ id: newPasswordIds[field], text: errors[field] }] : [],
          )}
        />
        {/* Tells password managers whose password it is. */}
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        {passwordNeeded && (
          <NewPasswordFields
            first
            value={value}
            errors={errors}
            about={[username, nameOf({ ...invitation, email: username }), organisation]}
            onChange={(next) => {
              setValue(next)
              setErrors({})
            }}
          />
        )}
        <Button look="main" type="submit" busy={busy}>
          {passwordNeeded ? 'Set password and accept' : 'Accept invitation'}
        </Button>
      </form>
    </CardScreen>
  )
}

const Accepted = ({ username }: { username: string }) => (
  <CardScreen result icon={CircleCheck} tone="ok" title="Your account is ready">
    <title>Your account is ready</title>
    <p>
      Sign in as <strong>{username}</strong>.
    </p>
    <ToSignIn main />
  </CardScreen>
)

function DeadInvitation({ problem }: { problem: Problem | null }) {
  const used = problem?.code === 'invitation_used'
  return (
    <CardScreen icon={MailX} title={used ? 'This invitation has been accepted' : 'This invitation doesn’t work'}>
      <title>Your invitation</title>
      <p>
        {used
          ? 'Sign in with your username and the password you chose.'
          : (problem?.messages[0] ?? 'The address is incomplete. Please open the link in the email again.')}
      </p>
      <ToSignIn main={used}>{used && <a href="/forgotPassword">Forgot your password?</a>}</ToSignIn>
    </CardScreen>
  )
}

const ToSignIn = ({ main, children }: { main: boolean; children?: ReactNode }) => (
  <div className="cluster gap-14">
    <a className={main ? 'button main' : 'button'} href={signInAddress('/discover')}>
      Sign in
    </a>
    {children}
  </div>
)
