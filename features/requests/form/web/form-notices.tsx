import { maxItems } from '#features/requests/rules.ts'
import { counted, nounOf } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox, ErrorSummary } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type FormItem, faultsOf, nameOf } from '../../items/web/form-item.ts'
import { Notice } from './notice.tsx'
import { failedSentence } from './save-request.ts'
import type { Prefill } from './use-prefill.ts'
import type { RequestFormState } from './use-request-form.ts'

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
          title={items.length === 0 ? failedSentence : 'These items are not finished yet'}
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
          {text} {form.changed ? 'It is put together with what you have changed, which is not saved yet.' : ''}
        </Notice>
      ))}
      {conflict && (
        <Notice tone="warn">
          {conflict.by} has changed the same {nounOf(conflict.conflicts.length, 'item')} meanwhile. Nothing is saved
          before you have decided.
        </Notice>
      )}
      {prefill && (unfinished.length > 0 || prefill.added === 0) && (
        <FromElsewhere prefill={prefill} onAgain={onAgain} />
      )}
      <Rest form={form} />
      {removed.length > 0 && (
        <Notice tone="plain">
          {removed.length === 1
            ? `“${nameOf(removed[0]!.item)}” is taken out.`
            : `${removed.length} items are taken out.`}{' '}
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
      <ErrorSummary title={failedSentence} errors={errors.length > 0 ? errors : [{ text: failedSentence }]} />
      {refusal.submitted && requestId && (
        <div className="flow gap-8 mb-16">
          <Link className="button" href={`/CatalogueRequestDeatils/${encodeURIComponent(requestId)}`}>
            Look at the request
          </Link>
          <Button onClick={onKeepAsNew}>Make a new request of what you have changed</Button>
        </div>
      )}
    </>
  )
}

function FromElsewhere({ prefill, onAgain }: { prefill: Prefill; onAgain: () => void }) {
  const { problem, added, found, began } = prefill
  if (problem)
    return (
      <ErrorBox title="The unmatched identifiers could not be fetched" messages={problem.messages} onRetry={onAgain} />
    )
  return (
    <>
      {added > 0 && (
        <Notice tone="plain">
          {counted(added, 'item was', 'items were')} added
          {began ? ' to the request that you had begun here' : ''}. Say what each is: several can be chosen at once.
        </Notice>
      )}
      {found === 0 && <Notice tone="plain">All of these are in the request already.</Notice>}
    </>
  )
}

/** Numbers beyond the limit: offered as a separate request once this one is saved. */
function Rest({ form: { rest, setRest, requestId } }: { form: RequestFormState }) {
  if (!rest) return null
  const many = `${rest.count} more ${nounOf(rest.count, 'number')}`
  return (
    <Notice tone="warn">
      A request takes at most {maxItems} items, so {many} of your list {rest.count === 1 ? 'is' : 'are'} not in this
      one.{' '}
      {requestId ? (
        <Link href={rest.href} onClick={() => setRest(null)}>
          Request the rest
        </Link>
      ) : (
        'Save this one, and then request the rest.'
      )}
    </Notice>
  )
}

function toDo(item: FormItem, items: readonly FormItem[]) {
  const [first] = Object.values(faultsOf(item))
  return `${items.indexOf(item) + 1}. ${nameOf(item)}: ${first ?? 'It is in the request already.'}`
}

const leftOut = (count: number) =>
  count === 1
    ? 'One item is not finished: it is kept on this computer only until you have finished and saved it.'
    : `${count} items are not finished: they are kept on this computer only until you have finished and saved them.`
