import '../../billing/web/invoices.css'
import { ReceiptText, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { billingApi } from '#features/shop/billing/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { counted, formatBusinessDate, formatDay, formatMoney, grouped } from '#kit/web/format.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { orderOf, sortedBy, useListState } from '#kit/web/list-address.ts'
import { sumOf } from '#kit/web/money.ts'
import { useLocation } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { LinkButton } from '#ui/button.tsx'
import { Select, TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { fileOf, sortRows } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { rangeSummary } from '#ui/table/pages.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { type Figure, Figures } from '../../billing/web/figures.tsx'
import {
  choices,
  invoiceList,
  invoicesAPage,
  type ListState,
  listAddress,
  narrowed,
  shownPage,
} from '../../billing/web/list-state.ts'
import { NoBilling } from '../../billing/web/no-billing.tsx'
import { daysLeft, type InvoiceView, invoiceAddress, isOpen } from './invoice-labels.ts'
import { InvoicesTable, invoiceColumns } from './invoices-table.tsx'

const name = 'Invoices'

export function InvoicesScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <NoBilling title={name} />
  return <Invoices school={me?.customer?.name ?? 'Your school'} customerNo={me?.customer?.customerNo ?? ''} />
}

function Invoices({ school, customerNo }: { school: string; customerNo: string }) {
  const { invoices, problem, again } = useInvoices()
  const screen = useRef<HTMLDivElement>(null)
  useFocusOnNewSearch(screen, useLocation().search)
  return (
    <div className="invoices" ref={screen}>
      <title>{name}</title>
      <header className="list-head">
        <div>
          <h1 tabIndex={-1}>{name}</h1>
          <p className="quiet">All invoices for {school}.</p>
        </div>
        <LinkButton href="/billing/details">Billing details</LinkButton>
      </header>
      {problem && !invoices ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : !invoices ? (
        <div className="mt-22">
          <Skeleton lines={6} width="80%" />
        </div>
      ) : invoices.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No invoices yet" hint="Invoices for your orders will appear here.">
          <LinkButton look="main" href={`${settings.cmsUrl}/products`}>
            See products
          </LinkButton>
        </EmptyState>
      ) : (
        <List all={invoices} customerNo={customerNo} />
      )}
    </div>
  )
}

function List({ all, customerNo }: { all: readonly InvoiceView[]; customerNo: string }) {
  const state = useListState(invoiceList)
  const columns = invoiceColumns(customerNo)
  const found = sortRows(columns, narrowed(all, state), orderOf(state))
  const page = shownPage(state, found)
  const shown = found.slice((page - 1) * invoicesAPage, page * invoicesAPage)
  const unknown = state.unfolded !== '' && !all.some(({ invoiceNumber }) => invoiceNumber === state.unfolded)
  return (
    <>
      <InvoiceFigures all={all} />
      <InvoicesBar state={state} found={found} page={page} file={() => fileOf(columns, found)} />
      {unknown && (
        <p className="unknown">
          We couldn’t find invoice {state.unfolded}. For older invoices, contact the customer team.
        </p>
      )}
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title="No invoices found" hint="Try fewer or different words, or show all.">
          <LinkButton href="/invoices">All invoices</LinkButton>
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState icon={SearchX} title={`There is no page ${grouped(page)}`}>
          <LinkButton href={listAddress(state)}>First page</LinkButton>
        </EmptyState>
      ) : (
        <InvoicesTable
          page={shown}
          columns={columns}
          order={orderOf(state)}
          onSort={(order) => goTo(listAddress(state, sortedBy(order)))}
          unfolded={state.unfolded}
          onUnfold={(unfolded) => replaceWith(listAddress(state, { page, unfolded }))}
        />
      )}
      <Pager
        page={page}
        count={Math.ceil(found.length / invoicesAPage)}
        hrefOf={(to) => listAddress(state, { page: to })}
      />
    </>
  )
}

/** The caller's own invoices, overdue ones first, then newest first; cancelled ones are hidden, as the specification requires. */
function useInvoices() {
  const { reply, problem, again } = useLatestReply(billingApi.listInvoices, {})
  return { invoices: reply?.response.filter(isShown).toSorted(overdueFirst), problem, again }
}

const overdueFirst = (a: InvoiceView, b: InvoiceView) =>
  Number(b.invoiceStatus === 'Overdue') - Number(a.invoiceStatus === 'Overdue')
const isShown = ({ invoiceStatus, status }: InvoiceView) => invoiceStatus !== 'Cancelled' && status !== 'Cancelled'

const states = [{ value: '', label: 'All' }, ...Object.entries(choices).map(([value, { label }]) => ({ value, label }))]

/** The filters, the number of matches, and every match as a file. */
function InvoicesBar({
  state,
  found,
  page,
  file,
}: {
  state: ListState
  found: readonly InvoiceView[]
  page: number
  file: () => ExportTable
}) {
  const find = useTypedSearch(state.text, (text) => listAddress(state, { text }))
  return (
    <search className="invoices-bar flow gap-8-12 items-end line-above py-12 no-print" aria-label="Invoices">
      <TextField
        label="Find an invoice"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Number, purchase order or item"
        {...find}
      />
      <Select
        label="Status"
        options={states}
        value={state.choice}
        onChange={(event) => goTo(listAddress(state, { choice: event.target.value as ListState['choice'] }))}
      />
      <p className="found num aside ml-auto pb-6" role="status">
        {rangeSummary(page, invoicesAPage, found.length, 'invoice')}
      </p>
      <ExportButton name="Invoices" read={file} />
    </search>
  )
}

/** The unpaid sum, its overdue part, and the next due date. */
function InvoiceFigures({ all }: { all: readonly InvoiceView[] }) {
  const open = all.filter(isOpen).sort((a, b) => a.dateDue.localeCompare(b.dateDue))
  const overdue = open.filter(({ invoiceStatus }) => invoiceStatus === 'Overdue')
  const next = open.find(({ invoiceStatus }) => invoiceStatus === 'Pending')
  const paid = all
    .filter(({ invoiceStatus, paidDate }) => invoiceStatus === 'Paid' && paidDate !== null)
    .sort((a, b) => Number(b.paidDate) - Number(a.paidDate))[0]
  const now = new Date()
  const figures: Figure[] = [
    {
      label: 'Outstanding',
      amounts: open.length > 0 ? sumsOf(open) : ['Nothing'],
      why: open.length > 0 ? counted(open.length, 'invoice') : 'All invoices are paid.',
    },
  ]
  if (overdue[0])
    figures.push({
      label: 'Overdue',
      amounts: sumsOf(overdue),
      why:
        overdue.length === 1
          ? `due ${formatDay(overdue[0].dateDue)}, ${counted(-daysLeft(overdue[0].dateDue, now), 'day')}`
          : `${counted(overdue.length, 'invoice')}, the oldest due ${formatDay(overdue[0].dateDue)}`,
      bad: true,
    })
  if (next)
    figures.push({
      label: 'Due next',
      amounts: [formatDay(next.dateDue)],
      why: (
        <>
          <Link href={invoiceAddress(next.invoiceNumber)}>{next.invoiceNumber}</Link>,{' '}
          {formatMoney(next.total, next.currency)}
        </>
      ),
    })
  if (paid)
    figures.push({
      label: 'Last paid',
      amounts: [formatMoney(paid.total, paid.currency)],
      why: `${paid.invoiceNumber}, ${formatBusinessDate(paid.paidDate)}`,
    })
  return <Figures figures={figures} />
}

/** One per currency. */
function sumsOf(some: readonly InvoiceView[]): string[] {
  const currencies = [...new Set(some.map(({ currency }) => currency))]
  return currencies.map((currency) =>
    formatMoney(sumOf(some.filter((one) => one.currency === currency).map(({ total }) => total)), currency),
  )
}
