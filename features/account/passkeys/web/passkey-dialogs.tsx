import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { maxPasskeyNameLength } from '#features/account/rules.ts'
import { type Passkey, passkeysApi } from '#features/account/sign-in/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { refusalAt } from '#ui/form/use-sending.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { forgetOnDevice, makeOnDevice } from './device-passkey.ts'

type PasskeyView = Dated<Passkey>
export type PasskeyWish = { does: 'add' } | { does: 'rename' | 'remove'; passkey: PasskeyView }
type Ends = { onDone: (said: string) => Promise<void>; onClose: () => void }

export function PasskeyDialogs({ wish, ...ends }: Ends & { wish: PasskeyWish }) {
  if (wish.does === 'add') return <AddDialog {...ends} />
  if (wish.does === 'rename') return <RenameDialog passkey={wish.passkey} {...ends} />
  return <RemoveDialog passkey={wish.passkey} {...ends} />
}

/** Reads a name, then starts the browser's own dialog. */
function AddDialog({ onDone, onClose }: Ends) {
  const [added, setAdded] = useState<string>()
  return (
    <TextDialog
      title="Add a passkey"
      action="Continue"
      icon={Fingerprint}
      label="Name (optional)"
      hint="For example, “Library desk”. Leave it empty to name it after the device."
      maxLength={maxPasskeyNameLength}
      refusalOf={refusalAt('name')}
      onSave={async (name) => {
        const { options } = await call(passkeysApi.beginPasskey, {})
        const credential = await makeOnDevice(options)
        const { response } = await call(passkeysApi.addPasskey, { credential, ...(name ? { name } : {}) })
        setAdded(response.name)
        await onDone(`Passkey ${response.name} added.`)
      }}
      done={
        added && (
          <>
            <p>
              <strong>{added}</strong> is ready.
            </p>
            <p className="quiet">Next time, choose “Sign in with a passkey”. Your password still works too.</p>
          </>
        )
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="quiet">Your browser will ask for your fingerprint, face, PIN or a security key.</p>
          {field}
        </>
      )}
    </TextDialog>
  )
}

function RenameDialog({ passkey: { id, name: former }, onDone, onClose }: Ends & { passkey: PasskeyView }) {
  return (
    <TextDialog
      title="Rename passkey"
      action="Rename"
      label="Name"
      initial={former}
      maxLength={maxPasskeyNameLength}
      missing="Please enter a name."
      refusalOf={refusalAt('name')}
      onSave={async (name) => {
        if (name !== former) {
          await call(passkeysApi.renamePasskey, { id, name })
          await onDone(`Passkey renamed to ${name}.`)
        }
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ passkey, onDone, onClose }: Ends & { passkey: PasskeyView }) {
  const remove = async () => {
    await forgetOnDevice(await call(passkeysApi.removePasskey, { id: passkey.id }))
    await onDone(`Passkey ${passkey.name} removed.`)
  }
  return (
    <ConfirmDialog title="Remove this passkey?" action="Remove" onConfirm={remove} onClose={onClose}>
      <p>
        <strong>{passkey.name}</strong>
      </p>
      <p className="quiet">
        You can no longer sign in with it; your password still works. Sessions started with it continue until you end
        them.
      </p>
    </ConfirmDialog>
  )
}
