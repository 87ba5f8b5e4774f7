import { CalendarPlus, Pencil } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import type { ShownDeskPrice, ShownDeskProduct } from './price-times.ts'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))
const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }))
const WithdrawDialog = lazy(async () => ({ default: (await import('./offer-dialogs.tsx')).WithdrawDialog }))
const RemovePriceDialog = lazy(async () => ({ default: (await import('./offer-dialogs.tsx')).RemovePriceDialog }))

export type OpenDialog = { kind: 'change' | 'price' | 'withdraw' } | { kind: 'remove'; price: ShownDeskPrice }

const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }

export const ProductActions = ({
  product,
  onOpen,
}: {
  product: ShownDeskProduct
  onOpen: (open: OpenDialog) => void
}) => (
  <>
    <Button {...near} onClick={() => onOpen({ kind: 'withdraw' })}>
      {product.withdrawnDate ? 'Offer again' : 'Withdraw'}
    </Button>
    <Button icon={Pencil} {...near} onClick={() => onOpen({ kind: 'change' })}>
      Change
    </Button>
    <Button look="main" icon={CalendarPlus} {...near} onClick={() => onOpen({ kind: 'price' })}>
      Add price
    </Button>
  </>
)

export function ProductDialogs({
  product,
  open,
  onClose,
}: {
  product: ShownDeskProduct
  open: OpenDialog | undefined
  onClose: () => void
}) {
  if (!open) return null
  return (
    <Suspense>
      {open.kind === 'change' && <ProductDialog product={product} onClose={onClose} />}
      {open.kind === 'price' && <PriceDialog product={product} onClose={onClose} />}
      {open.kind === 'withdraw' && <WithdrawDialog product={product} onClose={onClose} />}
      {open.kind === 'remove' && <RemovePriceDialog product={product} price={open.price} onClose={onClose} />}
    </Suspense>
  )
}
