import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Chip } from '#ui/tags.tsx'
import { describeSpan } from '../../web/request-labels.ts'
import { isFiltered, type ListState, listAddress } from './list-state.ts'
import { kinds } from './request-kinds.ts'

const types = [
  { value: '', label: 'All types' },
  ...Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
]
const orders = [
  { value: '3', label: 'Date' },
  { value: '1', label: 'Title (A-Z)' },
  { value: '2', label: 'Title (Z-A)' },
  { value: '4', label: 'Relevancy' },
]

/** Filters and order of the list, and its export. */
export function ListBar({
  state,
  total,
  hidden,
}: {
  state: ListState
  total: number | undefined
  /** How many rows the person has hidden. */
  hidden: number
}) {
  return (
    <search className="list-bar flow items-end" aria-label="Downloads">
      <FindField state={state} />
      <Select
        label="Type"
        options={types}
        value={state.requestType}
        onChange={(event) =>
          goTo(listAddress(state, { requestType: event.target.value as DownloadRequest['requestType'] | '' }))
        }
      />
      <WhenSelect state={state} />
      <Select
        label="Sort by"
        options={orders}
        value={state.order}
        onChange={(event) => goTo(listAddress(state, { order: event.target.value as ListState['order'] }))}
      />
      <ExportButton name="My downloads" read={async () => (await import('./list-csv.ts')).listFile(state)} />
      <div className="found num">
        {state.on && <Chip onRemove={() => goTo(listAddress(state, { on: '' }))}>{describeSpan(state.on)}</Chip>}
        {state.hidden ? (
          <Chip onRemove={() => goTo(listAddress(state, { hidden: '' }))}>Hidden</Chip>
        ) : (
          hidden > 0 && <Link href={listAddress(state, { hidden: '1' })}>Show hidden ({grouped(hidden)})</Link>
        )}
        <p role="status">
          {total !== undefined &&
            (isFiltered(state) ? `${counted(total, 'download')} found` : counted(total, 'download'))}
        </p>
      </div>
    </search>
  )
}

/** The years with requests, and the last twelve months with any. */
function WhenSelect({ state }: { state: ListState }) {
  const { years, days } = useLatestReply(manageApi.yearAndDay, {}).reply?.response ?? { years: [], days: [] }
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].slice(-12)
  const spans = new Set(['', ...years.map(({ year }) => `${year}`).reverse(), ...months.reverse(), state.on])
  return (
    <Select
      label="When"
      options={[...spans].map((value) => ({ value, label: value ? describeSpan(value) : 'All time' }))}
      value={state.on}
      onChange={(event) => goTo(listAddress(state, { on: event.target.value }))}
    />
  )
}

function FindField({ state }: { state: ListState }) {
  const find = useTypedSearch(state.query, (query) => listAddress(state, { query }))
  return (
    <TextField
      label="Find a download"
      type="search"
      autoComplete="off"
      className="find-download"
      maxLength={200}
      placeholder="Name, identifier or record number"
      {...find}
    />
  )
}
