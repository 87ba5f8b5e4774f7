import { businessDay } from '#kit/web/dates.ts'
import './desk-products.css'
import { PackagePlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, formatDay, shortMoney } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Column, type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DeskBar } from '#ui/table/desk-bar.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { type Currency, productCategories } from '../../rules.ts'
import { type DeskProductView, nextChange, pricesOn } from './price-times.ts'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))

export const productAddress = (code: string): string => `/desk/products/${encodeURIComponent(code)}`

export const DeskProductsScreen = forDesk(DeskProducts)

/** Every current and former product, by category, with today's prices. */
function DeskProducts() {
  const { reply, problem, again } = useLatestReply(deskShopApi.deskProducts, {})
  const [adding, setAdding] = useState(false)
  const products = reply?.response
  return (
    <div className="desk desk-products">
      <DeskHead
        title="Products"
        hint="Products and their prices, excluding tax. Existing orders and quotes keep their prices."
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
      {problem && !products ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : !products ? (
        <Skeleton lines={8} width="80%" />
      ) : products.length === 0 ? (
        <EmptyState title="The shop is empty" hint="Schools can order a product once you add it with a price." />
      ) : (
        <>
          <DeskBar
            title="Products"
            found={counted(products.length, 'product')}
            exported={<ExportButton name="Products" read={() => fileOf(productColumns, products)} />}
          />
          {productCategories.map((category) => (
            <Category
              key={category}
              name={category}
              products={products.filter(({ productCategory }) => productCategory === category)}
            />
          ))}
        </>
      )}
      {adding && (
        <LazyPart>
          <ProductDialog onClose={() => setAdding(false)} onDone={(code) => goTo(productAddress(code))} />
        </LazyPart>
      )}
    </div>
  )
}

function Category({ name, products }: { name: string; products: readonly DeskProductView[] }) {
  if (products.length === 0) return null
  return (
    <section className="desk-lines cards">
      <h2 className="text-17">{name}</h2>
      <DataTable caption={name} columns={productColumns} rows={products} keyOf={({ productCode }) => productCode} />
    </section>
  )
}

/** Today's price for the smallest and the largest school. */
function rangeOf({ prices }: DeskProductView, currency: Currency): [least: number, most: number] | undefined {
  const all = pricesOn(prices, businessDay()).flatMap(({ byCurrency }) => byCurrency[currency]?.unitPrice ?? [])
  return all.length === 0 ? undefined : [Math.min(...all), Math.max(...all)]
}

function formatRange(product: DeskProductView, currency: Currency) {
  const range = rangeOf(product, currency)
  if (!range) return <span className="quiet">none</span>
  const [least, most] = range
  return least === most ? shortMoney(least, currency) : `${shortMoney(least, currency)}–${shortMoney(most, currency)}`
}

function stateOf({ withdrawnDate, prices }: DeskProductView): [Tone, string] {
  if (withdrawnDate) return ['plain', 'Withdrawn']
  return pricesOn(prices, businessDay()).length === 0 ? ['warn', 'No price today'] : ['ok', 'Offered']
}

function nextChangeOf({ prices }: DeskProductView) {
  const next = nextChange(prices, businessDay())
  return next ? new Date(next) : null
}

const priceColumns = (currency: Currency): Column<DeskProductView>[] => [
  { head: currency, narrow: currency, number: true, cell: (product) => formatRange(product, currency) },
  { head: `${currency} from`, csv: (product) => rangeOf(product, currency)?.[0] ?? null },
  { head: `${currency} to`, csv: (product) => rangeOf(product, currency)?.[1] ?? null },
]

const productColumns: Columns<DeskProductView> = [
  {
    head: 'Product',
    className: 'name-cell',
    csv: ({ name }) => name,
    cell: ({ productCode, name }) => (
      <>
        <Link className="table-title" href={productAddress(productCode)}>
          {name}
        </Link>
        <div className="why">{productCode}</div>
      </>
    ),
  },
  { head: 'Product code', csv: ({ productCode }) => productCode },
  { head: 'Category', csv: ({ productCategory }) => productCategory },
  {
    head: 'Status',
    csv: (product) => stateOf(product)[1],
    cell: (product) => {
      const [tone, word] = stateOf(product)
      return <Status tone={tone}>{word}</Status>
    },
  },
  ...priceColumns('AUD'),
  ...priceColumns('NZD'),
  {
    head: 'Next change',
    className: 'day-cell',
    narrow: 'next change',
    csv: nextChangeOf,
    cell: (product) => {
      const next = nextChangeOf(product)
      return next && formatDay(next, 'long')
    },
  },
]
