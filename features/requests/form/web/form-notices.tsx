import { lazy } from 'react'
import { maxItems } from '#features/requests/rules.ts'
import { counted, nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type FormItem, faultsOf, nameOf } from '../../items/web/form-item.ts'
import { Notice } from './notice.tsx'
import { failedSentence } from './save-request.ts'
import type { Prefill } from './use-prefill.ts'
import type { RequestFormState } from './use-request-form.ts'

/** Not needed before a refusal, and the first visit is nearly full. */
const ErrorSummary = lazy(async () => ({ default: (await import('#ui/form/error-summary.tsx')).ErrorSummary }))

/** Above the items: the last action's result, a restored draft, other people's changes. */
export function FormNotices({
  form,
  prefill,
  onAgain,
  onKeepAsNew,
}: {
  form: RequestFormState
  prefill: Prefill | undefined
  onAgain: () => void
  onKeepAsNew: () => void
}) {
  const { outcome, unfinished, items, removed, news, conflict } = form
  return (
    <div className="form-notices">
      <Refused form={form} onKeepAsNew={onKeepAsNew} />
      {outcome?.looked && (
        <ErrorSummary
          refusal={outcome}
          title={items.length === 0 ? failedSentence : 'Please complete these items'}
          errors={
            items.length === 0
              ? [{ id: 'add-item', text: 'Please add an item first.' }]
              : unfinished.slice(0, 20).map((item) => ({ id: `name-${item.key}`, text: toDo(item, items) }))
          }
        />
      )}
      {outcome?.virus && outcome.virus.length > 0 && <ErrorBox messages={outcome.virus} />}
      {outcome?.told && (
        <Notice tone={outcome.left ? 'warn' : 'ok'}>
          {outcome.told}
          {outcome.left ? ` ${leftOut(outcome.left)}` : ''}
        </Notice>
      )}
      {news.map((text) => (
        <Notice key={text} tone="warn">
          {text} {form.changed ? 'We combined it with your unsaved changes.' : ''}
        </Notice>
      ))}
      {conflict && (
        <Notice tone="warn">
          {conflict.by} has changed the same {nounOf(conflict.conflicts.length, 'item')}. Choose what to keep before you
          save.
        </Notice>
      )}
      {prefill && (unfinished.length > 0 || prefill.added === 0) && (
        <FromElsewhere prefill={prefill} onAgain={onAgain} />
      )}
      <Rest form={form} />
      {removed.length > 0 && (
        <Notice tone="plain">
          {removed.length === 1
            ? `“${nameOf(removed[0]!.item)}” was removed.`
            : `${removed.length} items were removed.`}{' '}
          <TextButton onClick={form.undoRemoval}>Undo</TextButton>
        </Notice>
      )}
    </div>
  )
}

function Refused({
  form: { refusal, faults, items, requestId },
  onKeepAsNew,
}: {
  form: RequestFormState
  onKeepAsNew: () => void
}) {
  if (!refusal) return null
  const ofItems = items.flatMap((item) =>
    Object.values(faults.get(item.key) ?? {}).map((text) => ({
      id: `name-${item.key}`,
      text: `${nameOf(item)}: ${text}`,
    })),
  )
  const errors = ofItems.length > 0 ? ofItems : refusal.sentences.map((text) => ({ text }))
  return (
    <>
      <ErrorSummary
        title={failedSentence}
        refusal={refusal}
        errors={errors.length > 0 ? errors : [{ text: failedSentence }]}
      />
      {refusal.submitted && requestId && (
        <div className="flow gap-8 mb-16">
          <Link className="button" href={`/CatalogueRequestDeatils/${encodeURIComponent(requestId)}`}>
            View request
          </Link>
          <Button onClick={onKeepAsNew}>Start a new request with your changes</Button>
        </div>
      )}
    </>
  )
}

function FromElsewhere({ prefill, onAgain }: { prefill: Prefill; onAgain: () => void }) {
  const { problem, added, found, began } = prefill
  if (problem)
    return <ErrorBox title="We couldn’t load the unmatched identifiers" messages={problem.messages} onRetry={onAgain} />
  return (
    <>
      {added > 0 && (
        <Notice tone="plain">
          {counted(added, 'item was', 'items were')} added
          {began ? ' to the request you started here' : ''}. Set the resource type of each; you can select several at
          once.
        </Notice>
      )}
      {found === 0 && <Notice tone="plain">All of these are already in the request.</Notice>}
    </>
  )
}

/** Numbers beyond the limit: offered as a separate request once this one is saved. */
function Rest({ form: { rest, setRest, requestId } }: { form: RequestFormState }) {
  if (!rest) return null
  const many = `${rest.count} more ${nounOf(rest.count, 'number')}`
  return (
    <Notice tone="warn">
      A request can have at most {maxItems} items, so {many} from your list {rest.count === 1 ? 'is' : 'are'} not
      included.{' '}
      {requestId ? (
        <Link href={rest.href} onClick={() => setRest(null)}>
          Request the rest
        </Link>
      ) : (
        'Save this request, then request the rest.'
      )}
    </Notice>
  )
}

function toDo(item: FormItem, items: readonly FormItem[]) {
  const [first] = Object.values(faultsOf(item))
  return `${items.indexOf(item) + 1}. ${nameOf(item)}: ${first ?? 'It is already in the request.'}`
}

const leftOut = (count: number) =>
  count === 1
    ? 'One item is incomplete. It stays on this computer only until you complete and save it.'
    : `${count} items are incomplete. They stay on this computer only until you complete and save them.`
