import { Lock, RotateCw } from 'lucide-react'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import type { Problem } from '#kit/problem.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { words as say } from '../messages.ts'
import { addressOfSearch, searchByWords } from './search-links.ts'
import { emptySearch } from './search-state.ts'

type Refused = { problem: Problem; onRetry: () => void }

/** A search that this person may not make, or not without signing in. */
export const SearchRefused = ({ problem, onRetry }: Refused) =>
  problem.code === 'visitor_depth' ? (
    <SignInToGoOn problem={problem} />
  ) : (
    <Unauthorised problem={problem} onRetry={onRetry} />
  )

/** Not authorised; on the discovery home also if there is no reply at all. */
export const Unauthorised = ({ problem, onRetry }: Refused) => (
  <EmptyState icon={Lock} title={say.mayNotSearch} hint={problem.messages[0]}>
    {problem.status === 403 ? (
      <LinkButton href="/subscriptions">{say.viewSubscriptions}</LinkButton>
    ) : (
      <Button icon={RotateCw} onClick={onRetry}>
        {say.tryAgain}
      </Button>
    )}
  </EmptyState>
)

/** Beyond what a visitor's network may search in an hour. */
const SignInToGoOn = ({ problem }: { problem: Problem }) => (
  <EmptyState icon={Lock} title={say.signInForMore} hint={problem.messages[0]}>
    <LinkButton look="main" href={signInAddress(window.location.pathname + window.location.search)}>
      {say.signIn}
    </LinkButton>
  </EmptyState>
)

/** Shown for an unreadable search, instead of another search's results. */
export const SearchUnreadable = ({ words }: { words: string }) => (
  <EmptyState title={say.unreadable} hint={say.partMissing}>
    {words && <LinkButton href={searchByWords(words)}>{say.searchFor({ words })}</LinkButton>}
    <LinkButton href={addressOfSearch(emptySearch)}>{say.showAll}</LinkButton>
  </EmptyState>
)
