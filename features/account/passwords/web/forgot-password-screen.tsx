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
    <div className="account-form stack gap-16 pt-12 max-520">
      <title>Forgotten password</title>
      {!settings.passwordsHere ? (
        <EmptyState
          top
          title="Your password is kept elsewhere"
          hint="The sign-in service of your organisation keeps it, and sets a new one for you."
        >
          <SupportLine />
        </EmptyState>
      ) : submittedName === undefined ? (
        <>
          <h1>Forgotten password</h1>
          <p className="quiet">We send a link to the e-mail address of your account. With it you set a new password.</p>
          <form className="stack gap-16" noValidate onSubmit={ask}>
            {refusal.beside && <ErrorBox messages={refusal.beside} />}
            <TextField
              id={fieldId}
              ref={focusNow}
              label="User name"
              hint="For most people it is an e-mail address."
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
                Send the link
              </Button>
              <a className="button bare" href={signInAddress('/')}>
                Back to sign-in
              </a>
            </div>
          </form>
        </>
      ) : (
        <DoneNotice
          title="Look into your mailbox"
          text={
            <>
              If there is an account with the user name <strong>{submittedName}</strong>, a mail is on its way to its
              address. The link in it works once, for one hour.
            </>
          }
        >
          <a className="button main" href={signInAddress('/')}>
            Back to sign-in
          </a>
          <Button onClick={() => setSubmittedName(undefined)}>Try another user name</Button>
          <p className="aside mt-6 w-full">Nothing there after a few minutes? Look among the junk mail too.</p>
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
