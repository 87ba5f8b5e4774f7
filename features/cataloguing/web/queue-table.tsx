import { useMemo, useRef } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { SelectAllHeader } from '#ui/select-column.tsx'
import { Table } from '#ui/table.tsx'
import { useSelection } from '#ui/use-selection.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { QueueRow } from './queue-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { openAskers, type ShownWork } from './work-words.ts'

/** The queue's lines. J and K go through them; several can be taken or given at once. */
export function QueueTable({ works, search }: { works: readonly ShownWork[]; search: string }) {
  // What is answered can be read and written about, but no longer taken.
  const ids = useMemo(() => works.filter((each) => openAskers(each).length > 0).map(({ itemId }) => itemId), [works])
  const selection = useSelection(ids)
  const table = useRef<HTMLDivElement>(null)
  const me = useCurrentUser()?.user.id
  useRowKeys(table)
  return (
    <div ref={table}>
      <ChosenBar works={works.filter(({ itemId }) => selection.chosen.has(itemId))} onClear={selection.clear} />
      <Table
        caption="What waits to be catalogued"
        head={
          <>
            <SelectAllHeader selection={selection} count={ids.length} noun="items" />
            <th scope="col">Item</th>
            <th scope="col">For</th>
            <th scope="col">Where it is</th>
            <th scope="col">Waits for</th>
            <th scope="col">Taken by</th>
          </>
        }
      >
        {works.map((work) => (
          <QueueRow key={work.itemId} work={work} me={me} selection={selection} search={search} />
        ))}
      </Table>
    </div>
  )
}
