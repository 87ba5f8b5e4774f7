import './my-profile.css'
import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { type Profile, profileApi } from '#features/account/profile/contract.ts'
import type { Role } from '#kit/roles.ts'
import type { Dated } from '#kit/web/dates.ts'
import { dateInWords } from '#kit/web/in-words.ts'
import { settings } from '#kit/web/settings.ts'
import { useAction } from '#kit/web/use-api.ts'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { PasskeysSection } from '../../passkeys/web/passkeys-section.tsx'
import { SecondFactorSection } from '../../second-factor/web/second-factor-section.tsx'
import { useCurrentUser } from '../../web/account-parts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** One's own data, a section each. */
export function MyProfileScreen() {
  const { reply, problem, late, again } = useReplyInTime(profileApi.profile, {})
  const me = useCurrentUser()
  const profile = reply?.response
  return (
    <div className="my-profile">
      <title>Profile</title>
      <h1>Profile</h1>
      {profile ? (
        <>
          <p className="lead ink-2">{roleWords(profile.role, me?.customer?.name)}</p>
          <ProfileSection
            title="Your details"
            hint="How we address you, and where mails about your requests and your account go."
          >
            <ProfileForm profile={profile} />
          </ProfileSection>
          <ProfileSection title="Password" hint="What you type when you sign in.">
            <PasswordSection profile={profile} />
          </ProfileSection>
          <PasskeysSection />
          <SecondFactorSection />
          <SessionsSection />
        </>
      ) : problem || late ? (
        <ErrorBox
          className="mt-16"
          messages={problem?.messages ?? ['Your profile takes longer than usual.']}
          onRetry={again}
        />
      ) : (
        <Skeleton lines={8} width="60%" />
      )}
    </div>
  )
}

const words: Record<Role, string> = {
  student: 'Student',
  staff: 'Staff',
  'organisation-admin': 'Administrator',
  'primary-contact': 'Primary contact',
  desk: 'Customer team',
  administrator: 'Administrator of the portal',
}

/** Role and school, as in 'Staff of Hillview Primary School'. */
const roleWords = (role: Role, school: string | undefined): string =>
  school === undefined ? words[role] : `${words[role]} ${role === 'student' ? 'at' : 'of'} ${school}`

/** Changes the password: at once after a new sign-in, or by a mailed link. */
function PasswordSection({ profile }: { profile: Dated<Profile> }) {
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
    <div className="password-section stack gap-12">
      {profile.passwordChangedDate && <p>Changed on {dateInWords(profile.passwordChangedDate, 'long')}.</p>}
      {problem && <ErrorBox messages={problem.messages} />}
      <div className="flow gap-8">
        {/* A plain link: the server redirects, by way of sign-in if needed. */}
        <a className="button" href={`/rest/user/changePasswordRedirect/${encodeURIComponent(profile.id)}`}>
          <KeyRound size={18} aria-hidden />
          Change the password
        </a>
        <Button icon={Mail} busy={busy} onClick={ask}>
          Mail me a link instead
        </Button>
      </div>
      <p className="told text-small weight-550 ink-ok" role="status">
        {sentTo && `A mail is on its way to ${sentTo}. Its link works once, for one hour.`}
      </p>
      <p className="quiet text-small">
        You may be asked to sign in again first. Other devices on which you are signed in have to sign in with the new
        password.
      </p>
    </div>
  )
}
