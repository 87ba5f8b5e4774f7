import { Lock } from 'lucide-react'
import type { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { headingProblem } from '../contract.ts'
import { thesaurusAddress } from './headings-parts.tsx'

/** Refused at the search field, where what is wrong can be mended. */
export const isMendedInField = (problem: Problem | null): boolean => problem?.code === 'leading_wildcard'

/** Why there are no headings: not authorised, not understood, or not working just now. */
export function ThesaurusFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 403)
    return (
      <EmptyState icon={Lock} title="You cannot search the headings at present" hint={problem.messages[0]}>
        <LinkButton href="/subscriptions">See your subscriptions</LinkButton>
      </EmptyState>
    )
  if (problem.status === 400) return <ErrorBox title="Please change the search" messages={problem.messages} />
  return <ErrorBox messages={headingProblem('search_unavailable').messages} onRetry={onRetry} />
}

/** A reply that has not come within the render time-out. */
export const ThesaurusLate = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorBox messages={[genericSentence]} onRetry={onRetry} />
)

/** The address is a search that is none: shown instead of another search's headings. */
export const ThesaurusUnreadable = () => (
  <EmptyState
    title="The search in this address cannot be read"
    hint="It may have been cut off when the address was copied."
  >
    <LinkButton href={thesaurusAddress({ query: '' })}>Begin a new search</LinkButton>
  </EmptyState>
)
