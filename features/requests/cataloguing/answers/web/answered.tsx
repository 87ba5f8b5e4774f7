import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Asker } from '#features/requests/cataloguing/contract.ts'
import { counted, timeOfDay } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { Neighbours } from '../../web/use-neighbours.ts'
import { joinNames } from '../../web/work-labels.ts'
import { useLeaving } from './use-leaving.ts'

export type Done = {
  items: readonly Pick<Asker, 'itemId' | 'organisation'>[]
  answerId: string | null
  /** When the emails leave; null if they have left. */
  leavesDate: string | Date | null
} & ({ kind: 'catalogued'; recordId: string; title: string } | { kind: 'declined' })

/** The answered items, with the time until which that can be undone, and a link to the next work. */
export function Answered({
  done,
  itemId,
  left,
  neighbours,
  onChange,
}: {
  done: Done
  /** Of the work. */
  itemId: string
  left: number
  neighbours: Neighbours
  /** Undone, or sent at once. */
  onChange: (done: Done | undefined) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { busy, undo, sendNow } = useLeaving(done.answerId ?? '', itemId)
  const schools = joinNames(
    done.items.map(({ organisation }) => organisation),
    3,
  )
  const { next, queue } = neighbours
  const { answerId, leavesDate } = done
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer is announced
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>('.button')
    button?.focus({ preventScroll: true })
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [answerId])
  const takeBack = async () => {
    if (!(await undo())) return
    onChange(undefined)
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <div className="answered stack gap-12 rounded mt-16 p-14-16" role="status" ref={box}>
      <Icon className="mt-2 ink-ok" of={CircleCheck} />
      <div className="stack gap-10 justify-items-start min-w-0">
        <p>
          {done.kind === 'catalogued' ? (
            <>
              Catalogued as{' '}
              {leavesDate ? (
                <strong>{done.title || `record ${done.recordId}`}</strong>
              ) : (
                <Link href={`/discover/details/${encodeURIComponent(done.recordId)}`} target="_blank" rel="noopener">
                  {done.title || `record ${done.recordId}`}
                </Link>
              )}
              .
            </>
          ) : (
            'Declined.'
          )}{' '}
          {leavesDate
            ? `We’ll send the email to ${schools} at ${timeOfDay(leavesDate)}. Until then you can undo it, and schools won’t see it.`
            : `We emailed ${schools} ${done.kind === 'catalogued' ? 'the download link' : 'the reason'}.`}
          {left > 0 && ` ${counted(left, 'item')} still to answer.`}
        </p>
        <div className="flow gap-8">
          <LinkButton look="main" icon={ArrowRight} href={next?.href ?? queue}>
            {next ? `Next: ${next.name}` : 'Back to the queue'}
          </LinkButton>
          {leavesDate && (
            <>
              <Button busy={busy} onClick={() => void takeBack()}>
                Undo
              </Button>
              <Button
                look="bare"
                busy={busy}
                onClick={async () => {
                  if (await sendNow()) onChange({ ...done, leavesDate: null })
                }}
              >
                Send now
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
