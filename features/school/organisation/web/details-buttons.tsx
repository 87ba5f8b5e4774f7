import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Done } from '#ui/notices.tsx'
import { saved } from './organisation-messages.ts'
import type { useDetailsForm } from './use-details-form.ts'

/** The submit button of a details form, and the result. */
export function DetailsButtons({ state }: { state: ReturnType<typeof useDetailsForm> }) {
  const { count, busy, done, discard } = state
  const notice = useRef<HTMLParagraphElement>(null)
  // The pressed button is now disabled.
  useEffect(() => {
    if (done) notice.current?.focus()
  }, [done])
  return (
    <div className="cluster gap-8 pt-4">
      <Button type="submit" look="main" busy={busy} disabled={count === 0}>
        Save
      </Button>
      {count > 0 && <Button onClick={discard}>Discard</Button>}
      {done && <Done ref={notice}>{saved}</Done>}
    </div>
  )
}
