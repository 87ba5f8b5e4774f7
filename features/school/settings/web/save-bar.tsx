import { lazy, useEffect, useRef, useState } from 'react'
import { settingsApi } from '#features/school/settings/contract.ts'
import { formatDate } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { SaveBeforeLeaving } from '#ui/form/save-before-leaving.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Done } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
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
    announce('Changes discarded')
    notice.current?.focus()
  }
  return (
    <>
      <div className="save-bar sticky-foot cluster gap-8">
        {done && count === 0 ? (
          <Done ref={notice}>{saved}</Done>
        ) : (
          <p className="told aside" tabIndex={-1} ref={notice}>
            {count > 0 ? counted(count) : 'No changes'}
          </p>
        )}
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
      <SaveBeforeLeaving unsaved={count > 0} title="Leave without saving?" action="Save and leave" save={state.save}>
        <p>{counted(count)}. We’ll keep your choices in this window, but files use the saved settings.</p>
      </SaveBeforeLeaving>
    </>
  )
}

const counted = (count: number): string => (count === 1 ? 'One unsaved change' : `${count} unsaved changes`)

const ChangesDialog = lazy(async () => ({ default: (await import('./changes-dialog.tsx')).ChangesDialog }))

/** The last change of settings, with a link to all. Empty if there is none, or if it cannot be loaded. */
export function LastChange({ customerId }: { customerId: string }) {
  const { reply } = useLatestReply(settingsApi.settingsChanges, { id: customerId })
  const [open, setOpen] = useState(false)
  const last = reply?.response[0]
  if (!last) return null
  return (
    <>
      <span className="last-change">
        Changed by {last.changedBy}
        {last.changedDate && ` on ${formatDate(last.changedDate, 'long')}`}.{' '}
        <TextButton onClick={() => setOpen(true)}>All changes</TextButton>
      </span>
      {open && (
        <LazyPart>
          <ChangesDialog changes={reply.response} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
