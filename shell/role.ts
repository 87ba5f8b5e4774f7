import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isSchoolStaff, roleOf } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { areasFor } from './areas.ts'

/** Until the role is known it is assumed to be school staff, so that the navigation does not jump. */
export function useAreas() {
  const role = roleOf(useQuery(currentUser).data ?? null)
  return useMemo(() => areasFor(role), [role])
}

/** Collections are for school staff; until the role is known, staff is assumed. */
export function useHasCollections() {
  const { data: me } = useQuery(currentUser)
  return me === undefined || isSchoolStaff(me)
}
