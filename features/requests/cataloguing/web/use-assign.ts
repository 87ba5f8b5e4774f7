import { useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { useRefresh } from '#ui/form/use-desk-form.ts'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { openAskers, type WorkView } from './work-labels.ts'

type Held = Pick<WorkView, 'askers' | 'assignedToId'>

/** Assigns works with all their items to someone at the desk; null unassigns them. */
export function useAssign() {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const assign = async (works: readonly Held[], userId: string | null, done: string) => {
    setBusy(true)
    try {
      // One call per work: a colleague who took one meanwhile keeps it.
      for (const work of works) {
        const itemIds = openAskers(work).map(({ itemId }) => itemId)
        await call(cataloguingApi.assignWork, { itemIds, userId, from: work.assignedToId })
      }
      toastSuccess(done)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return { assign, busy }
}
