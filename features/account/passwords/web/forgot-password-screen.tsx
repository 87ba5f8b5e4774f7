import '../../web/account-form.css'
import { type FormEvent, useState } from 'react'
import { profileApi } from '#features/account/profile/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { signInAddress } from '../../web/account-parts.tsx'
import { SupportLine } from './dead-link.tsx'
import { DoneNotice } from './done-notice.tsx'

const fieldId = 'forgotten-username'
const missing = 'Please enter username'

/** Requests a link for setting a new password. The reply does not reveal whether the name exists. */
export function ForgotPasswordScreen() {
  const [username, setUsername] = useState('')
  const [submittedName, setSubmittedName] = useState<string>()
  const { busy, refusal, refuse, send } = useSending(fieldId, refusalOf)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const name = username.trim()
    if (name === '') return refuse({ onField: missing })
    void send(async () => {
      await call(profileApi.requestForgotPassword, { username: name })
      setSubmittedName(name)
    })
  }
  return (
    <div className="account-form centred-card stack gap-16">
      <title>Forgot your password?</title>
      {!settings.passwordsHere ? (
        <EmptyState top title="We don’t keep your password" hint="Reset it with your organisation’s sign-in service.">
          <SupportLine />
        </EmptyState>
      ) : submittedName === undefined ? (
        <>
          <h1>Forgot your password?</h1>
          <p className="quiet">We’ll email you a link to reset your password.</p>
          <form className="stack gap-16" noValidate onSubmit={ask}>
            {refusal.beside && <ErrorBox messages={refusal.beside} />}
            <TextField
              id={fieldId}
              ref={focusNow}
              required
              label="Username"
              hint="Usually your email address."
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              error={refusal.onField}
              onChange={({ target }) => {
                setUsername(target.value)
                if (refusal.onField) refuse({})
              }}
            />
            <div className="cluster gap-8">
              <Button type="submit" look="main" busy={busy}>
                Send link
              </Button>
              <a className="button bare" href={signInAddress('/')}>
                Back to sign-in
              </a>
            </div>
          </form>
        </>
      ) : (
        <DoneNotice
          title="Check your email"
          text={
            <>
              If an account has the username <strong>{submittedName}</strong>, we’ve emailed it a link. The link works
              once, for one hour.
            </>
          }
        >
          <a className="button main" href={signInAddress('/')}>
            Back to sign-in
          </a>
          <Button onClick={() => setSubmittedName(undefined)}>Try another username</Button>
          <p className="aside mt-6 w-full">Nothing after a few minutes? Check your junk mail too.</p>
          <SupportLine />
        </DoneNotice>
      )}
    </div>
  )
}

function refusalOf(error: unknown) {
  const { errors, messages } = problemOf(error)
  const [onField] = errors?.username ?? []
  return onField ? { onField } : { beside: messages }
}
