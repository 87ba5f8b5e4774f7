import { useState } from 'react'
import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** Asks for confirmation, then shows the new key once. */
export function KeyDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const [made, setMade] = useState<string>()
  const action = first ? 'Make an access key' : 'Renew the access key'
  const make = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      setMade((await call(accessKeyApi.renewAccessKey, {})).response.newAccessKey)
    } catch (error) {
      setRefused(problemOf(error).messages)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={action}
      alert
      onClose={onClose}
      actions={
        made ? (
          <Button key="close" look="main" ref={focusNow} onClick={onClose}>
            I have noted it
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="main" busy={busy} onClick={make}>
              {action}
            </Button>
          </>
        )
      }
    >
      <div className="access-key-made stack gap-14">
        {refused && <ErrorBox messages={refused} />}
        {made ? (
          <>
            <p>Give this key to your program now. It is not shown again.</p>
            <p className="shown-once row gap-8 spread p-12-16 framed-2 rounded on-sunken anywhere">
              <code>{made}</code>
              <CopyButton text={made} label="Copy the access key" />
            </p>
          </>
        ) : (
          <p>
            The key is shown once. Whoever has it can search and download in the name of your school.
            {!first && ' Programs that use the former key stop working at once.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}
