import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { profileApi } from '#features/account/profile/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { currentUser, signInAddress, useCurrentUser, useWayBack } from '../../web/account-parts.tsx'
import { DeadLink } from './dead-link.tsx'
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordIds,
  passwordFaultsOf,
  passwordSentenceOn,
} from './password-parts.tsx'

/** The page of an emailed link: a new password, or why the link does not work. */
export function ChangePasswordScreen() {
  const guid = new URLSearchParams(useLocation().search).get('guid') ?? ''
  return (
    <>
      <title>Change password</title>
      {guid ? <Checked guid={guid} /> : <DeadLink messages={['The address of this page is incomplete.']} />}
    </>
  )
}

function Checked({ guid }: { guid: string }) {
  const { reply, problem, again } = useLatestReply(profileApi.checkPasswordLink, { guid })
  if (reply) return <NewPasswordForm guid={guid} />
  if (problem && problem.status >= 400 && problem.status < 500) return <DeadLink messages={problem.messages} />
  return (
    <CardScreen title="Change password">
      {problem ? <ErrorBox messages={problem.messages} onRetry={again} /> : <Skeleton lines={5} />}
    </CardScreen>
  )
}

type Refusal = Partial<NewPassword> & { form?: string[] }

function NewPasswordForm({ guid }: { guid: string }) {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const back = useWayBack({ href: '/myProfile', title: 'My profile' })
  const [value, setValue] = useState<NewPassword>({ password: '', again: '' })
  const [refusal, setRefusal] = useState<Refusal>({})
  const [busy, setBusy] = useState(false)
  const [dead, setDead] = useState<string[]>()
  const [done, setDone] = useState<{ signedIn: boolean }>()
  if (dead) return <DeadLink messages={dead} />
  if (done) return <Done signedIn={done.signedIn} />

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const faults = passwordFaultsOf(value)
    setRefusal(faults)
    if (Object.keys(faults).length > 0) return
    setBusy(true)
    try {
      const { response } = await call(profileApi.changePassword, { guid, password: value.password })
      cache.removeQueries({ queryKey: [profileApi.profile.path] })
      if (!response.signedIn) void cache.invalidateQueries({ queryKey: currentUser.queryKey })
      setDone(response)
    } catch (error) {
      if (error instanceof Problem && error.code === 'password_link_dead') setDead(error.messages)
      else setRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <CardScreen
      title="Change password"
      whose={
        me && (
          <>
            For <strong>{me.user.username}</strong>
          </>
        )
      }
      next={<p>Use the new password next time you sign in. This link works once.</p>}
      back={back}
    >
      <form className="stack gap-16" noValidate onSubmit={save}>
        <ErrorSummary
          refusal={refusal}
          errors={[
            ...(refusal.form ?? []).map((text) => ({ text })),
            ...(['password', 'again'] as const).flatMap((field) =>
              refusal[field] ? [{ id: newPasswordIds[field], text: refusal[field] }] : [],
            ),
          ]}
        />
        {/* Tells a password manager which entry to update. */}
        {me && <input hidden readOnly name="username" autoComplete="username" value={me.user.username} />}
        <NewPasswordFields
          value={value}
          errors={refusal}
          about={me ? [me.user.username, me.user.firstName, me.user.lastName, me.customer?.name ?? ''] : []}
          onChange={(next) => {
            setValue(next)
            setRefusal({})
          }}
        />
        <Button className="self-left" type="submit" look="main" busy={busy}>
          Save new password
        </Button>
      </form>
    </CardScreen>
  )
}

const Done = ({ signedIn }: { signedIn: boolean }) => (
  <CardScreen result icon={CircleCheck} tone="ok" title="Your password has been updated.">
    <p>
      {signedIn
        ? 'You’re still signed in here. Use the new password on your other devices.'
        : 'Use it next time you sign in.'}
    </p>
    <div>
      {signedIn ? (
        <LinkButton look="main" href="/myProfile">
          Back to your profile
        </LinkButton>
      ) : (
        <a className="button main" href={signInAddress('/')}>
          Sign in
        </a>
      )}
    </div>
  </CardScreen>
)

const cannotUpdate = 'Error: Unable to update password. Please contact your administrator.'

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) {
    console.error(error)
    return { form: [cannotUpdate] }
  }
  const sentence = passwordSentenceOn(error)
  if (sentence) return { password: sentence }
  return { form: [cannotUpdate, ...(error.status === 0 ? error.messages : [])] }
}
