import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { profileApi } from '#features/account/profile/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { signInAddress } from '../../web/account-parts.tsx'
import { SupportLine } from './dead-link.tsx'

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
    <>
      <title>{title}</title>
      {!settings.passwordsHere ? (
        <CardScreen title="We don’t keep your password" note={<SupportLine />} back={back}>
          <p>Reset it with your organisation’s sign-in service.</p>
        </CardScreen>
      ) : submittedName === undefined ? (
        <CardScreen
          title={title}
          whose={`For your ${settings.providerName} Data account`}
          next={<p>We’ll email you a link to reset your password. The link works once, for one hour.</p>}
          back={back}
        >
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
            <Button className="self-left" type="submit" look="main" busy={busy}>
              Send link
            </Button>
          </form>
        </CardScreen>
      ) : (
        <CardScreen
          result
          icon={MailCheck}
          tone="ok"
          title="Check your email"
          note={
            <>
              <p>Nothing after a few minutes? Check your junk mail too.</p>
              <SupportLine />
            </>
          }
          back={back}
        >
          <p>
            If an account has the username <strong>{submittedName}</strong>, we’ve emailed it a link. The link works
            once, for one hour.
          </p>
          <div>
            <Button onClick={() => setSubmittedName(undefined)}>Try another username</Button>
          </div>
        </CardScreen>
      )}
    </>
  )
}

const title = 'Forgot your password?'
const back = { href: signInAddress('/'), title: 'Back to sign-in' }

function refusalOf(error: unknown) {
  const { errors, messages } = problemOf(error)
  const [onField] = errors?.username ?? []
  return onField ? { onField } : { beside: messages }
}
