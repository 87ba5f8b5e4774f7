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
      // Someone may have answered it meanwhile.
      again()
    }
  }
  return (
    <ConfirmDialog title={`Withdraw “${itemName(item)}”?`} action="Withdraw" onConfirm={withdraw} onClose={onClose}>
      <p>We’ll stop cataloguing this item and it will lose its place in the queue. You can request it again later.</p>
      {item.status === 'RECEIVED' && <p>The item has already reached the depot. Message us to arrange its return.</p>}
    </ConfirmDialog>
  )
}
