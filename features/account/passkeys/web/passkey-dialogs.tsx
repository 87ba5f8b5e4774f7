import { useId, useState } from 'react'
import { maxPasskeyNameLength } from '#features/account/rules.ts'
import { type Passkey, passkeysApi } from '#features/account/sign-in/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { forgetOnDevice } from './device-passkey.ts'
import { refusalOf } from './passkey-refusal.ts'

type Shown = Dated<Passkey>
export type PasskeyWish = { does: 'add' } | { does: 'rename' | 'remove'; passkey: Shown }
type Ends = { onDone: (said: string) => Promise<void>; onClose: () => void }

export function PasskeyDialogs({ wish, ...ends }: Ends & { wish: PasskeyWish }) {
  if (wish.does === 'add') return <AddPasskeyDialog {...ends} />
  if (wish.does === 'rename') return <RenameDialog passkey={wish.passkey} {...ends} />
  return <RemoveDialog passkey={wish.passkey} {...ends} />
}

function RenameDialog({ passkey, onDone, onClose }: Ends & { passkey: Shown }) {
  const [name, setName] = useState(passkey.name)
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, refusalOf)
  const rename = () => {
    const wanted = name.trim()
    if (wanted === passkey.name) return onClose()
    if (wanted === '') return refuse({ onField: 'Please enter a name.' })
    void send(async () => {
      await call(passkeysApi.renamePasskey, { id: passkey.id, name: wanted })
      await onDone(`The passkey is now called ${wanted}.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title="Rename passkey"
      action="Rename"
      busy={busy}
      refused={refusal.beside}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        id={field}
        label="Name"
        autoComplete="off"
        maxLength={maxPasskeyNameLength}
        ref={focusNow}
        value={name}
        error={refusal.onField}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

function RemoveDialog({ passkey, onDone, onClose }: Ends & { passkey: Shown }) {
  const remove = async () => {
    try {
      await forgetOnDevice(await call(passkeysApi.removePasskey, { id: passkey.id }))
      await onDone(`The passkey ${passkey.name} was removed.`)
    } catch (error) {
      return problemOf(error).messages
    }
  }
  return (
    <ConfirmDialog title="Remove this passkey?" action="Remove" onConfirm={remove} onClose={onClose}>
      <p>
        <strong>{passkey.name}</strong>
      </p>
      <p className="quiet">
        It cannot be used to sign in any more; your password can. Sessions that were begun with it go on until you end
        them.
      </p>
    </ConfirmDialog>
  )
}
