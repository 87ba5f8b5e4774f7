import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { grouped } from '#kit/web/in-words.ts'
import { hearSingleKey } from '#kit/web/single-keys.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { GiveButton } from './give-button.tsx'
import { queueColumns, waits } from './queue-columns.tsx'
import { useAssign } from './use-assign.ts'
import type { WorkView } from './work-labels.ts'

/** The queue's lines. J and K move between them; several can be taken or assigned at once. */
export function QueueTable({ works, search }: { works: readonly WorkView[]; search: string }) {
  // Answered works can be read and messaged about, but not taken.
  const ids = useMemo(() => works.filter(waits).map(({ itemId }) => itemId), [works])
  const selection = useSelection(ids)
  const table = useRef<HTMLDivElement>(null)
  const me = useCurrentUser()?.user.id
  useRowKeys(table)
  return (
    <div className="cards" ref={table}>
      <ChosenBar works={works.filter(({ itemId }) => selection.chosen.has(itemId))} onClear={selection.clear} />
      <DataTable
        caption="What waits to be catalogued"
        columns={queueColumns(me, search)}
        rows={works}
        keyOf={({ itemId }) => itemId}
        choosing={{
          selection,
          noun: 'items',
          count: ids.length,
          idOf: ({ itemId }) => itemId,
          nameOf: ({ name }) => name,
          mayChoose: waits,
        }}
      />
    </div>
  )
}

/** `j` and `k` focus the next and the previous line's link; Enter follows it. */
function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      hearSingleKey('list-keys', (key) => {
        const step = { j: 1, k: -1 }[key.toLowerCase()]
        const rows = [...(box.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
        if (!step || rows.length === 0) return false
        const at = rows.findIndex((row) => row.contains(document.activeElement))
        const to = at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))
        const link = rows[to]!.querySelector<HTMLElement>('a')
        link?.focus()
        link?.scrollIntoView?.({ block: 'nearest' })
        return true
      }),
    [box],
  )
}

/** Actions for the selected lines of the queue. */
function ChosenBar({ works, onClear }: { works: readonly WorkView[]; onClear: () => void }) {
  const me = useCurrentUser()
  const { assign, busy } = useAssign()
  if (works.length === 0 || !me) return null
  const take = async () => {
    await assign(works, me.user.id, works.length === 1 ? 'You have it now.' : 'You have them now.')
    onClear()
  }
  return (
    <fieldset className="chosen-bar cluster gap-8 line-below py-8">
      <legend className="only-heard">With the chosen items</legend>
      <strong className="num text-small">{grouped(works.length)} chosen</strong>
      <Button busy={busy} onClick={() => void take()}>
        Take
      </Button>
      <GiveButton works={works} label="Give the chosen items to" onDone={onClear}>
        Give to …
      </GiveButton>
      <Button look="bare" onClick={onClear}>
        Clear
      </Button>
    </fieldset>
  )
}
