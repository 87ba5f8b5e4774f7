import { counted, grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { type RequestOrder, type RequestStatus, requestStatuses } from '../rules.ts'
import { isFiltered, type ListState, listAddress } from './my-requests-state.ts'
import { requestStates } from './state-labels.ts'

const orders: { value: RequestOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
]

/** The list's filters and order, and the whole list as a file. */
export function MyRequestsBar(props: {
  state: ListState
  total: number | undefined
  counts: Partial<Record<RequestStatus, number>> | undefined
}) {
  const { state, total, counts } = props
  const find = useTypedSearch(state.text, (text) => listAddress(state, { text }))
  const all = counts && requestStatuses.reduce((sum, each) => sum + (counts[each] ?? 0), 0)
  return (
    <search className="list-bar flow gap-12 items-end" aria-label="Catalogue requests">
      <nav className="by-status flow line-below" aria-label="Status">
        <ByStatus state={state} status="" label="All" count={all} />
        {requestStatuses.map((each) => (
          <ByStatus
            key={each}
            state={state}
            status={each}
            label={each === 'DRAFT' ? 'Drafts' : requestStates[each].label}
            count={counts && (counts[each] ?? 0)}
          />
        ))}
      </nav>
      <TextField
        label="Find a request"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Number, title or author"
        {...find}
      />
      <Select
        label="Sort by"
        options={orders}
        value={state.order}
        onChange={({ target }) => goTo(listAddress(state, { order: target.value as RequestOrder }))}
      />
      <ExportButton
        name="Catalogue requests"
        read={async () => (await import('./my-requests-csv.ts')).requestsFile(state)}
      />
      <p className="found num" role="status">
        {total !== undefined && (isFiltered(state) ? `${counted(total, 'request')} found` : counted(total, 'request'))}
      </p>
    </search>
  )
}

function ByStatus(props: { state: ListState; status: ListState['status']; label: string; count: number | undefined }) {
  const { state, status, label, count } = props
  return (
    <Link href={listAddress(state, { status })} aria-current={state.status === status ? 'true' : undefined}>
      {label}
      {count !== undefined && <span className="count num">{grouped(count)}</span>}
    </Link>
  )
}
