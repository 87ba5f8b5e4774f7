import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { timelineApi } from '../timeline/contract.ts'
import { itemName } from './item-labels.ts'
import type { ItemView } from './request-views.ts'

/** Asks before withdrawing an item. */
export function WithdrawDialog({
  item,
  requestId,
  again,
  onClose,
}: {
  item: ItemView
  requestId: string
  again: () => void
  onClose: () => void
}) {
  const withdraw = async () => {
    try {
      await call(timelineApi.withdrawItem, { id: requestId, itemId: item.id })
      announce(`${itemName(item)} withdrawn`)
    } finally {
      // Somebody may have answered it meanwhile.
      again()
    }
  }
  return (
    <ConfirmDialog title={`Withdraw “${itemName(item)}”?`} action="Withdraw" onConfirm={withdraw} onClose={onClose}>
      <p>
        The desk then no longer catalogues it for you. It loses its place in the queue; to have it catalogued after all,
        ask for it anew.
      </p>
      {item.status === 'RECEIVED' && <p>It lies at the depot already: write to the desk how to have it back.</p>}
    </ConfirmDialog>
  )
}
