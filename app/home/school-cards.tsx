import type { CurrentUser } from '#features/account/contract.ts'
import { nameOfSearch, useSearchHistory } from '#features/catalogue/search-box/web/search-history.ts'
import { billingApi } from '#features/shop/billing/contract.ts'
import { describeDue, invoiceAddress, isOpen, payAddress } from '#features/shop/invoices/web/invoice-labels.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, formatDay, formatMoney } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Card, type Line, Lines, Pending } from './card.tsx'

const maxLines = 5

type School = NonNullable<CurrentUser['customer']>
type InvoiceLine = Answer<typeof billingApi.listInvoices>['response'][number]

/** Invoices to pay and subscriptions to renew; overdue ones first. */
export function MoneyCard({ school }: { school: School }) {
  const { reply, problem, again } = useLatestReply(billingApi.listInvoices, {})
  const invoices = reply?.response
    .filter((invoice) => isOpen(invoice) && invoice.status !== 'Cancelled')
    .toSorted((one, other) => (one.dateDue < other.dateDue ? -1 : 1))
    .map((invoice) => invoiceLine(invoice, school.customerNo))
  const lines = [
    ...school.subscriptions.filter(({ dueForRenewal }) => dueForRenewal).map(renewalLine),
    ...(invoices ?? []),
  ]
  return (
    <Card title="Invoices and renewals" all={{ href: '/invoices', label: 'All invoices' }}>
      {!invoices ? (
        <Pending {...{ problem, again }} />
      ) : lines.length > 0 ? (
        <Lines lines={lines.slice(0, maxLines)} />
      ) : (
        <p className="quiet">Nothing to pay or renew.</p>
      )}
    </Card>
  )
}

const invoiceLine = (invoice: InvoiceLine, customerNo: string): Line => ({
  key: invoice.invoiceNumber,
  href: invoiceAddress(invoice.invoiceNumber),
  title: `Invoice ${invoice.invoiceNumber}`,
  note: `${formatMoney(invoice.total, invoice.currency)}, ${invoice.invoiceStatus === 'Overdue' ? 'overdue ' : ''}${describeDue(invoice, new Date())}`,
  act: { href: payAddress(customerNo, invoice.invoiceNumber), label: 'Pay' },
})

const renewalLine = ({ id, product, effectiveEndDate }: School['subscriptions'][number]): Line => ({
  key: id,
  href: '/subscriptions',
  title: product.name,
  note: `Subscription ends ${formatDay(effectiveEndDate)}`,
  act: { href: '/subscriptions', label: 'Renew' },
})

/** This person's latest searches on this device. */
export function SearchesCard({ userId }: { userId: string }) {
  const searches = useSearchHistory(userId).slice(0, maxLines)
  return (
    <Card title="Your last searches" all={{ href: '/discover', label: 'Search' }}>
      {searches.length > 0 ? (
        <Lines
          lines={searches.map((search) => ({
            key: search.address,
            href: search.address,
            title: nameOfSearch(search),
            note: counted(search.total, 'record'),
          }))}
        />
      ) : (
        <p className="quiet">Searches you make on this device appear here.</p>
      )}
    </Card>
  )
}
