import { lazy, type ReactNode, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { grouped } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useRowKeys } from '#ui/table/row-keys.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { GiveButton } from '../../web/give-button.tsx'
import { useAssign } from '../../web/use-assign.ts'
import type { WorkView } from '../../web/work-labels.ts'
import { queueColumns, waits } from './queue-columns.tsx'

const AttachSeveral = lazy(async () => ({
  default: (await import('../../answers/web/attach-several.tsx')).AttachSeveral,
}))
const DeclineSeveral = lazy(async () => ({
  default: (await import('../../answers/web/decline-several.tsx')).DeclineSeveral,
}))
const MergeSeveral = lazy(async () => ({
  default: (await import('../../merges/web/merge-several.tsx')).MergeSeveral,
}))
const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }

/** The queue's lines. J and K move between them; several can be assigned, answered or merged at once. */
export function QueueTable({
  works,
  search,
  empty,
}: {
  works: readonly WorkView[]
  search: string
  /** Shown instead of no lines. */
  empty: ReactNode
}) {
  // Answered works can be read and messaged about, but not taken.
  const ids = useMemo(() => works.filter(waits).map(({ itemId }) => itemId), [works])
  const selection = useSelection(ids)
  const table = useRef<HTMLDivElement>(null)
  const me = useCurrentUser()?.user.id
  useRowKeys(table, 'tbody tr')
  return (
    <div className={works.length > 0 ? 'cards' : undefined} ref={table}>
      <ChosenBar works={works.filter(({ itemId }) => selection.chosen.has(itemId))} onClear={selection.clear} />
      {works.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Items to catalogue"
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
      )}
    </div>
  )
}

/** Actions for the selected lines of the queue. */
function ChosenBar({ works, onClear }: { works: readonly WorkView[]; onClear: () => void }) {
  const me = useCurrentUser()
  const { assign, busy } = useAssign()
  const [open, setOpen] = useState<'attach' | 'decline' | 'merge'>()
  // The queue is polled: what an open dialog is about may leave it.
  if ((works.length === 0 && !open) || !me) return null
  const close = () => setOpen(undefined)
  const finish = () => {
    close()
    onClear()
  }
  const take = async () => {
    await assign(works, me.user.id, 'Assigned to you.')
    onClear()
  }
  return (
    <fieldset className="chosen-bar cluster gap-8 line-below py-8">
      <legend className="only-heard">Selected items</legend>
      <strong className="num text-small">{grouped(works.length)} selected</strong>
      <Button busy={busy} onClick={() => void take()}>
        Assign to me
      </Button>
      <GiveButton works={works} label="Assign the selected items to" onDone={onClear}>
        Assign to …
      </GiveButton>
      <Button {...near} onClick={() => setOpen('attach')}>
        Attach records …
      </Button>
      <Button {...near} onClick={() => setOpen('decline')}>
        Decline …
      </Button>
      {works.length > 1 && (
        <Button {...near} onClick={() => setOpen('merge')}>
          Merge …
        </Button>
      )}
      <Button look="bare" onClick={onClear}>
        Clear
      </Button>
      {open && (
        <LazyPart>
          {open === 'attach' ? (
            <AttachSeveral works={works} onDone={finish} onClose={close} />
          ) : open === 'merge' ? (
            <MergeSeveral works={works} onDone={finish} onClose={close} />
          ) : (
            <DeclineSeveral works={works} onDone={finish} onClose={close} />
          )}
        </LazyPart>
      )}
    </fieldset>
  )
}
