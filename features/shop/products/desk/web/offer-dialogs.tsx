import { deskShopApi } from '#features/shop/products/contract.ts'
import { call } from '#kit/web/call.ts'
import { formatMoney } from '#kit/web/format.ts'
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
          withdrawn ? `${name} was withdrawn.` : `${name} is offered again.`,
        )
      }
    >
      <p>
        {withdrawn
          ? 'We’ll remove it from the shop. Anyone who has it in their cart must remove it before they order. Orders, invoices and subscriptions won’t change.'
          : 'We’ll offer it in the shop again at the current price.'}
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
  const money = formatMoney(price.unitPrice, price.currency)
  const planned = price.state === 'PLANNED'
  return (
    <ConfirmDialog
      title={planned ? `Remove the price of ${money}?` : `End the price of ${money}?`}
      action={planned ? 'Remove price' : 'End price'}
      onClose={onClose}
      onConfirm={() =>
        change(
          () => call(deskShopApi.removePrice, { productCode, priceId: price.id }),
          planned ? `The price of ${money} was removed.` : `The price of ${money} has ended.`,
        )
      }
    >
      <p>
        {planned
          ? 'It hasn’t started yet. The current price stays.'
          : `From now on, another price applies to ${name}. If there is none, it can’t be ordered. Quotes keep their prices.`}
      </p>
    </ConfirmDialog>
  )
}
