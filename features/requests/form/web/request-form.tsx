import './request-form.css'
import { Plus } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { dateAndTime } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { Status } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type FormItem, isFinished, nameOf, newItem } from '../../items/web/form-item.ts'
import type { Then } from '../../items/web/item-dialog.tsx'
import { differencesOf } from './merge-items.ts'
import { Notice } from './notice.tsx'
import type { LoadedRequest } from './save-request.ts'
import { usePrefill } from './use-prefill.ts'
import { type RequestFormState, useRequestForm } from './use-request-form.ts'

/** Not needed for the first view of a new request: loaded on demand. */
const FormNotices = lazy(async () => ({ default: (await import('./form-notices.tsx')).FormNotices }))
const NumberAdder = lazy(async () => ({ default: (await import('../../items/web/number-adder.tsx')).NumberAdder }))
const ItemList = lazy(async () => ({ default: (await import('../../items/web/item-list.tsx')).ItemList }))
const LeaveWarning = lazy(async () => ({ default: (await import('./leave-warning.tsx')).LeaveWarning }))
const ItemDialog = lazy(async () => ({ default: (await import('../../items/web/item-dialog.tsx')).ItemDialog }))
const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))
const DeleteDraftDialog = lazy(async () => ({
  default: (await import('../../web/delete-draft-dialog.tsx')).DeleteDraftDialog,
}))

/** The form of a draft: its items, messages and buttons. */
export function RequestForm({
  userId,
  request,
  onConfirm,
}: {
  userId: string
  request: LoadedRequest | null
  /** The saved request is to be submitted. */
  onConfirm?: () => void
}) {
  const form = useRequestForm(userId, request)
  const { items, open, conflict, outcome } = form
  const [closed, setClosed] = useState<{ item: FormItem; isNew: boolean }>()
  useEffect(() => {
    if (outcome?.submit) onConfirm?.()
  }, [outcome, onConfirm])
  const [deleting, setDeleting] = useState(false)
  const [later, setLater] = useState<object>()
  // One dialog at a time: an item that is being edited is finished first.
  const deciding = conflict !== null && later !== conflict && !open
  const edit = (item: FormItem, isNew: boolean) => {
    setClosed(undefined)
    form.setOpen({ item, isNew })
  }
  const { prefill, again } = usePrefill(items, ({ items: fresh, rest }) => {
    if (fresh.length === 1 && !open) edit(fresh[0]!, true)
    else if (fresh.length > 0) form.add(fresh)
    if (rest) form.setRest(rest)
  })

  const finish = (item: FormItem, then: Then) => {
    form.putItem(item)
    announce(`${nameOf(item)}: ${open?.isNew ? 'added' : 'changed'}`)
    if (then === 'another') {
      const { resourceType, physicalResource } = item
      return edit(newItem({ resourceType, physicalResource }), true)
    }
    const next = then === 'next' ? nextUnfinished(items, item.key) : undefined
    form.setOpen(next ? { item: next, isNew: false } : null)
  }
  const close = (typed: FormItem) => {
    form.setOpen(null)
    const before = open?.isNew ? newItem() : items.find(({ key }) => key === typed.key)
    const worth = before && differencesOf(before, typed).length > 0
    setClosed(worth ? { item: typed, isNew: open?.isNew ?? false } : undefined)
  }
  const keepAsNew = async () => {
    try {
      const { beginWith, ownOf } = await import('./new-from-draft.ts')
      beginWith(userId, ownOf(items, form.base))
      form.startOver()
      goTo('/CreateCatalogueRequest')
    } catch (error) {
      toastFailure(error)
    }
  }
  const title = request ? `Catalogue request ${request.requestNumber}` : 'New catalogue request'
  return (
    <div className="request-form">
      <title>{title}</title>
      <BackLink />
      <div className="head wrap items-center">
        <h1>{title}</h1>
        {request && <Status>Draft</Status>}
      </div>
      <p className="lead">
        Request records for items that aren’t in the catalogue. Post physical items to a depot; we catalogue the rest
        from your details.
      </p>
      <LazyPart>
        <FormNotices form={form} prefill={prefill} onAgain={again} onKeepAsNew={() => void keepAsNew()} />
      </LazyPart>
      {form.foundAt !== undefined && form.changed && (
        <Notice tone="plain">
          {request ? 'Restored your unsaved changes from' : 'Restored your unfinished request from'}{' '}
          {dateAndTime(new Date(form.foundAt))}.{' '}
          <TextButton onClick={form.startOver}>{request ? 'Discard changes' : 'Start over'}</TextButton>
        </Notice>
      )}
      {closed && (
        <Notice tone="plain">
          You closed “{nameOf(closed.item)}” without {closed.isNew ? 'adding' : 'saving'} it.{' '}
          <TextButton onClick={() => edit(closed.item, closed.isNew)}>Continue</TextButton>
        </Notice>
      )}
      {conflict && !deciding && (
        <div className="flow gap-8 mb-16">
          <Button look="main" onClick={() => setLater(undefined)}>
            Compare and decide
          </Button>
        </div>
      )}
      <div className="ways-in wrap items-start spread framed on-surface stack">
        <LazyPart fallback={<Skeleton lines={3} />}>
          <NumberAdder items={items} onAdd={form.add} />
        </LazyPart>
        <div className="or">
          <Button
            id="add-item"
            look={items.length === 0 ? 'main' : 'plain'}
            icon={Plus}
            aria-haspopup="dialog"
            onPointerEnter={() => {
              prepareOverlays()
              void import('../../items/web/item-dialog.tsx').catch(() => undefined)
            }}
            onClick={() => edit(newItem(), true)}
          >
            Add an item
          </Button>
        </div>
      </div>
      {items.length === 0 ? (
        <EmptyState
          title="No items yet"
          hint="Scan a number, or add an item and tell us what you know. Your work is kept on this computer until you save it."
        />
      ) : (
        <LazyPart fallback={<Skeleton lines={4} />}>
          <ItemList form={form} onEdit={edit} />
        </LazyPart>
      )}
      <RequestBar
        form={form}
        onSave={(then) => (conflict ? setLater(undefined) : void form.save(then))}
        onDelete={() => setDeleting(true)}
      />
      <LazyPart>
        {open && (
          <ItemDialog
            key={open.item.key}
            item={open.item}
            isNew={open.isNew}
            others={items.filter(({ key }) => key !== open.item.key)}
            told={form.faults.get(open.item.key)}
            anyway={form.anyway}
            hasNext={nextUnfinished(items, open.item.key) !== undefined}
            onKeep={(item) => form.setOpen({ item, isNew: open.isNew })}
            onAnyway={form.askAnyway}
            onDone={finish}
            onClose={close}
          />
        )}
        {deciding && (
          <ConflictDialog
            by={conflict.by}
            conflicts={conflict.conflicts}
            onDecide={(choices) => {
              form.decide(choices)
              void form.save()
            }}
            onClose={() => setLater(conflict)}
          />
        )}
        {deleting && request && <DeleteDraftDialog request={request} onClose={() => setDeleting(false)} />}
        {!form.isStored && form.changed && <LeaveWarning />}
      </LazyPart>
    </div>
  )
}

/** The next unfinished item, wrapping around at the end. */
function nextUnfinished(items: readonly FormItem[], key: string): FormItem | undefined {
  const at = items.findIndex((each) => each.key === key)
  const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))]
  return rest.find((each) => each.key !== key && !isFinished(each))
}

/** Stays visible below the items: the number of unsaved changes, and the buttons. */
function RequestBar({
  form,
  onSave,
  onDelete,
}: {
  form: RequestFormState
  onSave: (then?: 'submit') => void
  onDelete: () => void
}) {
  const { items, changed, busy, isStored, requestId, unfinished } = form
  return (
    <div className="request-bar sticky-foot cluster">
      <p className="told flow">
        <span>{items.length === 1 ? '1 item' : `${items.length} items`}</span>
        {unfinished.length > 0 && <span>{unfinished.length} incomplete</span>}
        <span>
          {changed ? 'Not saved yet' : requestId ? 'All changes saved' : ''}
          {changed && isStored && <span className="where">, kept on this computer</span>}
        </span>
      </p>
      {requestId ? (
        <Button look="bare" onClick={onDelete}>
          Delete draft
        </Button>
      ) : (
        items.length > 0 && (
          <Button look="bare" onClick={form.startOver}>
            Start over
          </Button>
        )
      )}
      <Button busy={busy} onClick={() => onSave()}>
        Save as draft
      </Button>
      <Button look={items.length > 0 ? 'main' : 'plain'} busy={busy} onClick={() => onSave('submit')}>
        Proceed to submit
      </Button>
    </div>
  )
}
