import { deskShopApi } from '#features/shop/products/contract.ts'
import { call } from '#kit/web/call.ts'
import { moneyInWords } from '#kit/web/in-words.ts'
import { sentencesOf, tellDone, useRefresh } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { ShownDeskPrice, ShownDeskProduct } from './price-times.ts'

/** Sends the change; a refusal is shown in the dialog, which stays open. */
function useConfirmed() {
  const refresh = useRefresh()
  return async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
    } catch (error) {
      const { errors, refused } = sentencesOf(error)
      return refused ?? Object.values(errors)
    } finally {
      void refresh()
    }
    tellDone(done)
    return undefined
  }
}

export function WithdrawDialog({ product, onClose }: { product: ShownDeskProduct; onClose: () => void }) {
  const confirmed = useConfirmed()
  const { productCode, name } = product
  const withdrawn = product.withdrawnDate === null
  return (
    <ConfirmDialog
      title={withdrawn ? `Withdraw ${name}?` : `Offer ${name} again?`}
      action={withdrawn ? 'Withdraw' : 'Offer again'}
      onClose={onClose}
      onConfirm={() =>
        confirmed(
          () => call(deskShopApi.withdrawProduct, { productCode, withdrawn }),
          withdrawn ? `${name} is withdrawn.` : `${name} is offered again.`,
        )
      }
    >
      <p>
        {withdrawn
          ? 'It is in the shop no longer; whoever has it in the cart must take it out before ordering. Orders, invoices and subscriptions stay as they are.'
          : 'It is in the shop again, at the price of the day.'}
      </p>
    </ConfirmDialog>
  )
}

export function RemovePriceDialog({
  product,
  price,
  onClose,
}: {
  product: ShownDeskProduct
  price: ShownDeskPrice
  onClose: () => void
}) {
  const confirmed = useConfirmed()
  const { productCode, name } = product
  const money = moneyInWords(price.unitPrice, price.currency)
  const planned = price.state === 'PLANNED'
  return (
    <ConfirmDialog
      title={planned ? `Take back the price of ${money}?` : `End the price of ${money}?`}
      action={planned ? 'Take back' : 'End it'}
      onClose={onClose}
      onConfirm={() =>
        confirmed(
          () => call(deskShopApi.removePrice, { productCode, priceId: price.id }),
          planned ? `The price of ${money} is taken back.` : `The price of ${money} has ended.`,
        )
      }
    >
      <p>
        {planned
          ? 'It has not begun. What is asked until then goes on.'
          : `From now on ${name} costs what another price says. Where there is none, it cannot be ordered. Quotes keep their prices.`}
      </p>
    </ConfirmDialog>
  )
}
