import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser, useSignInOn } from '#features/account/web/account-parts.tsx'
import type { Problem } from '#kit/problem.ts'
import { currentPlace } from '#kit/web/history.ts'
import { toastFailure } from '#ui/toast.tsx'
import { type Found, fetchMessages, isSessionOver } from './fetch-messages.ts'
import { wantedEvent } from './messages-parts.tsx'
import { noteShown, notShownYet, wasShown } from './shown-messages.ts'

const MessagesDialog = lazy(async () => ({ default: (await import('./messages-dialog.tsx')).MessagesDialog }))

/** Shows what there is once in a session, or whenever it is asked for. */
export function SessionMessages() {
  const { data: me } = useQuery(currentUser)
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState<Problem>()
  useSignInOn(problem, 403)
  useEffect(() => {
    if (me === undefined) return
    const end = new AbortController()
    const fail = (error: unknown, otherwise: (error: unknown) => void) =>
      isSessionOver(error) ? setProblem(error) : otherwise(error)
    const show = () => fetchMessages(me).then(setFound, (error) => fail(error, toastFailure))
    window.addEventListener(wantedEvent, show, { signal: end.signal })
    showOnce(me, end.signal, setFound).catch((error) => fail(error, logged))
    return () => end.abort()
  }, [me])
  if (!found) return null
  return (
    <Suspense>
      <MessagesDialog found={found} onClose={() => setFound(undefined)} />
    </Suspense>
  )
}

const logged = (error: unknown) => console.warn('The messages could not be fetched.', error)

async function showOnce(me: CurrentUser | null, over: AbortSignal, show: (found: Found) => void) {
  const who = me?.user.id ?? ''
  // The window that somebody signs in by closes at once.
  if (wasShown(who) || currentPlace().pathname === '/signed-in') return
  const found = await fetchMessages(me)
  if (!(await quiet(over)) || wasShown(who)) return
  const messages = notShownYet(found.messages)
  if (messages.length === 0) return
  noteShown(who, messages)
  show({ ...found, messages })
}

/** Resolves when nobody is in the middle of typing, and no other dialog is open; false where that is too late. */
async function quiet(over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    if (!isBusy()) return true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

function isBusy() {
  const at = document.activeElement
  const typing = (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.value !== ''
  return typing || document.hidden || document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
