import './desk-products.css'
import { PackagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { type Currency, productCategories } from '../../rules.ts'
import { dayInWords } from '../../web/shop-words.ts'
import { dayOf, nextChange, pricesOn, type ShownDeskProduct } from './price-times.ts'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))

export const productAddress = (code: string): string => `/desk/products/${encodeURIComponent(code)}`

export const DeskProductsScreen = forDesk(DeskProducts)

/** Everything that the shop has or had, by category, with today's prices. */
function DeskProducts() {
  const { reply, problem, again } = useLatestReply(deskShopApi.deskProducts, {})
  const late = useTooLong(!reply && !problem, '')
  const [adding, setAdding] = useState(false)
  const products = reply?.response
  return (
    <div className="desk desk-products">
      <DeskHead
        title="Products"
        hint="What the shop offers and what it costs, without tax. What was ordered or quoted keeps its price."
      >
        <Button
          look="main"
          icon={PackagePlus}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setAdding(true)}
        >
          Add product
        </Button>
      </DeskHead>
      {(problem && !products) || late ? (
        <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
      ) : !products ? (
        <Skeleton lines={8} width="80%" />
      ) : products.length === 0 ? (
        <EmptyState title="The shop is empty" hint="Add a product and its price, and schools can order it." />
      ) : (
        productCategories.map((category) => (
          <Category
            key={category}
            name={category}
            products={products.filter(({ productCategory }) => productCategory === category)}
          />
        ))
      )}
      {adding && (
        <Suspense>
          <ProductDialog onClose={() => setAdding(false)} onDone={(code) => goTo(productAddress(code))} />
        </Suspense>
      )}
    </div>
  )
}

function Category({ name, products }: { name: string; products: readonly ShownDeskProduct[] }) {
  if (products.length === 0) return null
  return (
    <section className="desk-lines">
      <h2>{name}</h2>
      <Table
        caption={name}
        head={
          <>
            <th scope="col">Product</th>
            <th scope="col">State</th>
            <th scope="col" className="n">
              AUD
            </th>
            <th scope="col" className="n">
              NZD
            </th>
            <th scope="col">Next change</th>
          </>
        }
      >
        {products.map((product) => (
          <tr key={product.productCode}>
            <Cells product={product} />
          </tr>
        ))}
      </Table>
    </section>
  )
}

function Cells({ product }: { product: ShownDeskProduct }) {
  const { productCode, name, withdrawnDate, prices } = product
  const today = dayOf(new Date())
  const tiers = pricesOn(prices, today)
  const next = nextChange(prices, today)
  const range = (currency: Currency) => {
    const all = tiers.flatMap(({ byCurrency }) => byCurrency[currency]?.unitPrice ?? [])
    if (all.length === 0) return <span className="quiet">none</span>
    const [least, most] = [Math.min(...all), Math.max(...all)]
    return least === most
      ? moneyInWords(least, currency)
      : `${moneyInWords(least, currency)} – ${most.toLocaleString(undefined, { minimumFractionDigits: 2 })}`
  }
  return (
    <>
      <td className="name-cell">
        <Link className="table-title" href={productAddress(productCode)}>
          {name}
        </Link>
        <div className="why">{productCode}</div>
      </td>
      <td>
        {withdrawnDate ? (
          <Status>Withdrawn</Status>
        ) : tiers.length === 0 ? (
          <Status tone="warn">No price today</Status>
        ) : (
          <Status tone="ok">Offered</Status>
        )}
      </td>
      <td className="n">{range('AUD')}</td>
      <td className="n">{range('NZD')}</td>
      <td className="day-cell">{next && dayInWords(new Date(next))}</td>
    </>
  )
}
