import { useState } from 'react'
import { withoutMark } from '#features/downloads/rules.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import type { RequestView } from '../../web/send-request.ts'

/** Makes the same request again, and leads to it. */
export function useRequestAgain(request: RequestView) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      // Most visits request nothing again, so its script loads on demand.
      await (await import('../../web/request-again.ts')).requestAgain(request)
    } catch (error) {
      showToast({ tone: 'bad', text: withoutMark(problemOf(error).messages[0]) })
    } finally {
      setBusy(false)
    }
  }
  return { again, busy }
}
