import { Component, type ReactNode, Suspense } from 'react'
import { Problem } from '#kit/problem.ts'
import { generalSentence } from '#kit/web/fetch-json.ts'
import { ErrorBox } from './notices.tsx'
import { toastFailure } from './overlay/toast.tsx'

/**
 * A part whose script is loaded after its screen's. If that fails, the screen and its input stay: a part with a
 * `fallback` shows the failure in its place, one without (a dialog) in a toast, and a `quiet` one, which no one opened,
 * is omitted. Failed calls are shown by the screen.
 */
export class LazyPart extends Component<
  { fallback?: ReactNode; quiet?: boolean; children: ReactNode },
  { error?: Error }
> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError = (error: Error) => ({ error })

  override componentDidCatch(error: Error) {
    const { quiet, fallback } = this.props
    if (!quiet && !fallback && !(error instanceof Problem)) toastFailure(error)
  }

  override render() {
    const { error } = this.state
    const { quiet, fallback, children } = this.props
    if (error instanceof Problem) throw error
    if (!error) return <Suspense fallback={fallback}>{children}</Suspense>
    // A script that failed to load stays failed until the page is reloaded.
    return fallback && !quiet ? (
      <ErrorBox messages={[generalSentence()]} onRetry={() => window.location.reload()} />
    ) : null
  }
}
