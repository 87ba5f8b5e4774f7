import { lazy, type ReactNode, useMemo, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type Selection, useSelection } from '#ui/table/use-selection.ts'
import { GiveButton } from '../../web/give-button.tsx'
import { useAssign } from '../../web/use-assign.ts'
import { type WorkView, whereIs } from '../../web/work-labels.ts'
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

/**
 * Lines of the queue. Several can be assigned, answered or merged at once. `folds`: posted items that have not arrived
 * are folded below what can be worked on.
 */
export function QueueTable({
  works,
  folds,
  search,
  empty,
}: {
  works: readonly WorkView[]
  folds: boolean
  search: string
  /** Shown instead of no lines. */
  empty: ReactNode
}) {
  const [here, away] = useMemo(() => {
    const isAway = (work: WorkView) => folds && whereIs(work) === 'posted'
    return [works.filter((work) => !isAway(work)), works.filter(isAway)]
  }, [works, folds])
  const [ofHere, ofAway] = [useSelection(idsOf(here)), useSelection(idsOf(away))]
  const chosen = works.filter(({ itemId }) => ofHere.chosen.has(itemId) || ofAway.chosen.has(itemId))
  return (
    <div className={works.length > 0 ? 'cards' : undefined}>
      <ChosenBar
        works={chosen}
        onClear={() => {
          ofHere.clear()
          ofAway.clear()
        }}
      />
      {works.length === 0 && empty}
      {here.length > 0 && <Lines caption="Items to catalogue" works={here} selection={ofHere} search={search} />}
      {away.length > 0 && (
        <details className="under-way" open={here.length === 0 || undefined}>
          <summary className="py-12 line-below weight-550">{counted(away.length, 'posted item')} in transit</summary>
          <Lines caption="Items in transit" works={away} selection={ofAway} search={search} />
        </details>
      )}
    </div>
  )
}

// Answered works can be read and messaged about, but not taken.
const idsOf = (works: readonly WorkView[]) => works.filter(waits).map(({ itemId }) => itemId)

function Lines({
  caption,
  works,
  selection,
  search,
}: {
  caption: string
  works: readonly WorkView[]
  selection: Selection
  search: string
}) {
  const me = useCurrentUser()?.user.id
  return (
    <DataTable
      caption={caption}
      columns={queueColumns(me, search)}
      rows={works}
      keyOf={({ itemId }) => itemId}
      choosing={{
        selection,
        noun: 'items',
        count: idsOf(works).length,
        idOf: ({ itemId }) => itemId,
        nameOf: ({ name }) => name,
        mayChoose: waits,
      }}
    />
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
        Assign to…
      </GiveButton>
      <Button {...near} onClick={() => setOpen('attach')}>
        Attach records…
      </Button>
      <Button {...near} onClick={() => setOpen('decline')}>
        Decline…
      </Button>
      {works.length > 1 && (
        <Button {...near} onClick={() => setOpen('merge')}>
          Merge…
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
