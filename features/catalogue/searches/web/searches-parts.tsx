import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import { LazyPart } from '#ui/lazy-part.tsx'

const OwnNewsOfSearches = lazy(async () => ({ default: (await import('./news-of-searches.tsx')).NewsOfSearches }))

/** Draws what saves the search on screen, given the person's email address. For staff only; the results come first. */
export function SaveSearch({ children }: { children: (email: string) => ReactNode }) {
  const { data: me } = useQuery(currentUser)
  const [idle, setIdle] = useState(false)
  useWhenIdle(useCallback(() => setIdle(true), []))
  if (!me || !isSchoolStaff(me) || !idle) return null
  return <LazyPart quiet>{children(me.user.email)}</LazyPart>
}

/** The saved searches of staff, those with new records first. */
export function NewsOfSearches() {
  const { data: me } = useQuery(currentUser)
  if (!me || !isSchoolStaff(me)) return null
  return (
    <LazyPart quiet>
      <OwnNewsOfSearches />
    </LazyPart>
  )
}
