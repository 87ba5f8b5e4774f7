import { lazy } from 'react'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import { LazyPart } from '../lazy-part.tsx'

export type Summary = {
  errors: readonly { id?: string; text: string }[]
  /**
   * Another value for each refused submission, and the same while its errors are corrected: the summary takes the focus
   * when it changes, and never from someone who is typing. Nothing (0, undefined) leaves the focus where it is.
   */
  refusal: unknown
  title?: string
}

const load = () => import('./error-summary-drawn.tsx')
const prepare = () => void load().catch(() => undefined)
const Drawn = lazy(async () => ({ default: (await load()).ErrorSummaryDrawn }))

/** Above a refused form: its errors in the order of the fields, each a link to its field by id. */
export function ErrorSummary(summary: Summary) {
  useWhenIdle(prepare)
  return (
    summary.errors.length > 0 && (
      <LazyPart>
        <Drawn {...summary} />
      </LazyPart>
    )
  )
}
