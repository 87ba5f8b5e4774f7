import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { type Profile, profileApi } from '#features/account/profile-contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { settings } from '#kit/web/settings.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'

/** Changing the password: at once after signing in again, or by a mailed link. */
export function PasswordSection({ profile }: { profile: Dated<Profile> }) {
  const { run, busy, problem } = useAction(profileApi.requestChangePassword)
  const [sentTo, setSentTo] = useState('')
  if (!settings.passwordsHere)
    return <p>It is kept by the sign-in service of your organisation. Please change it there.</p>
  const ask = () =>
    run({}).then(
      ({ response }) => setSentTo(response.email),
      () => undefined,
    )
  return (
    <div className="password-section">
      {profile.passwordChangedDate && <p>Changed on {inWords(profile.passwordChangedDate)}.</p>}
      {problem && <ErrorBox messages={problem.messages} />}
      <div className="actions">
        {/* Not a link of ours: the server says where it leads, sign-in included. */}
        <a className="button" href={`/rest/user/changePasswordRedirect/${encodeURIComponent(profile.id)}`}>
          <KeyRound size={18} aria-hidden />
          Change the password
        </a>
        <Button icon={Mail} busy={busy} onClick={ask}>
          Mail me a link instead
        </Button>
      </div>
      <p className="told" role="status">
        {sentTo && `A mail is on its way to ${sentTo}. Its link works once, for one hour.`}
      </p>
      <p className="quiet">
        You may be asked to sign in again first. Other devices on which you are signed in have to sign in with the new
        password.
      </p>
    </div>
  )
}

const inWords = (date: Date) => new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(date)
