import './invoices.css'
import './billing.css'
import { lazy, type ReactNode, useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { billingPapersApi } from '#features/shop/billing/contract.ts'
import { quotesApi } from '#features/shop/orders/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { formatMoney } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useLocation, useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { BilledTo, type BillingView } from './billed-to.tsx'
import { Figures } from './figures.tsx'
import { NoBilling } from './no-billing.tsx'
import { useOrders, usePayments } from './use-billing.ts'

const name = 'Billing details'

export function BillingDetailsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoBilling title={name} />
  return <Billing />
}

function Billing() {
  const { reply, problem, again } = useLatestReply(billingPapersApi.billingDetails, {})
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, useLocation().search)
  const details = reply?.response
  return (
    <div className="billing" ref={screen}>
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1}>{name}</h1>
          <p className="quiet">Your billing contacts and terms, orders, quotes and payments.</p>
        </div>
        <LinkButton href="/invoices">All invoices</LinkButton>
      </header>
      {problem && !details ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : !details ? (
        <div className="mt-22">
          <Skeleton lines={7} width="70%" />
        </div>
      ) : (
        <>
          <Sums details={details} />
          <BilledTo details={details} />
        </>
      )}
      <BillingLists />
    </div>
  )
}

function Sums({ details: { outstanding, overdue, paidLastYear, currency } }: { details: BillingView }) {
  return (
    <Figures
      figures={[
        {
          label: 'Outstanding',
          amounts: [outstanding > 0 ? formatMoney(outstanding, currency) : 'Nothing'],
        },
        ...(overdue > 0 ? [{ label: 'Overdue', amounts: [formatMoney(overdue, currency)], bad: true }] : []),
        { label: 'Paid in the last 365 days', amounts: [formatMoney(paidLastYear, currency)] },
      ]}
    />
  )
}

const PaymentList = lazy(async () => ({ default: (await import('./payment-list.tsx')).PaymentList }))
const OrderList = lazy(async () => ({ default: (await import('./order-list.tsx')).OrderList }))
const QuoteList = lazy(async () => ({ default: (await import('./quote-list.tsx')).QuoteList }))

const lists = ['payments', 'orders', 'quotes'] as const

/** Payments, orders and quotes; the address selects one of them. */
function BillingLists() {
  const search = useSearch()
  const shownId = [search.show].flat()[0]
  const selected = lists.find((each) => each === shownId) ?? 'payments'
  const [payments, orders, quotes] = [usePayments(), useOrders(), useQuotes()]
  const shown = (list: ReactNode) => <LazyPart fallback={<Skeleton lines={5} width="80%" />}>{list}</LazyPart>
  const tab = (id: (typeof lists)[number], label: string, count: number | undefined, list: ReactNode) => ({
    id,
    label,
    ...(count === undefined ? {} : { count }),
    panel: shown(list),
  })
  return (
    <div className="billing-lists cards mt-8">
      <Tabs
        label="Payments, orders and quotes"
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

/** All quotes of the caller's school, newest first. */
function useQuotes() {
  const { reply, problem, again } = useLatestReply(quotesApi.listQuotes, {})
  return { lines: reply?.response, problem, again }
}
