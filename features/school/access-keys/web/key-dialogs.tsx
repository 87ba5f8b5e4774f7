import { KeyRound } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { accessKeysApi } from '#features/school/access-keys/contract.ts'
import { maxKeyNameLength } from '#features/school/access-keys/rules.ts'
import { dayOfMidnight, isDay } from '#kit/day.ts'
import { keyScopes } from '#kit/key-scopes.ts'
import { call } from '#kit/web/call.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { dayInFigures } from '#ui/form/typed-day.ts'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import type { AccessKeyView } from './keys-table.tsx'
import { scopeOptions } from './scope-labels.ts'

export type KeyWish = { does: 'make' } | { does: 'change' | 'renew' | 'withdraw'; accessKey: AccessKeyView }
type Ends = { onClose: () => void }

export function KeyDialogs({ wish, onClose }: Ends & { wish: KeyWish }) {
  if (wish.does === 'make') return <KeyForm onClose={onClose} />
  if (wish.does === 'change') return <KeyForm accessKey={wish.accessKey} onClose={onClose} />
  if (wish.does === 'renew') return <RenewDialog accessKey={wish.accessKey} onClose={onClose} />
  return <WithdrawDialog accessKey={wish.accessKey} onClose={onClose} />
}

/** Makes a key and shows it once, or changes one. */
function KeyForm({ accessKey, onClose }: Ends & { accessKey?: AccessKeyView }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [name, setName] = useState(accessKey?.name ?? '')
  const [scopes, setScopes] = useState(accessKey?.scopes ?? keyScopes.filter((scope) => scope !== 'people'))
  const [expires, setExpires] = useState<string>(accessKey?.expiresDate ? dayOfMidnight(accessKey.expiresDate) : '')
  const [newKey, setNewKey] = useState<string>()
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = {
      ...(name.trim() ? {} : { name: 'Please enter a name, such as the program that uses the key.' }),
      ...(scopes.length > 0 ? {} : { scopes: 'Please choose at least one.' }),
      ...(expires === '' || isDay(expires)
        ? {}
        : { expiresDate: `Please enter a date, for example ${dayInFigures('2027-12-31')}, or leave it empty.` }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const given = { name: name.trim(), scopes, expiresDate: expires || null }
    return void send(async () => {
      if (!accessKey) return setNewKey((await call(accessKeysApi.makeAccessKey, given)).newAccessKey)
      await call(accessKeysApi.changeAccessKey, { ...given, id: accessKey.id })
      toastSuccess(`The key ${given.name} was changed.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title={accessKey ? `Change ${accessKey.name}` : 'Create access key'}
      action={accessKey ? 'Save' : 'Create key'}
      icon={accessKey ? undefined : KeyRound}
      busy={busy}
      refused={refused}
      done={newKey && <NewKey text={newKey} more={scopes.includes('people') && <ScimAddress />} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id={idOf('name')}
        required
        label="Name"
        hint="For example, the program or person using the key."
        maxLength={maxKeyNameLength}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="stack gap-8" aria-describedby={errors.scopes && idOf('scopes-error')}>
        <legend className="required text-small weight-550">The key can</legend>
        {scopeOptions.map(({ scope, label }, index) => (
          <Checkbox
            key={scope}
            id={index === 0 ? idOf('scopes') : undefined}
            label={label}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              setScopes(keyScopes.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
            }
          />
        ))}
        {errors.scopes && (
          <p className="complaint" id={idOf('scopes-error')}>
            {errors.scopes}
          </p>
        )}
      </fieldset>
      {scopes.includes('people') && <ScimAddress />}
      <DateField
        id={idOf('expiresDate')}
        label="Last day (optional)"
        hint="The key works until the end of this day. Leave empty for no end date."
        value={expires}
        error={errors.expiresDate}
        onChange={setExpires}
      />
    </FormDialog>
  )
}

function RenewDialog({ accessKey, onClose }: Ends & { accessKey: AccessKeyView }) {
  return (
    <ConfirmDialog
      title={`Renew the secret for ${accessKey.name}?`}
      action="Renew secret"
      look="main"
      onConfirm={async () => {
        const { newAccessKey } = await call(accessKeysApi.renewAccessKey, { id: accessKey.id })
        return { text: <NewKey text={newAccessKey} />, close: 'I’ve saved it' }
      }}
      onClose={onClose}
    >
      <p>The current secret will stop working immediately. Give the new one to every program that uses this key.</p>
    </ConfirmDialog>
  )
}

function WithdrawDialog({ accessKey, onClose }: Ends & { accessKey: AccessKeyView }) {
  const withdraw = async () => {
    await call(accessKeysApi.withdrawAccessKey, { id: accessKey.id })
    toastSuccess(`The key ${accessKey.name} was withdrawn.`)
  }
  return (
    <ConfirmDialog title={`Withdraw ${accessKey.name}?`} action="Withdraw key" onConfirm={withdraw} onClose={onClose}>
      <p>Programs that use it will stop working immediately. You can’t undo this.</p>
    </ConfirmDialog>
  )
}

/** Identity systems ask for it as the tenant URL or SCIM connector base URL. */
function ScimAddress() {
  const address = `${location.origin}/scim/v2`
  return (
    <div className="stack gap-4 text-small">
      <p>
        Your identity system, such as Microsoft Entra ID or Okta, can add, change and remove your students and staff.
        Enter this address there, with the key as its secret token:
      </p>
      <p className="row gap-8 spread anywhere">
        <code>{address}</code>
        <CopyButton text={address} label="Copy SCIM address" />
      </p>
    </div>
  )
}

const NewKey = ({ text, more }: { text: string; more?: ReactNode }) => (
  <div className="stack gap-14">
    <p>Copy this key to your program now. We won’t show it again.</p>
    <p className="shown-once row gap-8 spread p-12-16 framed-2 rounded on-sunken anywhere">
      <code>{text}</code>
      <CopyButton text={text} label="Copy access key" />
    </p>
    {more}
  </div>
)
