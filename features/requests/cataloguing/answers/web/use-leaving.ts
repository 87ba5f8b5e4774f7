import { useState } from 'react'
import { answersApi } from '#features/requests/cataloguing/answers/contract.ts'
import { call } from '#kit/web/call.ts'
import { putBackText } from '#kit/web/use-unsent-text.ts'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { noteOf, reasonOf } from './unsent-answer.ts'

/** Undoes an answer that has not left yet, or sends it at once. True if that succeeded. `itemId`: of its work. */
export function useLeaving(answerId: string, itemId: string) {
  const change = useDeskChange()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await change(work, done)
      return true
    } catch (error) {
      toastFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const undo = async () => {
    const { reason, note } = (await call(answersApi.undoAnswer, { answerId })).response
    putBackText(reasonOf(itemId), reason)
    putBackText(noteOf(itemId), note)
  }
  return {
    busy,
    undo: () => act(undo, 'Undone. Nothing was sent.'),
    sendNow: () => act(() => call(answersApi.sendAnswerNow, { answerId }), 'Sent.'),
  }
}
