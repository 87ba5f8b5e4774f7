import { useId, useState } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { providerRoles, roleNames, schoolRoles } from '#features/desk/rules.ts'
import { isOfProvider, may, type Role } from '#kit/roles.ts'
import { call } from '#kit/web/call.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { OrganisationField } from './organisation-field.tsx'

/** `organisation`: the organisation to add to; else it is chosen here. */
export function AddPerson({
  organisation,
  onClose,
}: {
  organisation?: { id: string; name: string }
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const me = useCurrentUser()
  const [given, setGiven] = useState({ firstName: '', lastName: '', email: '', role: 'staff' as Role })
  const [chosen, setChosen] = useState(organisation)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const ofProvider = isOfProvider(given.role)
  const roles = [...schoolRoles, ...(!organisation && may(roleOf(me), 'administrator') ? providerRoles : [])]
  const submit = () => {
    if (given.email.trim() === '') return refuse({ errors: { email: 'Please enter an email address.' } })
    if (!ofProvider && !chosen) return refuse({ errors: { customerId: 'Please choose an organisation.' } })
    return void send(async () => {
      const { response } = await call(deskApi.addPerson, { ...given, customerId: ofProvider ? null : chosen!.id })
      toastSuccess(`${response.username} was added. We emailed them a link to choose a password.`)
      onClose()
    })
  }
  const text = (name: 'firstName' | 'lastName' | 'email') => ({
    id: idOf(name),
    error: errors[name],
    value: given[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={organisation ? `Add a person to ${organisation.name}` : 'Add a person'}
      action="Add and email"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label="Role"
        value={given.role}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        onChange={(event) => setGiven({ ...given, role: event.target.value as Role })}
      />
      {!ofProvider && !organisation && (
        <OrganisationField
          required
          id={idOf('customerId')}
          error={errors.customerId}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <TextField label="First name" maxLength={100} {...text('firstName')} />
      <TextField label="Last name" maxLength={100} {...text('lastName')} />
      <TextField
        required
        label="Email"
        type="email"
        maxLength={254}
        hint="Also the username. We email a link to choose a password there."
        {...text('email')}
      />
    </FormDialog>
  )
}
