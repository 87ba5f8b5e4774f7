import './desk-invoices.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskBillingApi } from '#features/shop/billing/contract.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Link } from '#ui/link.tsx'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { invoiceColumns, unfoldingInvoices } from './desk-invoices-table.tsx'
import { states } from './invoice-labels.ts'

const options = Object.entries(states).map(([value, { label }]) => ({ value, label }))
const filters = { status: Object.keys(states), customerId: 'any' } as const
const invoicesAPage = 50

export const DeskInvoicesScreen = forDesk(DeskInvoices)

/** Every invoice of every school, including cancelled ones, newest first. */
function DeskInvoices() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskBillingApi.deskInvoices, inputOf(address.query))
  const { customerId } = address.query.filters
  const of = customerId ? loaded.reply?.response[0]?.organisation : undefined
  return (
    <DeskList
      title="Invoices"
      one="invoice"
      many="invoices"
      hint={
        customerId ? (
          <>
            Invoices for {of || 'one organisation'}. <Link href="/desk/invoices">See all organisations</Link>
          </>
        ) : (
          'Invoices are never deleted, only paid, cancelled or refunded along with their orders.'
        )
      }
      placeholder="Organisation, invoice, order or purchase order"
      address={address}
      filters={[{ name: 'status', label: 'Status', options }]}
      loaded={loaded}
      linesPerPage={invoicesAPage}
      columns={invoiceColumns}
      unfolding={unfoldingInvoices(loaded.reply?.response.length === 1)}
    />
  )
}
