import { Check, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import type { RequestView } from '../../web/send-request.ts'

/** The name as a field in place: Enter saves the input, Escape restores the name. */
export function RenameInPlace({
  request,
  onRenamed,
  onEnd,
}: {
  request: RequestView
  onRenamed: (changed: DownloadRequest) => void
  onEnd: () => void
}) {
  const [name, setName] = useState(request.requestName)
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useId()
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    const requestName = name.trim()
    if (busy) return
    if (requestName === request.requestName) return onEnd()
    if (requestName === '') return setRefused('Please enter a name')
    setBusy(true)
    try {
      const { response } = await call(manageApi.renameRequest, { requestId: request.id, requestName })
      onRenamed(response)
      announce(`Request renamed to ${response.requestName}`)
      onEnd()
    } catch (error) {
      setRefused(problemOf(error).messages[0])
      setBusy(false)
    }
  }
  return (
    <form
      className="name-line flex items-start gap-6"
      noValidate
      onSubmit={rename}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd()
      }}
    >
      <h1 className="only-heard">{request.requestName || 'Download request'}</h1>
      <TextField
        id={field}
        required
        label="Request name"
        labelHidden
        ref={focusNow}
        autoComplete="off"
        maxLength={200}
        value={name}
        error={refused}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value)
          setRefused(undefined)
        }}
      />
      <Button look="main" icon={Check} type="submit" busy={busy}>
        Save name
      </Button>
      <Button look="bare" square icon={X} onClick={onEnd}>
        Cancel renaming
      </Button>
    </form>
  )
}
