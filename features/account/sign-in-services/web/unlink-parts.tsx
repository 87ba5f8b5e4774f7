import { useId, useState } from 'react'
import { counted } from '#kit/web/format.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'

/** Unlinks one person, or everyone, from a sign-in service. `unlink` returns how many people were. */
export function UnlinkDialog({
  service,
  people,
  whose,
  unlink,
  onClose,
}: {
  service: string
  people: number
  /** `at your school`, `at every school`. */
  whose: string
  unlink: (username: string | undefined) => Promise<number>
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [everyone, setEveryone] = useState(false)
  const [username, setUsername] = useState('')
  const { busy, errors, refused, send } = useDeskForm(idOf)
  const submit = () =>
    send(async () => {
      const count = await unlink(everyone ? undefined : username)
      toastSuccess(`${counted(count, 'person was', 'people were')} unlinked from ${service}.`)
      onClose()
    })
  return (
    <FormDialog
      title={`Unlink people from ${service}`}
      action="Unlink"
      busy={busy}
      refused={refused}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        Do this if {service} gave people new identities, for example after it was rebuilt. They keep their accounts, are
        signed out now, and are linked again by email address when they next sign in.
      </p>
      <Select
        id={idOf('whom')}
        label="Unlink"
        value={everyone ? 'everyone' : 'one'}
        options={[
          { value: 'one', label: 'One person' },
          { value: 'everyone', label: `Everyone ${whose} (${counted(people, 'person', 'people')})` },
        ]}
        onChange={({ target }) => setEveryone(target.value === 'everyone')}
      />
      {!everyone && (
        <TextField
          id={idOf('username')}
          label="Username or email address"
          error={errors.username}
          value={username}
          onChange={({ target }) => setUsername(target.value)}
        />
      )}
    </FormDialog>
  )
}
