import { Lock, RotateCw } from 'lucide-react'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import type { Problem } from '#kit/problem.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { addressOfSearch, searchByWords } from './search-links.ts'
import { emptySearch } from './search-state.ts'

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

/** Beyond what a visitor's network may search in an hour. */
export const SignInToGoOn = ({ problem }: { problem: Problem }) => (
  <EmptyState icon={Lock} title="Sign in to see more of this search" hint={problem.messages[0]}>
    <LinkButton look="main" href={signInAddress(window.location.pathname + window.location.search)}>
      Sign in
    </LinkButton>
  </EmptyState>
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
