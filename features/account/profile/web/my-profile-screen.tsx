import './my-profile.css'
import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { type Profile, profileApi } from '#features/account/profile/contract.ts'
import type { Role } from '#kit/roles.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { formatDate } from '#kit/web/format.ts'
import { pageLanguage, settings } from '#kit/web/settings.ts'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Done, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { chooseLanguage, LanguageChoices } from '../../language/web/language-parts.tsx'
import { PasskeysSection } from '../../passkeys/web/passkeys-section.tsx'
import { SecondFactorSection } from '../../second-factor/web/second-factor-section.tsx'
import { useCurrentUser } from '../../web/account-parts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** One's own data, a section each. */
export function MyProfileScreen() {
  const { reply, problem, again } = useLatestReply(profileApi.profile, {})
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
            hint="Your name, and where we email you about your requests and account."
          >
            <ProfileForm profile={profile} />
          </ProfileSection>
          <ProfileSection title="Password" hint="You use it to sign in.">
            <PasswordSection profile={profile} />
          </ProfileSection>
          <ProfileSection title="Language" hint="Used on every device where you sign in.">
            <LanguageSection />
          </ProfileSection>
          <PasskeysSection />
          <SecondFactorSection />
          <SessionsSection />
        </>
      ) : problem ? (
        <ErrorBox className="mt-16" messages={problem.messages} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="60%" />
      )}
    </div>
  )
}

const words: Record<Role, string> = {
  student: 'Student',
  staff: 'Staff',
  'organisation-admin': 'Organisation admin',
  'primary-contact': 'Primary contact',
  desk: 'Customer team',
  administrator: 'Portal administrator',
}

/** Role and school, as in 'Staff at Hillview Primary School'. */
const roleWords = (role: Role, school: string | undefined): string =>
  school === undefined ? words[role] : `${words[role]} at ${school}`

/** The chosen one takes effect at once, by a reload. */
function LanguageSection() {
  const [problem, setProblem] = useState<string>()
  return (
    <div className="stack gap-12">
      {problem && <ErrorBox messages={[problem]} />}
      <LanguageChoices
        name="profile-language"
        legend="Portal language"
        chosen={pageLanguage()}
        onChoose={(language) =>
          language && chooseLanguage(language).catch((error) => setProblem(problemOf(error).messages[0]))
        }
      />
      <p className="quiet text-small">In te reo Māori, some screens are still in English.</p>
    </div>
  )
}

/** Changes the password: at once after a new sign-in, or by an emailed link. */
function PasswordSection({ profile }: { profile: Dated<Profile> }) {
  const { run, busy, problem } = useAction(profileApi.requestChangePassword)
  const [sentTo, setSentTo] = useState('')
  if (!settings.passwordsHere) return <p>Your organisation’s sign-in service manages it. Please change it there.</p>
  const ask = () =>
    run({}).then(
      ({ response }) => setSentTo(response.email),
      () => undefined,
    )
  return (
    <div className="password-section stack gap-12">
      {profile.passwordChangedDate && <p>Changed on {formatDate(profile.passwordChangedDate, 'long')}.</p>}
      {problem && <ErrorBox messages={problem.messages} />}
      <div className="flow gap-8">
        {/* A plain link: the server redirects, by way of sign-in if needed. */}
        <a className="button" href={`/rest/user/changePasswordRedirect/${encodeURIComponent(profile.id)}`}>
          <KeyRound size={18} aria-hidden />
          Change password
        </a>
        <Button icon={Mail} busy={busy} onClick={ask}>
          Email me a link instead
        </Button>
      </div>
      <Done>{sentTo && `We’ve emailed a link to ${sentTo}. It works once, for one hour.`}</Done>
      <p className="quiet text-small">
        You may need to sign in again first. On your other devices, sign in with the new password.
      </p>
    </div>
  )
}
