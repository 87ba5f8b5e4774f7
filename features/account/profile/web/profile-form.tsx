import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Profile, profileApi } from '#features/account/profile/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { queryOf, useAction } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Done } from '#ui/notices.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { currentUser } from '../../web/account-parts.tsx'

type Personal = { firstName: string; lastName: string; email: string }
type Errors = Partial<Record<keyof Personal | 'form', string>>

export const savedSentence = 'You details have been saved'
const idOf = (field: keyof Personal) => `profile-${field}`

export function ProfileForm({ profile }: { profile: Dated<Profile> }) {
  const cache = useQueryClient()
  const { firstName, lastName, email, username, pendingEmail } = profile
  const stored: Personal = { firstName, lastName, email }
  const [draft, setDraft] = useState<Partial<Personal>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const notice = useRef<HTMLParagraphElement>(null)
  const form = { ...stored, ...draft }
  const changed = (Object.keys(stored) as (keyof Personal)[]).some((field) => form[field] !== stored[field])
  // The pressed button is now disabled.
  useEffect(() => {
    if (saved) notice.current?.focus()
  }, [saved])

  const field = (name: keyof Personal) => ({
    id: idOf(name),
    value: form[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft((before) => ({ ...before, [name]: target.value }))
      setErrors(({ [name]: _, form: __, ...others }) => others)
      setSaved(false)
    },
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !changed) return
    setBusy(true)
    setErrors({})
    setSaved(false)
    try {
      await call(profileApi.updatePersonal, form)
      setDraft({})
      setSaved(true)
      await cache.invalidateQueries({ queryKey: queryOf(profileApi.profile, {}).queryKey })
      void cache.invalidateQueries({ queryKey: currentUser.queryKey })
    } catch (error) {
      setErrors(errorsOf(error))
      setRefusals(refusals + 1)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="profile-form stack gap-16" noValidate onSubmit={save}>
      <ErrorSummary
        refusal={refusals}
        errors={Object.entries(errors).map(([name, text]) =>
          name === 'form' ? { text } : { id: idOf(name as keyof Personal), text },
        )}
      />
      <div className="pair stack gap-16">
        <TextField required label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField required label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          form.email === email
            ? 'If you change it, we’ll email the new address a link to confirm.'
            : `Takes effect once confirmed. Until then, emails go to ${email}, including a notice of this change.`
        }
        {...field('email')}
      />
      {pendingEmail && <PendingEmail pending={pendingEmail} />}
      <dl className="stack gap-2">
        <dt className="ink-2 text-note weight-500">Username</dt>
        <dd className="anywhere">{username}</dd>
        <dd className="quiet anywhere remark">You sign in with this. It doesn’t change when your email does.</dd>
      </dl>
      <div className="profile-save cluster gap-8-12">
        <Button type="submit" look="main" busy={busy} disabled={!changed}>
          Save
        </Button>
        {changed && (
          <Button
            onClick={() => {
              setDraft({})
              setErrors({})
            }}
          >
            Discard
          </Button>
        )}
        {saved && <Done ref={notice}>{savedSentence}</Done>}
      </div>
    </form>
  )
}

function errorsOf(error: unknown): Errors {
  const { errors = {}, messages } = problemOf(error)
  const fields = Object.entries(errors).flatMap(([name, [text]]) => (text ? [[name, text]] : []))
  return fields.length > 0 ? Object.fromEntries(fields) : { form: messages[0] }
}

type Pending = NonNullable<Dated<Profile>['pendingEmail']>

/** A new address awaiting confirmation. */
function PendingEmail({ pending: { email, expiryDate } }: { pending: Pending }) {
  const { run, busy } = useAction(profileApi.withdrawEmail, { refreshes: [profileApi.profile] })
  const withdraw = () =>
    run({}).then(() => {
      announce('Email change cancelled')
      document.getElementById('profile-email')?.focus()
    }, toastFailure)
  return (
    <div className="pending-email stack gap-10 p-10-14 rounded on-warn-soft text-small anywhere">
      <Icon className="mt-4 ink-warn" of={Clock} small />
      <p>
        Confirm <strong>{email}</strong>
        {expiryDate && ` by ${dateAndTime(expiryDate)}`}: open the email we sent there.{' '}
        <TextButton disabled={busy} onClick={withdraw}>
          Cancel the change
        </TextButton>
      </p>
    </div>
  )
}
