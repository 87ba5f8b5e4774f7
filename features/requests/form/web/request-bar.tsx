import { Button } from '#ui/button.tsx'
import type { RequestForm } from './use-request-form.ts'

/** Stays in sight below the items: what is not saved yet, and what sends it. */
export function RequestBar({
  form,
  onSave,
  onDelete,
}: {
  form: RequestForm
  onSave: (then?: 'submit') => void
  onDelete: () => void
}) {
  const { items, changed, busy, isKept, requestId, unfinished } = form
  return (
    <div className="request-bar">
      <p className="told">
        <span>{items.length === 1 ? '1 item' : `${items.length} items`}</span>
        {unfinished.length > 0 && <span>{unfinished.length} not finished</span>}
        <span>
          {changed ? 'Not saved yet' : requestId ? 'Everything is saved' : ''}
          {changed && isKept && <span className="where">, kept on this computer</span>}
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
      <Button look="main" busy={busy} onClick={() => onSave('submit')}>
        Proceed to submit
      </Button>
    </div>
  )
}
