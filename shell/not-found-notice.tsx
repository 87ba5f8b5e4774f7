import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { onMove } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'

const noteKey = 'not-found'
/** Signing in lies between the unknown address and the start page; a longer way is another visit. */
const maxAgeMs = 10 * 60_000
const maxLength = 200

type Note = { pathname: string; at: number }

/** Remembers an address that no screen has, until the screen that it leads to is shown. */
export function noteNotFound(pathname: string): void {
  try {
    sessionStorage.setItem(noteKey, JSON.stringify({ pathname, at: Date.now() } satisfies Note))
  } catch {
    // Without storage there is no notice.
  }
}

/** Says what was not found, above the screen, until the person goes on. */
export function NotFoundNotice() {
  const here = useLocation()
  const isSignedIn = Boolean(useQuery(currentUser).data)
  const [pathname, setPathname] = useState<string>()
  // A visitor at the start page is being sent to sign in.
  const isSettled = isSignedIn || here.pathname !== '/'
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at each address
  useEffect(() => {
    if (isSettled) setPathname((shown) => takeNote() ?? shown)
  }, [isSettled, here])
  useEffect(
    () =>
      onMove(({ kind }) => {
        if (kind !== 'replace') setPathname(undefined)
      }),
    [],
  )
  return (
    <div className="not-found-notice" role="status">
      {pathname !== undefined && (
        <p>
          There is no page at <span className="code anywhere">{pathname}</span>, so you are on the start page.
        </p>
      )}
    </div>
  )
}

function takeNote(): string | undefined {
  try {
    const note = JSON.parse(sessionStorage.getItem(noteKey) ?? 'null') as Note | null
    // Elsewhere the note would be taken before its address has been left.
    if (!note || note.pathname === window.location.pathname) return undefined
    sessionStorage.removeItem(noteKey)
    const { pathname } = note
    if (Date.now() - note.at > maxAgeMs) return undefined
    return pathname.length > maxLength ? `${pathname.slice(0, maxLength)}…` : pathname
  } catch {
    return undefined
  }
}
