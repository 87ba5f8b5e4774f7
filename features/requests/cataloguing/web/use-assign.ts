import { useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { tellDone, useRefresh } from '#ui/form/use-desk-form.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { openAskers, type ShownWork } from './work-words.ts'

type Held = Pick<ShownWork, 'askers' | 'assignedToId'>

/** Gives works to somebody of the desk, or with null back to all; each with everything that is asked for with it. */
export function useAssign() {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const assign = async (works: readonly Held[], userId: string | null, done: string) => {
    setBusy(true)
    try {
      // Each by itself: whoever has taken one meanwhile keeps it.
      for (const work of works) {
        const itemIds = openAskers(work).map(({ itemId }) => itemId)
        await call(cataloguingApi.assignWork, { itemIds, userId, from: work.assignedToId })
      }
      tellDone(done)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return { assign, busy }
}
