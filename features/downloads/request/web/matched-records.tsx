import { useMemo, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { LongTable } from '#ui/table/long-table.tsx'
import { SelectAllHeader, SelectBox } from '#ui/table/select-column.tsx'
import { type Order, SortableHeader } from '#ui/table/table.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import type { Editing } from '../../web/request-stage.ts'
import { useAllRecords } from '../../web/use-record.ts'
import { MatchedRow } from './matched-row.tsx'
import { MoreRows, shownFirst } from './more-rows.tsx'
import { RemoveRecords } from './remove-records.tsx'
import { askedByKey } from './shown-numbers.ts'

/** What taking records out of the file needs. `take` is given the request as it is then. */
export type Removal = {
  requestId: string
  editing: Editing
  take: (changed: DownloadRequest) => void
  again: () => void
}

type Sorted = { of: readonly string[]; order: Order; ids: string[] }

/** The records of the file: fifty at first, all on request. `name` is that of an exported file. */
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
  const asked = useMemo(() => askedByKey(identities), [identities])
  const places = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const order = sorted?.of === ids ? sorted.order : null
  const inOrder = sorted?.of === ids ? sorted.ids : ids

  const selection = useSelection(inOrder)
  const selectable = removal.editing === 'open' || removal.editing === 'waits'

  const sort = async (next: Order) => {
    setBusy(true)
    try {
      const [{ sortIds }, records] = await Promise.all([import('./matched-table.ts'), readAll()])
      setSorted({ of: ids, order: next, ids: sortIds(ids, records, asked, next) })
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const table = async () => {
    const [{ tableOf }, records] = await Promise.all([import('./matched-table.ts'), readAll()])
    return tableOf(inOrder, records, asked)
  }

  const by = { order, onSort: sort }
  return (
    <>
      <div className="list-actions">
        <RemoveRecords selection={selection} count={ids.length} {...removal} />
        <ExportButton name={name} read={table} />
        {busy && ids.length > shownFirst && <span role="status">Sorting …</span>}
      </div>
      <LongTable
        caption="Matched records"
        columns={
          <>
            {selectable && <SelectAllHeader selection={selection} count={ids.length} noun="records" />}
            <SortableHeader by="title" colSpan={2} {...by}>
              Title
            </SortableHeader>
            <SortableHeader by="type" {...by}>
              Type
            </SortableHeader>
            <SortableHeader by="year" number {...by}>
              Year
            </SortableHeader>
            <SortableHeader by="number" className="number-head" {...by}>
              Identifiers
            </SortableHeader>
          </>
        }
        rows={all ? inOrder : inOrder.slice(0, shownFirst)}
        keyOf={(id) => id}
        usualHeight={75}
        cells={(id) => (
          <MatchedRow
            ids={ids}
            index={places.get(id)!}
            asked={asked}
            select={
              selectable
                ? (title) => (
                    <td className="check-cell">
                      <SelectBox selection={selection} id={id} name={title} />
                    </td>
                  )
                : undefined
            }
          />
        )}
      />
      {!all && ids.length > shownFirst && <MoreRows count={ids.length} onAll={() => showAll(true)} />}
    </>
  )
}
