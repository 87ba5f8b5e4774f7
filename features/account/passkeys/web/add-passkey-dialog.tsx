import { Fingerprint } from 'lucide-react'
import { useId, useState } from 'react'
import { maxPasskeyNameLength } from '#features/account/rules.ts'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import { call } from '#kit/web/call.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { makeOnDevice } from './device-passkey.ts'
import { refusalOf } from './passkey-refusal.ts'

/** Asks for a name, then starts the browser's own dialog. */
export function AddPasskeyDialog({
  onDone,
  onClose,
}: {
  onDone: (said: string) => Promise<void>
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [added, setAdded] = useState<string>()
  const field = useId()
  const { busy, refusal, send } = useSending(field, refusalOf)

  const add = () =>
    void send(async () => {
      const { options } = await call(passkeysApi.beginPasskey, {})
      const credential = await makeOnDevice(options)
      const given = name.trim()
      const { response } = await call(passkeysApi.addPasskey, { credential, ...(given ? { name: given } : {}) })
      setAdded(response.name)
      await onDone(`The passkey ${response.name} was added.`)
    })
  return (
    <FormDialog
      title="Add a passkey"
      action="Continue"
      icon={Fingerprint}
      busy={busy}
      refused={refusal.beside}
      done={
        added && (
          <>
            <p>
              <strong>{added}</strong> is ready.
            </p>
            <p className="quiet">Next time, choose “Sign in with a passkey”. Your password goes on working too.</p>
          </>
        )
      }
      onSubmit={add}
      onClose={onClose}
    >
      <p className="quiet">Your browser asks next for your fingerprint, face, PIN or a security key.</p>
      <TextField
        id={field}
        ref={focusNow}
        error={refusal.onField}
        label="Name (optional)"
        hint="Such as “Library desk”. Left empty, it is named after the device."
        autoComplete="off"
        maxLength={maxPasskeyNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
