import { useState } from 'react'
import { type Merge, mergesApi } from '#features/requests/cataloguing/merges/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'

/** Undoes a merge; `tell` reports the new state with Undo. */
export function useUndoMerge() {
  const change = useDeskChange()
  const [busy, setBusy] = useState(false)
  const undo = async (mergeId: string) => {
    setBusy(true)
    try {
      await change(() => call(mergesApi.undoMerge, { mergeId }), 'Undone. The items are separate again.')
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const tell = ({ id, items }: Pick<Merge, 'id' | 'items'>) => {
    const text = `${counted(items.length, 'item')} merged into one.`
    toastSuccess({ text, action: { label: 'Undo', act: () => void undo(id) } })
  }
  return { busy, undo, tell }
}
