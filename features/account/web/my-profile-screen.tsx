import './my-profile.css'
import { profileApi } from '#features/account/profile-contract.ts'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { useCurrentUser } from './account-parts.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { roleWords } from './role-words.ts'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Everything about oneself, a section each. */
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
          <p className="lead">{roleWords(profile.role, me?.customer?.name)}</p>
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
        <ErrorBox messages={problem?.messages ?? ['Your profile takes longer than usual.']} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="60%" />
      )}
    </div>
  )
}
