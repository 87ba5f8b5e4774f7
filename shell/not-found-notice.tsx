import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { onMove } from '#kit/web/history.ts'
import { noteKey } from '#kit/web/note-not-found.ts'
import { useLocation } from '#kit/web/router.tsx'

const maxLength = 200

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
        <p className="mt-16 p-10-14 rounded on-warn-soft ink-warn">
          There is no page at <span className="code anywhere">{pathname}</span>, so you are on the start page.
        </p>
      )}
    </div>
  )
}

/** The remembered address, once. */
function takeNote(): string | undefined {
  const pathname = sessionStorage.getItem(noteKey)
  // Elsewhere the note would be taken before its address has been left.
  if (pathname === null || pathname === window.location.pathname) return undefined
  sessionStorage.removeItem(noteKey)
  return pathname.length > maxLength ? `${pathname.slice(0, maxLength)}…` : pathname
}
