import { Combine } from 'lucide-react'
import { useState } from 'react'
import { mergesApi } from '#features/requests/cataloguing/merges/contract.ts'
import { resourceTypeNames } from '#features/requests/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { joinNames, openAskers, type WorkView } from '../../web/work-labels.ts'
import { useUndoMerge } from './use-undo-merge.ts'

/** Merges the selected works into one, after showing what becomes of each. */
export function MergeSeveral({
  works,
  onDone,
  onClose,
}: {
  works: readonly WorkView[]
  onDone: () => void
  onClose: () => void
}) {
  // The queue behind the dialog is polled; the dialog keeps to what was selected.
  const [chosen] = useState(works)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const { tell } = useUndoMerge()
  const { busy, refused, refuse, send } = useDeskForm((field) => `merge-${field}`)
  const wanted = chosen.filter(({ itemId }) => !left.has(itemId) && !reasons.has(itemId))
  const holder = wanted.find(({ assignedToId }) => assignedToId !== null)
  const isOthers = ({ assignedToId }: WorkView) => assignedToId !== null && assignedToId !== holder?.assignedToId
  const ticked = wanted.filter((work) => !isOthers(work))
  const [first] = ticked
  const toggle = (itemId: string) => {
    const next = new Set(left)
    if (!next.delete(itemId)) next.add(itemId)
    setLeft(next)
  }
  const submit = () => {
    if (ticked.length < 2) return refuse({ errors: {}, refused: ['Please tick at least two items.'] })
    return void send(async () => {
      const itemIds = ticked.map(({ itemId }) => itemId)
      const { merge, refused: leftOut } = (await call(mergesApi.mergeWorks, { itemIds })).response
      if (merge) tell(merge)
      if (leftOut.length === 0) return onDone()
      const nameOf = (id: string) => chosen.find(({ itemId }) => itemId === id)?.name ?? id
      // Merged ones are done; refused ones stay, each with its reason.
      setReasons(
        new Map([
          ...reasons,
          ...(merge ? itemIds.map((id) => [id, 'Merged'] as const) : []),
          ...leftOut.map(({ itemId, reason }) => [itemId, reason] as const),
        ]),
      )
      refuse({ errors: {}, refused: leftOut.map(({ itemId, reason }) => `${nameOf(itemId)}: ${reason}`) })
    })
  }
  const schools = new Set(ticked.flatMap((work) => openAskers(work).map(({ customerNo }) => customerNo))).size
  return (
    <FormDialog
      title="Merge the selected items"
      action={`Merge ${counted(ticked.length, 'item')}`}
      icon={Combine}
      busy={busy}
      refused={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        They become one item in the queue, at the earliest place, and are answered together. Each school keeps its own
        request, and no one is emailed. You can undo this.
      </p>
      <ul>
        {chosen.map((work) => {
          const reason =
            reasons.get(work.itemId) ??
            (!left.has(work.itemId) && isOthers(work) && holder
              ? `Assigned to ${work.assignedTo}, but “${holder.name}” to ${holder.assignedTo}. Assign both to one person first.`
              : undefined)
          const isTicked = ticked.includes(work)
          return (
            <li key={work.itemId} className="py-8 line-above anywhere">
              <Checkbox
                disabled={reason !== undefined}
                label={
                  <>
                    <strong>{work.name}</strong>
                    <span className="block quiet text-small">{factsOf(work)}</span>
                    {reason !== undefined ? (
                      <span className="block text-small weight-500">{reason}</span>
                    ) : !isTicked ? (
                      <span className="block text-small">Stays a separate item</span>
                    ) : (
                      work !== first && (
                        <>
                          <span className="block text-small">Joins “{first!.name}”</span>
                          {doubtOf(work, first!) && (
                            <span className="block ink-warn text-small weight-500">{doubtOf(work, first!)}</span>
                          )}
                        </>
                      )
                    )}
                  </>
                }
                checked={isTicked}
                onChange={() => toggle(work.itemId)}
              />
            </li>
          )
        })}
      </ul>
      {ticked.length > 1 && (
        <p role="status">
          One item for {counted(ticked.flatMap(openAskers).length, 'request')} of {counted(schools, 'school')}
          {holder ? `, assigned to ${holder.assignedTo}.` : '.'}
        </p>
      )}
    </FormDialog>
  )
}

const factsOf = (work: WorkView) =>
  [
    joinNames(openAskers(work).map(({ organisation }) => organisation)),
    resourceTypeNames[work.resourceType],
    work.standardNumber === work.name ? '' : work.standardNumber,
    work.pictures > 0 ? counted(work.pictures, 'picture') : '',
    work.assignedTo && `assigned to ${work.assignedTo}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Differences that suggest two works are not the same item. */
function doubtOf(work: WorkView, first: WorkView): string | undefined {
  const number =
    work.standardNumber !== '' && first.standardNumber !== '' && work.standardNumber !== first.standardNumber
  const differing = [...(number ? ['number'] : []), ...(work.resourceType !== first.resourceType ? ['type'] : [])]
  return differing.length > 0 ? `Differs: ${differing.join(', ')}` : undefined
}
