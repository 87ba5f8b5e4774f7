import { useState } from 'react'
import { announce } from '#ui/announce.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { keepFolder, useKeeping } from './kept-folder.ts'

export const HowLong = () =>
  useKeeping() === 'account' ? ', kept in your account' : ', kept until you close the portal'

/** Whether the folder is kept in the account; disabled until that is known. */
export function KeepChoice() {
  const keeping = useKeeping()
  /** While it is being saved. */
  const [next, setNext] = useState<boolean>()
  const choose = async (keep: boolean) => {
    setNext(keep)
    try {
      await keepFolder(keep)
      announce(keep ? 'Kept in your account.' : 'No longer kept in your account.')
    } catch (error) {
      toastFailure(error)
    } finally {
      setNext(undefined)
    }
  }
  return (
    <Checkbox
      label="Keep this folder in my account, to continue on any device"
      checked={next ?? keeping === 'account'}
      disabled={keeping === undefined || next !== undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  )
}
