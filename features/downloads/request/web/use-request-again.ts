import { useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { showToast, toastFailure } from '#ui/overlay/toast.tsx'
import { withoutMark } from '../../web/downloads-parts.tsx'
import type { ShownRequest } from '../../web/send-request.ts'

/** The same request once more, and the way to it. */
export function useRequestAgain(request: ShownRequest) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      // Most visits request nothing again: its script is fetched when it is wanted.
      await (await import('../../web/request-again.ts')).requestAgain(request)
    } catch (error) {
      if (error instanceof Problem) showToast({ tone: 'bad', text: withoutMark(error.messages[0]!) })
      else toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { again, busy }
}
