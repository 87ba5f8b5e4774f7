import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { counted } from '#kit/web/in-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { Neighbours } from './use-neighbours.ts'
import { namesInWords } from './work-labels.ts'

export type Done = { schools: readonly string[] } & (
  | { kind: 'catalogued'; recordId: string; title: string }
  | { kind: 'declined' }
)

/** The answered items, and a link to the next work. */
export function Answered({ done, left, neighbours }: { done: Done; left: number; neighbours: Neighbours }) {
  const box = useRef<HTMLDivElement>(null)
  const schools = namesInWords(done.schools, 3)
  const { next, queue } = neighbours
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer is announced
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>('.button')
    button?.focus({ preventScroll: true })
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [done])
  return (
    <div className="answered stack gap-12 rounded mt-16 p-14-16" role="status" ref={box}>
      <Icon className="mt-2 ink-ok" of={CircleCheck} />
      <div className="stack gap-10 justify-items-start min-w-0">
        <p>
          {done.kind === 'catalogued' ? (
            <>
              Catalogued as{' '}
              <Link href={`/discover/details/${encodeURIComponent(done.recordId)}`} target="_blank" rel="noopener">
                {done.title || `record ${done.recordId}`}
              </Link>
              . {schools} {done.schools.length === 1 ? 'is' : 'are'} mailed the link to download it.
            </>
          ) : (
            <>
              Declined. {schools} {done.schools.length === 1 ? 'is' : 'are'} mailed the reason.
            </>
          )}
          {left > 0 && ` ${counted(left, 'item')} still ${left === 1 ? 'waits' : 'wait'} for an answer.`}
        </p>
        <LinkButton look="main" icon={ArrowRight} href={next?.href ?? queue}>
          {next ? `Next: ${next.name}` : 'Back to the queue'}
        </LinkButton>
      </div>
    </div>
  )
}
