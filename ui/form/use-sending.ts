import { useState } from 'react'

/** Messages for the one field, or beside it. */
export type Refusal = { onField?: string; beside?: readonly string[] }

/** Submits a form with one field. A refusal is shown on that field, which gets the focus. */
export function useSending(field: string, refusalOf: (error: unknown) => Refusal) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const refuse = (next: Refusal) => {
    setRefusal(next)
    if (next.onField) document.getElementById(field)?.focus()
  }
  const send = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal({})
    try {
      await work()
    } catch (error) {
      refuse(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, refuse, send }
}
