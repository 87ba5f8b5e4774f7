import './desk-products.css'
import { useState } from 'react'
import { DeskHead, forDesk } from '#features/desk/web/desk-parts.tsx'
import { deskShopApi } from '#features/shop/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type OpenDialog, ProductActions, ProductDialogs } from './desk-product-dialogs.tsx'
import { PriceLines } from './price-lines.tsx'
import type { ShownDeskProduct } from './price-times.ts'
import { PricesOfDay } from './prices-of-day.tsx'
import { ProductFacts } from './product-facts.tsx'

export const DeskProductScreen = forDesk(OneProduct)

/** A product: what it is, what is asked for it on any day, and all its prices on a time line. */
function OneProduct() {
  const { productCode = '' } = useParams()
  const { reply, problem, again } = useLatestReply(deskShopApi.deskProducts, {})
  const late = useTooLong(!reply && !problem, productCode)
  const product = reply?.response.find((each) => each.productCode === productCode)
  return (
    <div className="desk desk-product">
      <BackLink fallback={{ href: '/desk/products', title: 'Products' }} />
      {product ? (
        <Everything product={product} />
      ) : reply ? (
        <EmptyState top title="There is no such product" hint="It may have been written down wrong.">
          <LinkButton look="main" href="/desk/products">
            All products
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <DeskHead title="Product" />
          {problem || late ? (
            <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </>
      )}
    </div>
  )
}

function Everything({ product }: { product: ShownDeskProduct }) {
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
