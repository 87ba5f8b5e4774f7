import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSelection } from '#ui/table/use-selection.ts'
import type { RequestFormState } from '../../form/web/use-request-form.ts'
import { useRequested } from '../../requested/web/requested-in.ts'
import { BulkBar } from './bulk-bar.tsx'
import { copyOf, doubleFaults, type FormItem } from './form-item.ts'
import { type ItemAct, ItemRow } from './item-row.tsx'
import { askableKey, useKnownRecords } from './use-known-records.ts'

/** The items of the request, in order. */
export function ItemList({
  form,
  onEdit,
}: {
  form: RequestFormState
  onEdit: (item: FormItem, isNew: boolean) => void
}) {
  const { items, duplicates, faults, anyway } = form
  const keys = useMemo(() => items.map(({ key }) => key), [items])
  const selection = useSelection(keys)
  const numbers = useMemo(() => items.map(({ standardNumber }) => askableKey(standardNumber)), [items])
  const known = useKnownRecords(numbers)
  const requested = useRequested(items, form.requestId)
  const confirmed = useMemo(() => new Set(anyway), [anyway])
  const wrong = useMemo(
    () =>
      new Map(
        items.flatMap((item) => {
          const problem = faults.get(item.key)
          if (!duplicates.has(item.key)) return problem ? [[item.key, problem] as const] : []
          const { of: _, ...double } = doubleFaults(item, upTo(items, item))
          return [[item.key, { ...problem, ...double }] as const]
        }),
      ),
    [items, duplicates, faults],
  )

  const act = (what: ItemAct, key: string) => {
    const item = items.find((each) => each.key === key)
    if (!item) return
    if (what === 'edit') onEdit(item, false)
    else if (what === 'copy') onEdit(copyOf(item), true)
    else if (what === 'anyway') form.askAnyway(askableKey(item.standardNumber))
    else form.remove(new Set([key]))
  }
  // Stable callbacks, so that only changed rows are rendered again.
  const current = useRef({ act, toggle: selection.toggle })
  useEffect(() => {
    current.current = { act, toggle: selection.toggle }
  })
  const onAct = useCallback((what: ItemAct, key: string) => current.current.act(what, key), [])
  const onChoose = useCallback((key: string, range: boolean) => current.current.toggle(key, range), [])

  if (items.length === 0) return null
  const several = items.length > 1
  return (
    <section className="mt-22" aria-label="Items of the request">
      {several && <BulkBar items={items} selection={selection} onChange={form.change} onRemove={form.remove} />}
      <ol>
        {items.map((item, position) => (
          <ItemRow
            key={item.key}
            item={item}
            position={position}
            faults={wrong.get(item.key)}
            hits={known.get(numbers[position]!)}
            requested={requested.get(position)}
            anyway={item.id !== undefined || confirmed.has(numbers[position]!)}
            chosen={several ? selection.chosen.has(item.key) : undefined}
            onChoose={onChoose}
            onAct={onAct}
          />
        ))}
      </ol>
    </section>
  )
}

/** Of two duplicates the later one is reported. */
const upTo = (items: readonly FormItem[], item: FormItem) => items.slice(0, items.indexOf(item))
