import { dayMs } from '#kit/day.ts'
import '../../profile/web/my-profile.css'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { secondFactorApi } from '#features/account/second-factor/contract.ts'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Done, EmptyState } from '#ui/notices.tsx'
import { PasskeysSection } from '../../passkeys/web/passkeys-section.tsx'
import { currentUser, signInAddress, useCurrentUser } from '../../web/account-parts.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

/** Replaces every screen while a required second factor is missing. */
export function SecondFactorScreen() {
  return useCurrentUser()?.missingFactor === 'set-up' ? <SetUp /> : <SignInWithIt />
}

function SetUp() {
  const cache = useQueryClient()
  // Blocks refetching of the current user until Continue is pressed: it would replace this screen, and with it recovery
  // codes that are shown once.
  useEffect(() => {
    cache.setQueryData(currentUser.queryKey, (me) => me, { updatedAt: Date.now() + dayMs })
  }, [cache])
  const app = useLatestReply(secondFactorApi.secondFactor, {}).reply?.response
  const passkeys = useLatestReply(passkeysApi.passkeys, {}).reply
  const ready = Boolean(app?.setUpDate) || (passkeys?.response.length ?? 0) > 0
  return (
    <div className="my-profile">
      <title>Set up a second factor</title>
      <h1>Set up a second factor</h1>
      <p className="lead ink-2">
        Your role can give other people access, so a password alone isn’t enough to sign in.{' '}
        {passkeys?.available
          ? 'Add a passkey or set up an authenticator app to continue.'
          : 'Set up an authenticator app to continue.'}
      </p>
      <PasskeysSection />
      <SecondFactorSection />
      {ready && (
        <div className="cluster gap-8-16 pt-18 line-above">
          <Done>Your second factor is ready.</Done>
          {/* Reloads the page, because earlier calls were refused. */}
          <Button look="main" icon={ArrowRight} onClick={() => window.location.reload()}>
            Continue
          </Button>
        </div>
      )}
    </div>
  )
}

function SignInWithIt() {
  const here = useLocation().href
  return (
    <>
      <title>Sign in again</title>
      <EmptyState
        top
        title="Sign in with your second factor"
        hint="Your role needs more than a password. Sign in again with your passkey or a code from your authenticator app."
      >
        <LinkButton look="main" icon={LogIn} href={signInAddress(here)}>
          Sign in again
        </LinkButton>
      </EmptyState>
    </>
  )
}
