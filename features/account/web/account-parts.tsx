import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { School } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { Problem } from '#kit/problem.ts'
import { showTimesIn } from '#kit/web/dates.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { leaveWithReturn, replaceWith } from '#kit/web/history.ts'
import { rememberNotFound } from '#kit/web/remember-not-found.ts'
import { useLocation } from '#kit/web/router.tsx'
import { forgetUntilSignOut, signingOut } from '#kit/web/until-sign-out.ts'
import { EmptyState } from '#ui/notices.tsx'
import { noPageMark } from '../sign-in/rules.ts'

/**
 * Null for a visitor, for whom the call returns 403. Read without the contract's schema, which the first chunk omits.
 */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  try {
    const me = await fetchJson<CurrentUser>('/rest/user/current')
    showTimesOf(me)
    return me
  } catch (error) {
    if (error instanceof Problem && error.status === 403) {
      showTimesOf(null)
      return null
    }
    throw error
  }
}

/** Shows times in the zone of the person's school. */
export const showTimesOf = (me: CurrentUser | null): void => showTimesIn(me?.customer?.timeZone)

export const currentUser = queryOptions({
  queryKey: ['/rest/user/current'],
  queryFn: fetchCurrentUser,
  staleTime: 60_000,
})

export const useCurrentUser = (): CurrentUser | null => useSuspenseQuery(currentUser).data
/** The sign-in address that returns to `back`. */
export const signInAddress = (back: string): string => `/rest/user/login?redirect=${encodeURIComponent(back)}`

/** The way back from a page that is open to everyone: to `place` if somebody is signed in, else to sign in. */
export const useWayBack = (place: { href: string; title: string }) => {
  const me = useCurrentUser()
  return me ? place : { href: signInAddress('/'), title: 'Sign in' }
}

/**
 * Sends a visitor to sign in and back to this address. A signed-in person stays when the session ends: the next call
 * then asks to sign in without leaving the page.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const signedIn = useCurrentUser() !== null
  const [completeSignIn] = useState(signedIn)
  const here = useLocation().href
  useEffect(() => {
    if (!completeSignIn) leaveWithReturn(signInAddress(here + noPageBefore(here)))
  }, [completeSignIn, here])
  return completeSignIn ? children : null
}

/** What the sign-in page shows about an address without a screen, as the start page does afterwards. */
function noPageBefore(here: string): string {
  const pathname = here === '/' && rememberNotFound()
  return pathname ? noPageMark + encodeURIComponent(pathname.slice(0, 1000)) : ''
}

/**
 * With one of these statuses a screen's first call means that no one is signed in: goes to sign-in and back. True while
 * leaving. A second refusal stays on the page, to avoid a loop.
 */
export function useSignInOn(problem: Problem | null | undefined, ...statuses: number[]): boolean {
  const here = useLocation().href
  const [leaving, leave] = useState(false)
  const refused = problem != null && statuses.includes(problem.status)
  useLayoutEffect(() => {
    if (!refused || wasJustSent(here)) return
    leave(true)
    leaveWithReturn(signInAddress(here))
  }, [refused, here])
  return leaving
}

const sentKey = 'sent-to-sign-in'
const justNowMs = 60_000

/** Whether this page was just sent to sign-in; records it if not. */
function wasJustSent(href: string): boolean {
  try {
    const [last, at] = JSON.parse(sessionStorage.getItem(sentKey) ?? '[]') as [string?, number?]
    if (last === href && Date.now() - (at ?? 0) < justNowMs) return true
    sessionStorage.setItem(sentKey, JSON.stringify([href, Date.now()]))
  } catch {
    // Storage is disabled: the browser must end a redirect loop.
  }
  return false
}

/** Ends the session here, then at the issuer. */
export async function signOut(cache: QueryClient): Promise<void> {
  if (!(await signingOut.mayLeave())) return
  const { endSessionUrl } = await fetchJson<{ endSessionUrl: string }>('/rest/user/logout', {
    method: 'POST',
    body: {},
  })
  goToSignedOut(cache, endSessionUrl)
}

/** After the session has ended: nothing of the person's stays in this browser. */
export function goToSignedOut(cache: QueryClient, endSessionUrl: string): void {
  forgetUntilSignOut(cache.getQueryData(currentUser.queryKey)?.user.id)
  cache.clear()
  window.location.assign(endSessionUrl)
}

/** The sign-in window notifies the other windows. */
export const signedInChannel = 'signed-in'

/** Replaces a school's first screen for people who are not school staff and start elsewhere. */
export function RoleHomeRedirect({ me }: { me: CurrentUser }) {
  useEffect(() => replaceWith(me.customer === null ? '/desk' : '/discover'), [me])
  return null
}

/** Replaces a screen that only school staff may use. `hint`: who may use it; children: where to go instead. */
export function Forbidden({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <EmptyState top icon={School} title="You don’t have permission to do this." hint={hint}>
      <title>{title}</title>
      {children}
    </EmptyState>
  )
}
