import { useQueryClient } from '@tanstack/react-query'
import { FileDown, ShoppingCart } from 'lucide-react'
import { refetchCart } from '#features/shop/cart/web/cart-parts.tsx'
import { type Quote, quotesApi } from '#features/shop/orders/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatBusinessDate, formatDay, formatMoney } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { businessDayInFile, type Columns } from '#ui/table/columns.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { describeItems } from './describe-items.ts'

type QuoteView = Dated<Quote>

const columns = (again: () => void): Columns<QuoteView> => [
  {
    head: 'Quote',
    className: 'name-cell anywhere',
    minWidth: 200,
    csv: ({ quoteNumber }) => quoteNumber,
    cell: ({ quoteNumber, items }) => (
      <>
        <span className="table-title">{quoteNumber}</span>
        <div className="why">{describeItems(items)}</div>
      </>
    ),
  },
  {
    head: 'Date',
    className: 'ink-2 nowrap',
    csv: ({ createdDate }) => businessDayInFile(createdDate),
    cell: ({ createdDate }) => formatBusinessDate(createdDate),
  },
  {
    head: 'Valid until',
    className: 'ink-2 nowrap',
    csv: ({ validUntilDate }) => validUntilDate,
    cell: ({ validUntilDate, valid }) => (
      <>
        {formatDay(validUntilDate)}
        {!valid && <div className="why">Expired</div>}
      </>
    ),
  },
  { head: 'Currency', csv: ({ currency }) => currency },
  {
    head: 'Total',
    number: true,
    csv: ({ total }) => total,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  { head: 'Items', csv: ({ items }) => describeItems(items) },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    cell: (quote) => <QuoteActs quote={quote} again={again} />,
  },
]

export const QuoteList = (loaded: Loaded<QuoteView>) => (
  <BillingList
    loaded={loaded}
    name="Quotes"
    none="No quotes yet"
    hint="You can get a quote from your cart. Its prices are valid for 30 days."
    columns={columns(loaded.again)}
  />
)

function QuoteActs({ quote, again }: { quote: QuoteView; again: () => void }) {
  const { id: quoteId, quoteNumber, valid } = quote
  const cache = useQueryClient()
  const { run, busy } = useAction(quotesApi.orderQuote)
  const order = async () => {
    try {
      const { response } = await run({ quoteId })
      void refetchCart(cache)
      goTo(`/orderDetails?cmsId=${encodeURIComponent(response.cmsId)}`)
    } catch (error) {
      // The quote may have expired.
      again()
      toastFailure(error)
    }
  }
  return (
    <div>
      {valid && (
        <Button icon={ShoppingCart} busy={busy} onClick={() => void order()}>
          Order at these prices<span className="only-heard">: {quoteNumber}</span>
        </Button>
      )}
      <LinkButton
        look="bare"
        icon={FileDown}
        href={addressOf(quotesApi.quotePdf, { quoteId })}
        target="_blank"
        rel="noopener"
      >
        PDF<span className="only-heard"> of {quoteNumber}</span>
      </LinkButton>
    </div>
  )
}
