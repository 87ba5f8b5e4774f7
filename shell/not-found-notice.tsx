import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { around, gap } from '#kit/fill.ts'
import { onMove } from '#kit/web/history.ts'
import { noteKey } from '#kit/web/remember-not-found.ts'
import { useLocation } from '#kit/web/router.tsx'
import { words } from './messages/messages.ts'

const maxLength = 200
const [beforePath, afterPath] = around(words.noPage({ path: gap }))

/** Shows the address that was not found, above the screen, until the person continues. */
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
          {beforePath}
          <span className="code anywhere">{pathname}</span>
          {afterPath}
        </p>
      )}
    </div>
  )
}

/** The remembered address, once, at the start page. At any other page it is forgotten: the person continued there. */
function takeNote(): string | undefined {
  const pathname = sessionStorage.getItem(noteKey)
  const here = window.location.pathname
  // The address has not been left yet.
  if (pathname === null || pathname === here) return undefined
  sessionStorage.removeItem(noteKey)
  if (here !== '/') return undefined
  return pathname.length > maxLength ? `${pathname.slice(0, maxLength)}…` : pathname
}
