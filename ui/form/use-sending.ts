import { useState } from 'react'

/** Sentences on the one field that they are about, or beside it. */
export type Refusal = { onField?: string; beside?: readonly string[] }

/** How the sending of a form goes. A refusal of the field is shown on it, and focus goes there. */
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
