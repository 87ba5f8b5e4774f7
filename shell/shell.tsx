import '#ui/tabs.css'
import '#ui/brand.css'
import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { secondFactor } from '#app/screens.tsx'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { SiteMessages } from '#features/desk/messages/web/messages-parts.tsx'
import { asks, type Unsure } from '#kit/web/ask-who.ts'
import { noteNotFound } from '#kit/web/note-not-found.ts'
import { Screen } from '#kit/web/router.tsx'
import { Announcements } from '#ui/announce.tsx'
import { BackToTop } from '#ui/back-to-top.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Toasts } from '#ui/overlay/toast.tsx'
import { MovingBar, ScreenFailure, ScreenWaiting } from './boundary.tsx'
import { rememberScreens } from './focus.ts'
import { Header } from './header.tsx'
import type { Waiting } from './sign-in-dialog.tsx'

const NotFoundNotice = lazy(async () => ({ default: (await import('./not-found-notice.tsx')).NotFoundNotice }))

/** The frame of every screen. */
export function Shell() {
  useEffect(rememberScreens, [])
  const held = useQuery(currentUser).data?.missingFactor
  const [lost, setLost] = useState(() => noteNotFound())
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <SiteMessages />
      <Header />
      <MovingBar />
      {lost && (
        <LazyPart quiet>
          <NotFoundNotice />
        </LazyPart>
      )}
      <main id="content" tabIndex={-1}>
        <Screen
          instead={held && secondFactor}
          waiting={<ScreenWaiting />}
          failure={ScreenFailure}
          onUnknown={(pathname) => setLost(noteNotFound(pathname))}
        />
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
