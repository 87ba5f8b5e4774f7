import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isSchoolStaff, roleOf } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { areasFor } from './areas.ts'

/** Until it is known who is there, as for a school's staff: the row must not jump. */
export function useAreas() {
  const role = roleOf(useQuery(currentUser).data ?? null)
  return useMemo(() => areasFor(role), [role])
}

/** The calls are for a school's staff. Until it is known who is there, as for them. */
export function useHasCollections() {
  const { data: me } = useQuery(currentUser)
  return me === undefined || isSchoolStaff(me)
}
