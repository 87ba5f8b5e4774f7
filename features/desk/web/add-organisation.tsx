import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { AddressFields } from '#features/school/organisation/web/address-parts.tsx'
import { addressFaults, emptyAddress } from '#kit/address-faults.ts'
import { call } from '#kit/web/call.ts'
import { goTo } from '#kit/web/history.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'

const nothing = { name: '', emailDomain: '', firstName: '', lastName: '', email: '' }

export function AddOrganisation({ onClose }: { onClose: () => void }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [given, setGiven] = useState(nothing)
  const [address, setAddress] = useState(emptyAddress)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = {
      ...(given.name.trim() ? {} : { name: 'Please enter the name.' }),
      ...(given.email.trim() ? {} : { email: 'Please enter an email address.' }),
      ...addressFaults(address, { complete: false }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    return void send(async () => {
      const { response } = await call(deskApi.addOrganisation, { ...given, address })
      const mailed = response.mailedTo ? ` We emailed ${response.mailedTo} a link to choose a password.` : ''
      toastSuccess(`${given.name} was added with the number ${response.customerNo}.${mailed}`)
      onClose()
      goTo(`/desk/organisations/${encodeURIComponent(response.id)}`)
    })
  }
  const text = (name: keyof typeof nothing) => ({
    id: idOf(name),
    error: errors[name],
    value: given[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title="Add an organisation"
      action="Add and email"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField required label="Name" maxLength={200} {...text('name')} />
      <TextField label="Email domain" maxLength={200} placeholder="school.example" {...text('emailDomain')} />
      <h3>Address</h3>
      <p className="why">The organisation can complete it later, but must do so before ordering.</p>
      <AddressFields
        own={false}
        value={address}
        faults={errors}
        ids={idOf}
        onChange={(change) => setAddress({ ...address, ...change })}
      />
      <h3>Primary contact</h3>
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
