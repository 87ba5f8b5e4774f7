import { goTo } from '#kit/web/history.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { ExportButton } from '#ui/export-button.tsx'
import { Select, TextField } from '#ui/field.tsx'
import { rangeSummary } from '#ui/pages.ts'
import type { ShownInvoice } from './invoice-words.ts'
import { choices, invoicesAPage, invoicesCsv, type ListState, listAddress } from './list-state.ts'

const states = [{ value: '', label: 'All' }, ...Object.entries(choices).map(([value, { label }]) => ({ value, label }))]

/** What narrows the list, how much there is, and all that was found as a file. */
export function InvoicesBar({
  state,
  found,
  page,
}: {
  state: ListState
  found: readonly ShownInvoice[]
  page: number
}) {
  const find = useTypedSearch(state.text, (text) => listAddress(state, { text }))
  return (
    <search className="invoices-bar" aria-label="Invoices">
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
      <p className="found num" role="status">
        {rangeSummary(page, invoicesAPage, found.length, 'invoice')}
      </p>
      <ExportButton name="Invoices" read={() => invoicesCsv(found)} />
    </search>
  )
}
