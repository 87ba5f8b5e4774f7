import { businessDay } from '#kit/web/dates.ts'
import { words } from './messages/messages.ts'
import '#ui/tabs.css'
import '#ui/brand.css'
import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { secondFactor } from '#app/screens.tsx'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { SiteMessages } from '#features/desk/messages/web/messages-parts.tsx'
import { useOnline } from '#features/downloads/quick-request/web/use-online.ts'
import { defaultLanguage } from '#kit/messages.ts'
import { asks, type Unsure } from '#kit/web/ask-who.ts'
import { rememberNotFound } from '#kit/web/remember-not-found.ts'
import { Screen, useLocation } from '#kit/web/router.tsx'
import { pageLanguage } from '#kit/web/settings.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { Announcements } from '#ui/announce.tsx'
import { BackToTop } from '#ui/back-to-top.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Toasts } from '#ui/overlay/toast.tsx'
import { MovingBar, ScreenFailure, ScreenWaiting } from './boundary.tsx'
import { rememberScreens } from './focus.ts'
import { Header } from './header.tsx'
import { Panels } from './panels.tsx'
import type { Waiting } from './sign-in-dialog.tsx'

const SubscriptionNotice = lazy(async () => ({
  default: (await import('./subscription-notice.tsx')).SubscriptionNotice,
}))
const NotFoundNotice = lazy(async () => ({ default: (await import('./not-found-notice.tsx')).NotFoundNotice }))

const Footer = lazyWhenIdle(async () => (await import('./footer.tsx')).Footer)

/** No one waits for them: the page comes first. */
const SendWaitingCodes = lazyWhenIdle(
  async () => (await import('#features/downloads/quick-request/web/waiting-parts.tsx')).SendWaitingCodes,
)

/** Screens that are in te reo Māori; the others are in English within a Māori frame. */
const translated = /^\/(discover\/results\/?)?$/
const languageOfScreen = (pathname: string, isHeld: boolean) =>
  pageLanguage() === 'mi' && (isHeld || !translated.test(pathname)) ? defaultLanguage : pageLanguage()

/** The frame of every screen. */
export function Shell() {
  useEffect(rememberScreens, [])
  const me = useQuery(currentUser).data
  const held = me?.missingFactor
  const today = businessDay()
  const { pathname } = useLocation()
  const [lost, setLost] = useState<string | null>(null)
  // After the first drawing, which is the server's: it has no session storage.
  useEffect(() => setLost((known) => known ?? rememberNotFound()), [])
  return (
    <>
      <a className="skip" href="#content">
        {words.skipToContent}
      </a>
      <SiteMessages />
      <Header />
      <MovingBar />
      <OfflineBand />
      {me &&
        isSchoolStaff(me) &&
        !me.customer?.subscriptions.some(
          (each) => each.effectiveEndDate >= today && each.subscriptionType.name !== 'TRIAL',
        ) && (
          <LazyPart quiet>
            <SubscriptionNotice />
          </LazyPart>
        )}
      {lost && (
        <LazyPart quiet>
          <NotFoundNotice />
        </LazyPart>
      )}
      <main id="content" tabIndex={-1} lang={languageOfScreen(pathname, !!held)}>
        <Screen
          instead={held && secondFactor}
          waiting={<ScreenWaiting />}
          failure={ScreenFailure}
          onUnknown={(pathname) => setLost(rememberNotFound(pathname))}
        />
      </main>
      <LazyPart quiet>
        <Footer />
      </LazyPart>
      <BackToTop />
      <Announcements />
      <Toasts />
      <Panels />
      <LazyPart quiet>
        <SendWaitingCodes />
      </LazyPart>
      <AskWho code="sign_in_required" />
      <AskWho code="proof_needed" />
      <AskWho code="second_factor_needed" />
    </>
  )
}

/** The cache makes its promise true: see `newCache`. */
const OfflineBand = () => (
  <div className="above-screen no-print" role="status">
    {!useOnline() && <p className="mt-16 p-10-14 rounded on-warn-soft ink-warn">{words.offline}</p>}
  </div>
)

const Dialog = lazy(async () => ({ default: (await import('./asking-dialog.tsx')).AskingDialog }))

/**
 * When a call finds the session ended, or requires a fresh proof, it waits here until the person has given it, and is
 * then retried. Typed text is kept.
 */
export function AskWho({ code }: { code: Unsure }) {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    asks[code] = () =>
      new Promise<void>((goOn, giveUp) => setWaiting({ goOn, giveUp })).finally(() => setWaiting(undefined))
  }, [code])
  return (
    waiting && (
      <LazyPart>
        <Dialog code={code} waiting={waiting} />
      </LazyPart>
    )
  )
}
