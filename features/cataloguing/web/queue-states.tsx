import type { ReactNode } from 'react'
import { type QueueState, queueStates } from '#features/cataloguing/rules.ts'
import { Link } from '#ui/link.tsx'
import { stateNames, wholeQueue } from './work-words.ts'

/** The parts of the queue, each with how much is in it. */
export function QueueStates({
  chosen,
  counts,
  hrefOf,
}: {
  chosen: string | undefined
  counts: Partial<Record<QueueState, number>> | undefined
  hrefOf: (state: QueueState | undefined) => string
}) {
  const all = counts && wholeQueue.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  return (
    <nav className="queue-states" aria-label="Parts of the queue">
      <Part href={hrefOf(undefined)} on={chosen === undefined} count={all}>
        All
      </Part>
      {queueStates.map((state) => (
        <Part key={state} href={hrefOf(state)} on={chosen === state} count={counts && (counts[state] ?? 0)}>
          {stateNames[state]}
        </Part>
      ))}
    </nav>
  )
}

const Part = ({
  href,
  on,
  count,
  children,
}: {
  href: string
  on: boolean
  count: number | undefined
  children: ReactNode
}) => (
  <Link href={href} aria-current={on || undefined} className={count === 0 ? 'none' : undefined}>
    {children} <span className="count">{count?.toLocaleString()}</span>
  </Link>
)
