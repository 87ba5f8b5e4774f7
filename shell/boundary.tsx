import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInAddress } from '#features/account/web/account-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { renderTimeoutMs } from '#kit/web/call.ts'
import { generalSentence, problemOf } from '#kit/web/fetch-json.ts'
import { type ScreenFailureProps, useDrawn, useLocation, useMoving } from '#kit/web/router.tsx'
import { pageLanguage } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { words } from './messages/messages.ts'

const reload = () => window.location.reload()

/**
 * Shown before the first screen. Renders nothing at first, so that a fast screen does not flicker, unless the server has
 * drawn it.
 */
export function ScreenWaiting() {
  const since = useWaiting(true, useDrawn() ? 'a while' : 'just now')
  if (since === 'just now') return null
  if (since === 'too long') return <ErrorBox messages={[generalSentence()]} onRetry={reload} />
  return (
    <div className="screen-waiting" role="status" lang={pageLanguage()}>
      <span className="only-heard">{words.loading}</span>
      <Skeleton width="34%" />
      <Skeleton lines={3} width="70%" />
    </div>
  )
}

/** A line under the header while the next screen loads and the former one is still shown. */
export function MovingBar() {
  const since = useWaiting(useMoving())
  if (since === 'just now') return null
  if (since === 'too long')
    return (
      <div className="moving-failed">
        <ErrorBox messages={[generalSentence()]} onRetry={reload} />
      </div>
    )
  return (
    <div className="moving-bar" role="status">
      <span className="only-heard">{words.loading}</span>
    </div>
  )
}

function useWaiting(waiting: boolean, first: 'just now' | 'a while' = 'just now') {
  const [since, setSince] = useState<'just now' | 'a while' | 'too long'>(first)
  useEffect(() => {
    if (!waiting) return
    const soon = setTimeout(() => setSince('a while'), 150)
    const late = setTimeout(() => setSince('too long'), renderTimeoutMs)
    return () => {
      clearTimeout(soon)
      clearTimeout(late)
      setSince('just now')
    }
  }, [waiting])
  return since
}

/** Replaces a screen that could not be shown. Its words are the frame’s, regardless of the screen’s language. */
export const ScreenFailure = (props: ScreenFailureProps) => (
  <div lang={pageLanguage()}>
    <Failure {...props} />
  </div>
)

function Failure({ error, retry }: ScreenFailureProps) {
  const cache = useQueryClient()
  const here = useLocation().href
  const problem = error instanceof Problem ? error : undefined
  useEffect(() => {
    if (!problem) console.error(error)
  }, [problem, error])
  // A script that failed to load stays failed until the page is reloaded.
  const again = () => {
    if (!problem) return reload()
    cache.removeQueries({ predicate: (query) => query.state.status === 'error' })
    retry()
  }
  const unreachable = problem?.status === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is new at every drawing
  useEffect(() => {
    if (!unreachable) return
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [unreachable])
  if (problem?.status === 404)
    return (
      <EmptyState top title={words.nothingHere} hint={problem.messages[0]}>
        <LinkButton href="/discover/results/">{words.searchCatalogue}</LinkButton>
      </EmptyState>
    )
  if (problem?.code === 'sign_in_required')
    return (
      <EmptyState top title={words.pleaseSignIn} hint={words.forCustomers}>
        <LinkButton look="main" href={signInAddress(here)}>
          {words.signIn}
        </LinkButton>
      </EmptyState>
    )
  return <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
}
