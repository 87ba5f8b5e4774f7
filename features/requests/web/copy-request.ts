import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { goTo } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { draftAddress } from './request-addresses.ts'
import type { ItemView } from './request-views.ts'

/** Copies the items, pictures included, into a new draft and opens it. */
export function useCopy(items: readonly ItemView[]) {
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const copy = async () => {
    setBusy(true)
    try {
      // Loaded on demand: few requests are copied.
      const { saveCopy } = await import('./save-copy.ts')
      goTo(draftAddress(await saveCopy(cache, items)))
      announce('Copied into a new draft')
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { copy, busy }
}
