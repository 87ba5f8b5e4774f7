import { mergesApi } from '#features/requests/cataloguing/merges/contract.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { useFocusWhenGone } from '../../web/use-focus-when-gone.ts'
import { joinNames } from '../../web/work-labels.ts'
import { useUndoMerge } from './use-undo-merge.ts'

/** Poll interval in milliseconds: others merge and undo too. */
const pollMs = 30_000
const mostNamed = 4

/** Merges that can be undone: those of one item, or the recent ones. */
export function Merges({ itemId }: { itemId?: string }) {
  const { reply } = useLatestReply(
    mergesApi.merges,
    { ...(itemId !== undefined && { itemId }) },
    { refetchEvery: pollMs },
  )
  const { busy, undo } = useUndoMerge()
  const merges = reply?.response ?? []
  const { heading, pressed, press } = useFocusWhenGone(merges.map(({ id }) => id))
  if (merges.length === 0) return null
  return (
    <section className="mt-16" aria-labelledby="merges">
      <h2 id="merges" className="text-small no-outline" tabIndex={-1} ref={heading}>
        {itemId === undefined ? 'Recently merged' : 'Merged from'}
      </h2>
      <ul className="mt-4">
        {merges.map(({ id, mergedDate, by, items }) => {
          const names = joinNames(
            items.map(({ name }) => name),
            mostNamed,
          )
          return (
            <li key={id} className="split items-center gap-8-14 py-8 line-above">
              <div className="min-w-0 anywhere">
                <strong>{names}</strong>
                <p className="why mt-2">{[`by ${by}`, dateAndTime(mergedDate)].join(' · ')}</p>
              </div>
              <Button
                busy={busy && pressed === id}
                onClick={() => {
                  press(id)
                  void undo(id)
                }}
              >
                Undo<span className="only-heard"> the merge of {names}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
