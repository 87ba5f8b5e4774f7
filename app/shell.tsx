import '#ui/tabs.css'
import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { SiteMessages } from '#features/messages/web/messages-parts.tsx'
import { Screen } from '#kit/web/router.tsx'
import { Announcements } from '#ui/announce.tsx'
import { BackToTop } from '#ui/back-to-top.tsx'
import { Toasts } from '#ui/toast.tsx'
import { secondFactor } from './screens.tsx'
import { AskWho } from './shell-ask-who.tsx'
import { MovingBar, ScreenFailure, ScreenWaiting } from './shell-boundary.tsx'
import { rememberScreens } from './shell-focus.ts'
import { Header } from './shell-header.tsx'

/** What stands around every screen. */
export function Shell() {
  useEffect(rememberScreens, [])
  const held = useQuery(currentUser).data?.missingFactor
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <SiteMessages />
      <Header />
      <MovingBar />
      <main id="content" tabIndex={-1}>
        <Screen instead={held && secondFactor} waiting={<ScreenWaiting />} failure={ScreenFailure} />
      </main>
      <BackToTop />
      <Announcements />
      <Toasts />
      <AskWho code="sign_in_required" />
      <AskWho code="proof_needed" />
      <AskWho code="second_factor_needed" />
    </>
  )
}
