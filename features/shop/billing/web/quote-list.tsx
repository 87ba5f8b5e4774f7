import { useQueryClient } from '@tanstack/react-query'
import { FileDown, ShoppingCart } from 'lucide-react'
import { readCartAnew } from '#features/shop/cart/web/cart-parts.tsx'
import { type Quote, quotesApi } from '#features/shop/orders/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { goTo } from '#kit/web/history.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { Table } from '#ui/table/table.tsx'
import { dayInWords, ownDayInWords } from '../../invoices/web/invoice-words.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { itemsInWords } from './items-in-words.ts'

type ShownQuote = Dated<Quote>

export const QuoteList = (loaded: Loaded<ShownQuote>) => (
  <BillingList
    loaded={loaded}
    name="Quotes"
    none="No quotes yet"
    hint="From your cart you can get a quote, which holds its prices for 30 days."
    csv={quotesCsv}
    draw={(quotes) => (
      <Table
        caption="Quotes"
        head={
          <>
            <th scope="col">Quote</th>
            <th scope="col">Date</th>
            <th scope="col">Holds until</th>
            <th scope="col" className="n">
              Total
            </th>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {quotes.map((quote) => (
          <Row key={quote.id} quote={quote} again={loaded.again} />
        ))}
      </Table>
    )}
  />
)

function Row({ quote, again }: { quote: ShownQuote; again: () => void }) {
  const { id: quoteId, quoteNumber, createdDate, validUntilDate, valid, items, total, currency } = quote
  const cache = useQueryClient()
  const { run, busy } = useAction(quotesApi.orderQuote)
  const order = async () => {
    try {
      const { response } = await run({ quoteId })
      void readCartAnew(cache)
      goTo(`/orderDetails?cmsId=${encodeURIComponent(response.cmsId)}`)
    } catch (error) {
      // It may hold no longer.
      again()
      toastFailure(error)
    }
  }
  return (
    <tr>
      <td className="name-cell">
        <span className="table-title">{quoteNumber}</span>
        <div className="why">{itemsInWords(items)}</div>
      </td>
      <td className="day-cell">{ownDayInWords(createdDate)}</td>
      <td className="day-cell">
        {dayInWords(validUntilDate)}
        {!valid && <div className="why">Its prices hold no longer</div>}
      </td>
      <td className="n">{moneyInWords(total, currency)}</td>
      <td className="act-cell">
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
      </td>
    </tr>
  )
}

const quotesCsv = (quotes: readonly ShownQuote[]) => ({
  columns: ['Quote', 'Date', 'Holds until', 'Currency', 'Total', 'Items'],
  rows: quotes.map((each) => [
    each.quoteNumber,
    each.createdDate,
    each.validUntilDate,
    each.currency,
    each.total,
    itemsInWords(each.items),
  ]),
})
