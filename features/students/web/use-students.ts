import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'
import { studentsApi } from '#features/students/contract.ts'
import { useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { readStudentState, studentsInput } from './student-state.ts'

/** The page of students that the address names. Another page is read from its beginning: focus goes to the heading. */
export function useStudents(heading: RefObject<HTMLElement | null>) {
  const cache = useQueryClient()
  const state = readStudentState(useSearch())
  const { reply, problem, stale, again } = useLatestReply(studentsApi.listStudents, studentsInput(state))
  const before = useRef(state.page)
  const shown = useDeferredValue(state.page)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown, heading])
  const refresh = () => void cache.invalidateQueries({ queryKey: [studentsApi.listStudents.path] })
  return { state, reply, problem, stale, again, refresh }
}
