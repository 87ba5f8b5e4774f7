import { deskShopApi } from '#features/shop/products/contract.ts'
import { call } from '#kit/web/call.ts'
import { moneyInWords } from '#kit/web/in-words.ts'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DeskPriceView, DeskProductView } from './price-times.ts'

export function WithdrawDialog({ product, onClose }: { product: DeskProductView; onClose: () => void }) {
  const change = useDeskChange()
  const { productCode, name } = product
  const withdrawn = product.withdrawnDate === null
  return (
    <ConfirmDialog
      title={withdrawn ? `Withdraw ${name}?` : `Offer ${name} again?`}
      action={withdrawn ? 'Withdraw' : 'Offer again'}
      onClose={onClose}
      onConfirm={() =>
        change(
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
  product: DeskProductView
  price: DeskPriceView
  onClose: () => void
}) {
  const change = useDeskChange()
  const { productCode, name } = product
  const money = moneyInWords(price.unitPrice, price.currency)
  const planned = price.state === 'PLANNED'
  return (
    <ConfirmDialog
      title={planned ? `Take back the price of ${money}?` : `End the price of ${money}?`}
      action={planned ? 'Take back' : 'End it'}
      onClose={onClose}
      onConfirm={() =>
        change(
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
