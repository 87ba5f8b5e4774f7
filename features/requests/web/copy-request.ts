import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { goTo } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { draftAddress } from './request-addresses.ts'
import type { ShownItem } from './shown.ts'

/** A new draft of the same items, pictures included, opened to go on with. */
export function useCopy(items: readonly ShownItem[]) {
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const copy = async () => {
    setBusy(true)
    try {
      // Few requests are copied: its script is fetched when one is.
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
