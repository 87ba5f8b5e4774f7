import { Lock } from 'lucide-react'
import type { Problem } from '#kit/problem.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'

const searchFailed = "We're unable to perform the search. Please try again later"

/** Why there are no results: not authorised, not understood, or not working just now. */
export function SearchFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 403)
    return (
      <EmptyState icon={Lock} title="You cannot search the catalogue at present" hint={problem.messages[0]}>
        <LinkButton href="/subscriptions">See your subscriptions</LinkButton>
      </EmptyState>
    )
  if (problem.status === 400) return <ErrorBox title="Please change the search" messages={problem.messages} />
  return <ErrorBox messages={[searchFailed]} onRetry={onRetry} />
}
