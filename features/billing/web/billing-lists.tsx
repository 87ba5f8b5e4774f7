import { lazy, type ReactNode, Suspense } from 'react'
import { goTo } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useOrders, usePayments } from './every-page.ts'
import { useQuotes } from './use-quotes.ts'

const PaymentList = lazy(async () => ({ default: (await import('./payment-list.tsx')).PaymentList }))
const OrderList = lazy(async () => ({ default: (await import('./order-list.tsx')).OrderList }))
const QuoteList = lazy(async () => ({ default: (await import('./quote-list.tsx')).QuoteList }))

const lists = ['payments', 'orders', 'quotes'] as const

/** What was paid, ordered and quoted; which of them is shown stands in the address. */
export function BillingLists() {
  const search = useSearch()
  const asked = [search.show].flat()[0]
  const selected = lists.find((each) => each === asked) ?? 'payments'
  const [payments, orders, quotes] = [usePayments(), useOrders(), useQuotes()]
  const shown = (list: ReactNode) => <Suspense fallback={<Skeleton lines={5} width="80%" />}>{list}</Suspense>
  const tab = (id: (typeof lists)[number], label: string, count: number | undefined, list: ReactNode) => ({
    id,
    label,
    ...(count === undefined ? {} : { count }),
    panel: shown(list),
  })
  return (
    <div className="billing-lists">
      <Tabs
        label="What was paid, ordered and quoted"
        selected={selected}
        onSelect={(id) => goTo(id === 'payments' ? '/billing/details' : `/billing/details?show=${id}`)}
        tabs={[
          tab('payments', 'Payments', payments.lines?.length, <PaymentList {...payments} />),
          tab('orders', 'Orders', orders.lines?.length, <OrderList {...orders} />),
          tab('quotes', 'Quotes', quotes.lines?.length, <QuoteList {...quotes} />),
        ]}
      />
    </div>
  )
}
