import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import type { SearchToSave } from './save-search.tsx'

const OwnSaveSearch = lazy(async () => ({ default: (await import('./save-search.tsx')).SaveSearch }))
const OwnNewsOfSearches = lazy(async () => ({ default: (await import('./news-of-searches.tsx')).NewsOfSearches }))

/** Saves the search on screen, or shows the name it is saved under. For staff only. */
export function SaveSearch(search: SearchToSave) {
  const { data: me } = useQuery(currentUser)
  if (!me || !isSchoolStaff(me)) return null
  return (
    <LazyPart quiet>
      <OwnSaveSearch {...search} email={me.user.email} />
    </LazyPart>
  )
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
