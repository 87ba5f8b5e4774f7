import type { DownloadRequest } from '#features/downloads/contract.ts'
import { goTo } from '#kit/web/history.ts'
import { counted } from '#kit/web/in-words.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Chip } from '#ui/tags.tsx'
import { spanInWords } from '../../web/request-labels.ts'
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
export function ListBar({ state, total }: { state: ListState; total: number | undefined }) {
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
      <Select
        label="Sort"
        options={orders}
        value={state.order}
        onChange={(event) => goTo(listAddress(state, { order: event.target.value as ListState['order'] }))}
      />
      <ExportButton name="My downloads" read={async () => (await import('./list-csv.ts')).listFile(state)} />
      <div className="found num">
        {state.on && <Chip onRemove={() => goTo(listAddress(state, { on: '' }))}>{spanInWords(state.on)}</Chip>}
        <p role="status">
          {total !== undefined &&
            (isFiltered(state) ? `${counted(total, 'download')} found` : counted(total, 'download'))}
        </p>
      </div>
    </search>
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
