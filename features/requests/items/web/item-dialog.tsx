import './item-dialog.css'
import { type FormEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { physicalOf } from '#features/requests/rules.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { doubleFaults, type FormItem, faultsOf, type ItemFaults, nameOf, sendable } from './form-item.ts'
import { ItemDetails } from './item-details.tsx'
import { ItemKind } from './item-kind.tsx'
import { NumberField } from './number-field.tsx'

/** The next step: another new item, the next unfinished one, or back to the list. */
export type Then = 'close' | 'another' | 'next'

/** A form for one item. It is validated on submission, and after that on every key. */
export function ItemDialog({
  item: given,
  isNew,
  others,
  told,
  anyway,
  hasNext,
  onKeep,
  onAnyway,
  onDone,
  onClose,
}: {
  item: FormItem
  isNew: boolean
  /** The other items of the request. */
  others: readonly FormItem[]
  /** The server's faults. */
  told: ItemFaults | undefined
  anyway: readonly string[]
  /** True if another item is unfinished. */
  hasNext: boolean
  /** Stores the input, to survive a reload. */
  onKeep: (item: FormItem) => void
  onAnyway: (number: string) => void
  onDone: (item: FormItem, then: Then) => void
  onClose: (typed: FormItem) => void
}) {
  const [item, setItem] = useState(given)
  const [name] = useState(() => nameOf(given))
  const [looked, setLooked] = useState(told !== undefined)
  const [attempts, setAttempts] = useState(0)
  const [served, setServed] = useState(told)
  const form = useId()
  const change = (part: Partial<FormItem>) => {
    setItem((before) => ({ ...before, ...part }))
    if (served) setServed(without(served, Object.keys(part)))
  }
  const [sending, setSending] = useState(false)
  const [waits, setWaits] = useState(false)
  // While typing, the page behind is drawn again only when there is time for it.
  const typed = useDeferredValue(item)
  const latest = useRef({ item, onKeep })
  useEffect(() => {
    latest.current = { item, onKeep }
  })
  useEffect(() => {
    if (typed !== given) latest.current.onKeep(typed)
  }, [typed, given])
  // A page that is left has no more time.
  useEffect(() => {
    const keepNow = () => {
      if (latest.current.item !== given) latest.current.onKeep(latest.current.item)
    }
    window.addEventListener('pagehide', keepNow)
    return () => window.removeEventListener('pagehide', keepNow)
  }, [given])

  const { of, ...double } = useMemo(() => doubleFaults(item, others), [item, others])
  const faults: ItemFaults = { ...(looked ? faultsIn(item) : {}), ...(looked ? served : {}), ...double }
  const idOf = (name: string) => `${form}-${name}`

  const finish = (then: Then) => {
    setLooked(true)
    setAttempts(attempts + 1)
    if (Object.keys({ ...faultsIn(item), ...doubleFaults(item, others) }).length > 0) return
    setWaits(sending)
    if (!sending) onDone(sendable(item), then)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    finish('close')
  }
  const isPhysical = sendable(item).physicalResource
  return (
    <Dialog
      shape="wide"
      title={isNew ? 'Add an item' : `Edit ${name}`}
      onClose={() => onClose(item)}
      actions={
        <>
          <Button onClick={() => onClose(item)}>Cancel</Button>
          {isNew ? (
            <Button onClick={() => finish('another')}>Add and start another</Button>
          ) : (
            hasNext && <Button onClick={() => finish('next')}>Save item and next</Button>
          )}
          <Button look="main" type="submit" form={form}>
            {isNew ? 'Add item' : 'Save item'}
          </Button>
        </>
      }
    >
      <form id={form} className="item-form stack gap-20" noValidate onSubmit={submit}>
        <ErrorSummary
          title={isNew ? 'This item can’t be added yet' : 'This item can’t be saved yet'}
          refusal={attempts}
          errors={looked ? Object.entries(faults).map(([name, text]) => ({ id: idOf(name), text })) : []}
        />
        <NumberField
          id={idOf('standardNumber')}
          item={item}
          same={of}
          error={faults.standardNumber}
          anyway={anyway}
          onChange={change}
          onAnyway={onAnyway}
          onEnter={() => document.getElementById(idOf('resourceType'))?.focus()}
        />
        <ItemKind
          idOf={idOf}
          item={item}
          faults={faults}
          forced={item.resourceType === '' ? undefined : physicalOf[item.resourceType]}
          onChange={change}
        />
        <ItemDetails
          idOf={idOf}
          item={item}
          faults={faults}
          isPhysical={isPhysical}
          onChange={change}
          onFiles={(next) => setItem((before) => ({ ...before, files: next(before.files) }))}
          onBusy={setSending}
        />
        <p className="row remark">
          Not sure what to enter?
          <HelpLink href="/help/requests#items" about="what we need to know" />
        </p>
        {waits && sending && (
          <p className="hint" role="status">
            A picture is still uploading. You can save the item when it has finished.
          </p>
        )}
      </form>
    </Dialog>
  )
}

const without = (faults: ItemFaults, names: readonly string[]): ItemFaults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))

/** A physical item is recognised in its parcel by what is said of it; programs may send one without. */
function faultsIn(item: FormItem): ItemFaults {
  const { resourceType, physicalResource, title, standardNumber, additionalInfo } = sendable(item)
  const unnamed = resourceType && physicalResource && !title && !standardNumber && !additionalInfo
  return {
    ...faultsOf(item),
    ...(unnamed && { title: 'Please enter a title, a standard number or additional information.' }),
  }
}
