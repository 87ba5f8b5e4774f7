import { Lock, RotateCw } from 'lucide-react'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import type { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox } from '#ui/notices.tsx'
import { addressOfSearch, searchByWords } from './search-links.ts'
import { emptySearch } from './search-state.ts'

const searchFailed = "We're unable to perform the search. Please try again later"

/** Why there are no results: not authorised, not understood, or temporarily failing. */
export function SearchFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.code === 'visitor_depth') return <SignInToGoOn problem={problem} />
  if (problem.status === 403) return <Unauthorised problem={problem} onRetry={onRetry} />
  if (problem.status === 400) return <ErrorBox title="Please change the search" messages={problem.messages} />
  return <ErrorBox messages={[searchFailed]} onRetry={onRetry} />
}

/** Not authorised; on the discovery home also if there is no reply at all. */
export const Unauthorised = ({ problem, onRetry }: { problem: Problem; onRetry: () => void }) => (
  <EmptyState icon={Lock} title="You cannot search the catalogue at present" hint={problem.messages[0]}>
    {problem.status === 403 ? (
      <LinkButton href="/subscriptions">See your subscriptions</LinkButton>
    ) : (
      <Button icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    )}
  </EmptyState>
)

const SignInToGoOn = ({ problem }: { problem: Problem }) => (
  <EmptyState icon={Lock} title="Sign in to see more of this search" hint={problem.messages[0]}>
    <LinkButton look="main" href={signInAddress(window.location.pathname + window.location.search)}>
      Sign in
    </LinkButton>
  </EmptyState>
)

/** A reply that exceeds the render time-out. */
export const SearchLate = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorBox messages={[genericSentence]} onRetry={onRetry} />
)

/** Shown for an unreadable search, instead of another search's results. */
export const SearchUnreadable = ({ words }: { words: string }) => (
  <EmptyState
    title="The search in this address cannot be read"
    hint="It may have been cut off when the address was copied."
  >
    {words && <LinkButton href={searchByWords(words)}>Search for “{words}”</LinkButton>}
    <LinkButton href={addressOfSearch(emptySearch)}>Show all records</LinkButton>
  </EmptyState>
)
