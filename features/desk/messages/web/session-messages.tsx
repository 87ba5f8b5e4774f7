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
import { messagesEvent, takeRequest } from './show-messages.ts'

const MessagesDialog = lazy(async () => ({ default: (await import('./messages-dialog.tsx')).MessagesDialog }))

/** Elsewhere a person has come for something else, which the dialog would cover. */
const startScreens = ['/', '/discover', '/desk']

/** Shows the messages once per session, at the first start screen of it, or on request. */
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
    const show = () => {
      takeRequest()
      fetchMessages(me).then(setFound, (error) => fail(error, toastFailure))
    }
    window.addEventListener(messagesEvent, show, { signal: end.signal })
    if (takeRequest()) show()
    else showOnce(me, end.signal, setFound).catch((error) => fail(error, logged))
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
  if (wasShown(who) || !(await until(isAtStart, over))) return
  const found = await fetchMessages(me)
  if (!(await until(() => isAtStart() && !isBusy(), over)) || wasShown(who)) return
  const messages = notShownYet(found.messages)
  if (messages.length === 0) return
  markShown(who, messages)
  show({ ...found, messages })
}

/** Resolves to true once it is so; to false if aborted. */
async function until(isSo: () => boolean, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    if (isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

const isAtStart = () => startScreens.includes(currentPlace().pathname)

/** Someone is typing, or another dialog is open. */
function isBusy() {
  const at = document.activeElement
  const typing = (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.value !== ''
  return typing || document.hidden || document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/** The messages that each person was shown, by id. */
type ShownMessages = { who: string; ids: readonly string[] }

const name = 'reminders'
/** Older ids have long expired. */
const maxIds = 20

/** A session cookie: it lasts as long as the session's own and is shared by all windows. */
function readShown(): ShownMessages | undefined {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!found) return undefined
  try {
    const [who = '', ids = ''] = decodeURIComponent(found.slice(name.length + 1)).split('!')
    return { who, ids: ids.split('.').filter(Boolean) }
  } catch {
    return undefined
  }
}

function markShown(who: string, messages: readonly SiteMessage[]): void {
  const before = readShown()?.ids ?? []
  const ids = [...new Set([...messages.map(({ id }) => id), ...before])].slice(0, maxIds)
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(`${who}!${ids.join('.')}`)}; path=/; SameSite=Lax`
}

/** A person is shown messages once per session; the next person in the same browser only their own. */
const wasShown = (who: string): boolean => readShown()?.who === who

function notShownYet(messages: readonly SiteMessage[]): SiteMessage[] {
  const ids = readShown()?.ids ?? []
  // Reminders concern one school: another person's having read theirs does not count.
  return messages.filter(({ id, messageType }) => messageType !== 'GLOBAL' || !ids.includes(id))
}
