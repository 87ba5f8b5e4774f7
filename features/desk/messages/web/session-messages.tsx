import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser, useSignInOn } from '#features/account/web/account-parts.tsx'
import type { SiteMessage } from '#features/desk/messages/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { currentPlace } from '#kit/web/history.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { type Found, fetchMessages, isSessionOver } from './fetch-messages.ts'
import { wantedEvent } from './messages-parts.tsx'

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
    <LazyPart quiet>
      <MessagesDialog found={found} onClose={() => setFound(undefined)} />
    </LazyPart>
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

/** Who was shown which messages, by their ids. */
type Shown = { who: string; ids: readonly string[] }

const name = 'reminders'
/** What was shown before that is long over. */
const maxIds = 20

/** A cookie without an end: it lasts as long as the session's own, and is the same in every window. */
function readShown(): Shown | undefined {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!found) return undefined
  try {
    const [who = '', ids = ''] = decodeURIComponent(found.slice(name.length + 1)).split('!')
    return { who, ids: ids.split('.').filter(Boolean) }
  } catch {
    return undefined
  }
}

function noteShown(who: string, messages: readonly SiteMessage[]): void {
  const before = readShown()?.ids ?? []
  const ids = [...new Set([...messages.map(({ id }) => id), ...before])].slice(0, maxIds)
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser that is served
  document.cookie = `${name}=${encodeURIComponent(`${who}!${ids.join('.')}`)}; path=/; SameSite=Lax`
}

/** Somebody is shown messages once in a session; who came to the same browser after them, what is theirs alone. */
const wasShown = (who: string): boolean => readShown()?.who === who

function notShownYet(messages: readonly SiteMessage[]): SiteMessage[] {
  const ids = readShown()?.ids ?? []
  // A reminder is about a school: that somebody else has read theirs says nothing.
  return messages.filter(({ id, messageType }) => messageType !== 'GLOBAL' || !ids.includes(id))
}
