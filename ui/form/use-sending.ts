import { useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'

/** Messages for the one field, or beside it. */
export type Refusal = { onField?: string; beside?: readonly string[] }

/** May return a refusal. */
export type Work = () => Promise<Refusal | undefined> | Promise<void> | void

/** An error of these members of the call's input is shown on the field, any other beside it. */
export const refusalAt =
  (...members: string[]) =>
  (error: unknown): Refusal => {
    const { errors, messages } = problemOf(error)
    const named = members.flatMap((member) => errors?.[member] ?? [])[0]
    return named ? { onField: named } : { beside: messages }
  }

/** Submits a form with one field. A refusal, returned or thrown, is shown on that field, which gets the focus. */
export function useSending(field: string, refusalOf: (error: unknown) => Refusal) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const refuse = (next: Refusal) => {
    setRefusal(next)
    if (next.onField) document.getElementById(field)?.focus()
  }
  const send = async (work: Work) => {
    setBusy(true)
    setRefusal({})
    try {
      const refused = await work()
      if (refused) refuse(refused)
    } catch (error) {
      refuse(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, refuse, send }
}
