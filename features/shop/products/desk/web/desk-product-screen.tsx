import './desk-products.css'
import { CalendarPlus, Pencil } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Status } from '#ui/tags.tsx'
import { PriceLines } from './price-lines.tsx'
import type { DeskPriceView, DeskProductView } from './price-times.ts'
import { PricesOfDay } from './prices-of-day.tsx'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))
const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }))
const WithdrawDialog = lazy(async () => ({ default: (await import('./offer-dialogs.tsx')).WithdrawDialog }))
const RemovePriceDialog = lazy(async () => ({ default: (await import('./offer-dialogs.tsx')).RemovePriceDialog }))

type OpenDialog = { kind: 'change' | 'price' | 'withdraw' } | { kind: 'remove'; price: DeskPriceView }

const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }

const ProductActions = ({ product, onOpen }: { product: DeskProductView; onOpen: (open: OpenDialog) => void }) => (
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

function ProductDialogs({
  product,
  open,
  onClose,
}: {
  product: DeskProductView
  open: OpenDialog | undefined
  onClose: () => void
}) {
  if (!open) return null
  return (
    <LazyPart key={open.kind}>
      {open.kind === 'change' && <ProductDialog product={product} onClose={onClose} />}
      {open.kind === 'price' && <PriceDialog product={product} onClose={onClose} />}
      {open.kind === 'withdraw' && <WithdrawDialog product={product} onClose={onClose} />}
      {open.kind === 'remove' && <RemovePriceDialog product={product} price={open.price} onClose={onClose} />}
    </LazyPart>
  )
}

function ProductFacts({ product }: { product: DeskProductView }) {
  const { productCode, productCategory, termMonths, typeName, byEnrollment, physical, mostInCart } = product
  const facts: [string, string][] = [
    ['Category', productCategory],
    [
      'Includes',
      termMonths === null
        ? 'No subscription'
        : `A subscription for ${counted(termMonths, 'month')}${typeName === 'Z3950_ONLY' ? ', Z39.50 only' : ''}`,
    ],
    ['Price', byEnrollment ? 'By enrolment' : 'Same for everyone'],
    ['Sent by post', physical ? 'Yes, with postage' : 'No'],
    ['Maximum per order', grouped(mostInCart)],
  ]
  return (
    <dl className="product-facts facts wrap line-around">
      <div>
        <dt>Code</dt>
        <dd>
          <span className="code">{productCode}</span>{' '}
          {product.withdrawnDate ? <Status>Withdrawn</Status> : <Status tone="ok">Offered</Status>}
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const DeskProductScreen = forDesk(OneProduct)

/** A product: its description, its prices on any day, and all prices on a timeline. */
function OneProduct() {
  const { productCode = '' } = useParams()
  const { reply, problem, again } = useLatestReply(deskShopApi.deskProducts, {})
  const product = reply?.response.find((each) => each.productCode === productCode)
  return (
    <div className="desk desk-product">
      <BackLink fallback={{ href: '/desk/products', title: 'Products' }} />
      {product ? (
        <Everything product={product} />
      ) : reply ? (
        <EmptyState top title="We couldn’t find this product" hint="Check the address, or choose it from the list.">
          <LinkButton look="main" href="/desk/products">
            All products
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <DeskHead title="Product" />
          {problem ? (
            <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </>
      )}
    </div>
  )
}

function Everything({ product }: { product: DeskProductView }) {
  const [open, setOpen] = useState<OpenDialog>()
  return (
    <>
      <DeskHead title={product.name} hint={product.summary}>
        <ProductActions product={product} onOpen={setOpen} />
      </DeskHead>
      <ProductFacts product={product} />
      <PricesOfDay product={product} />
      <PriceLines product={product} onRemove={(price) => setOpen({ kind: 'remove', price })} />
      <ProductDialogs product={product} open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}
