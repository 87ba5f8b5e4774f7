import { useState } from 'react'
import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { tellDone, useRefresh } from '#features/desk/web/desk-list-parts.tsx'
import { call } from '#kit/web/call.ts'
import { toastFailure } from '#ui/toast.tsx'
import { openAskers, type ShownWork } from './work-words.ts'

/** Gives works to somebody of the desk, or with null back to all; each with everything that is asked for with it. */
export function useAssign() {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const assign = async (works: readonly Pick<ShownWork, 'askers'>[], userId: string | null, done: string) => {
    const itemIds = works.flatMap((work) => openAskers(work).map(({ itemId }) => itemId))
    setBusy(true)
    try {
      // So many the call takes at once.
      for (let from = 0; from < itemIds.length; from += 200)
        await call(cataloguingApi.assignWork, { itemIds: itemIds.slice(from, from + 200), userId })
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
