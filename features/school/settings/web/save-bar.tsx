import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { saved } from './setting-labels.ts'
import type { useSettingsForm } from './use-settings-form.ts'

/** Stays visible below the form: the number of unsaved changes, and actions for them. */
export function SaveBar({ form, state }: { form: string; state: ReturnType<typeof useSettingsForm> }) {
  const { count, busy, done } = state
  const notice = useRef<HTMLParagraphElement>(null)
  // The pressed button is now disabled.
  useEffect(() => {
    if (done) notice.current?.focus()
  }, [done])
  const discard = () => {
    state.discard()
    announce('Your changes are discarded')
    notice.current?.focus()
  }
  return (
    <div className="save-bar sticky-foot cluster gap-8">
      <p className={done ? 'told done ink-ok weight-550 text-small' : 'told aside'} tabIndex={-1} ref={notice}>
        {count > 0 ? (
          counted(count)
        ) : done ? (
          <>
            <Icon of={Check} small />
            {saved}
          </>
        ) : (
          'Nothing has been changed'
        )}
      </p>
      {count > 0 && (
        <>
          <a className="to-preview" href="#settings-preview">
            Preview
          </a>
          <Button onClick={discard}>Discard</Button>
        </>
      )}
      <Button type="submit" form={form} look="main" busy={busy} disabled={count === 0}>
        Save
      </Button>
    </div>
  )
}

export const counted = (count: number): string =>
  count === 1 ? 'One change is not saved' : `${count} changes are not saved`
