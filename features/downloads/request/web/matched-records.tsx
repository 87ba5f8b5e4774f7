import { lazy, useMemo, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { fileOf, type Order } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import type { Editing } from '../../web/request-stage.ts'
import { useAllRecords } from '../../web/use-record.ts'
import { requestedByKey } from './displayed-numbers.ts'
import { type MatchedLine, MatchedRow, matchedColumns, matchedOf, NameOfRecord } from './matched-row.tsx'
import { MoreRows, shownFirst } from './more-rows.tsx'

/** Loaded after the records, which people came to see. */
const RemoveRecords = lazy(async () => ({ default: (await import('./remove-records.tsx')).RemoveRecords }))

/** Parameters for removing records from the file. `take` gets the changed request. */
export type Removal = {
  requestId: string
  editing: Editing
  take: (changed: DownloadRequest) => void
  again: () => void
}

const idOf = ({ ids, index }: MatchedLine) => ids[index]!

type Sorted = { of: readonly string[]; order: Order; ids: string[] }

/** The records of the file: fifty at first, all on demand. `name` is that of an exported file. */
export function MatchedRecords({
  ids,
  identities,
  name,
  removal,
}: {
  ids: readonly string[]
  identities: readonly string[]
  name: string
  removal: Removal
}) {
  const [all, showAll] = useState(false)
  const [sorted, setSorted] = useState<Sorted>()
  const [busy, setBusy] = useState(false)
  const readAll = useAllRecords(ids)
  const requested = useMemo(() => requestedByKey(identities), [identities])
  const places = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const order = sorted?.of === ids ? sorted.order : null
  const inOrder = sorted?.of === ids ? sorted.ids : ids

  const selection = useSelection(inOrder)
  const selectable = removal.editing === 'open'

  const sort = async (next: Order) => {
    setBusy(true)
    try {
      const [{ sortIds }, records] = await Promise.all([import('./sort-ids.ts'), readAll()])
      setSorted({ of: ids, order: next, ids: sortIds(ids, records, requested, next) })
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const table = async () => {
    const records = await readAll()
    return fileOf(
      matchedColumns,
      inOrder.map((id) => matchedOf(id, records.get(id), requested)),
    )
  }

  const visible = useMemo(() => (all ? inOrder : inOrder.slice(0, shownFirst)), [all, inOrder])
  const rows = useMemo(
    () => visible.map((id) => ({ ids, index: places.get(id)!, requested })),
    [visible, ids, places, requested],
  )
  return (
    <>
      <div className="list-actions cluster gap-8">
        <LazyPart quiet>
          <RemoveRecords selection={selection} count={ids.length} {...removal} />
        </LazyPart>
        <ExportButton name={name} read={table} />
        {busy && ids.length > shownFirst && <span role="status">Sorting…</span>}
      </div>
      <DataTable
        caption="Matched records"
        columns={matchedColumns}
        rows={rows}
        keyOf={idOf}
        reading={MatchedRow}
        usualHeight={75}
        order={order}
        onSort={sort}
        choosing={
          selectable
            ? {
                selection,
                noun: 'records',
                count: ids.length,
                idOf,
                nameOf: (row) => <NameOfRecord {...row} />,
              }
            : undefined
        }
      />
      {!all && ids.length > shownFirst && <MoreRows count={ids.length} onAll={() => showAll(true)} />}
    </>
  )
}
