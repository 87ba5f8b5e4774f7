import './students.css'
import { MailX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
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
import { focusNow } from '#ui/focus-now.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { nameOf } from './student-labels.ts'

/** The page of an invitation link: nothing is used up until the button is pressed. */
export function InvitationScreen() {
  const id = [useSearch().id].flat()[0] ?? ''
  const { reply, problem, again } = useLatestReply(invitationApi.lookAtInvitation, { id }, { enabled: id !== '' })
  const [username, setUsername] = useState<string>()
  if (username !== undefined) return <Accepted username={username} />
  if (id === '' || problem?.code.startsWith('invitation_')) return <DeadInvitation problem={problem} />
  if (problem)
    return <ErrorBox messages={problem?.messages ?? ['We can’t load the invitation right now.']} onRetry={again} />
  if (!reply) return <Skeleton lines={5} width="60%" />
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
    <div className="invitation stack gap-18">
      <title>Your invitation</title>
      <div>
        <h1>{`Welcome${invitation.firstName ? `, ${invitation.firstName}` : ''}`}</h1>
        <p className="lead mt-6 ink-2 anywhere">
          {invitedBy ? `${invitedBy} at ` : ''}
          {organisation} has created an account for you at {settings.providerName} Data
          {role === 'student'
            ? ', where you can search the school library catalogue.'
            : ', where your library finds and downloads catalogue records.'}
        </p>
      </div>
      <p className="user-name card text-small anywhere p-10-14">
        Your username
        <strong className="block">{username}</strong>
      </p>
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
    </div>
  )
}

function Accepted({ username }: { username: string }) {
  return (
    <div className="invitation stack gap-18">
      <title>Your account is ready</title>
      <div>
        <h1 tabIndex={-1} ref={focusNow}>
          Your account is ready
        </h1>
        <p className="lead mt-6 ink-2 anywhere">
          Sign in as <strong>{username}</strong>.
        </p>
      </div>
      <a className="button main to-sign-in self-left" href={signInAddress('/discover')}>
        Sign in
      </a>
    </div>
  )
}

function DeadInvitation({ problem }: { problem: Problem | null }) {
  const used = problem?.code === 'invitation_used'
  return (
    <EmptyState
      top
      icon={MailX}
      title={used ? 'This invitation has been accepted' : 'This invitation doesn’t work'}
      hint={
        used
          ? 'Sign in with your username and the password you chose.'
          : (problem?.messages[0] ?? 'The address is incomplete. Please open the link in the email again.')
      }
    >
      <title>Your invitation</title>
      <a className={used ? 'button main' : 'button'} href={signInAddress('/discover')}>
        Sign in
      </a>
      {used && <a href="/forgotPassword">Forgot your password?</a>}
    </EmptyState>
  )
}
