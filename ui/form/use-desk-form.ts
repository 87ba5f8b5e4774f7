import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { focusFirst } from './field-order.ts'

/** Refetches everything the desk shows, because a change may appear in several lists. */
export function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/rest/desk') })
}

/** Sends a confirmed change and reports it. The lists are refetched even if it is refused. */
export function useDeskChange() {
  const refresh = useRefresh()
  return async <T>(work: () => Promise<T>, done: string | ((reply: T) => string)): Promise<void> => {
    try {
      const reply = await work()
      toastSuccess(typeof done === 'string' ? done : done(reply))
    } finally {
      void refresh()
    }
  }
}

/** Splits a refusal's messages: by field, and those for no field. */
export function sentencesOf(error: unknown): { errors: Record<string, string>; refused?: readonly string[] } {
  const problem = problemOf(error)
  const errors = Object.fromEntries(Object.entries(problem.errors ?? {}).map(([name, [first = '']]) => [name, first]))
  return Object.keys(errors).length > 0 ? { errors } : { errors, refused: problem.messages }
}

/**
 * Submits a form; a refusal moves focus to the first field of the form that it names. What it says about a field that is
 * not on the page is a message for no field.
 */
export function useDeskForm(idOf: (field: string) => string) {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof sentencesOf>>({ errors: {} })
  const refuse = ({ errors, refused = [] }: ReturnType<typeof sentencesOf>) => {
    const named = Object.entries(errors)
    const [here = [], elsewhere = []] = [true, false].map((onPage) =>
      named.filter(([field]) => (document.getElementById(idOf(field)) !== null) === onPage),
    )
    const general = [...refused, ...elsewhere.map(([, sentence]) => sentence)]
    setRefusal({ errors: Object.fromEntries(here), ...(general.length > 0 && { refused: general }) })
    if (here.length > 0) requestAnimationFrame(() => focusFirst(here.map(([field]) => idOf(field))))
  }
  const send = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal({ errors: {} })
    try {
      await work()
      void refresh()
    } catch (error) {
      refuse(sentencesOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, ...refusal, refuse, send }
}
