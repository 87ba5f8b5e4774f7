import type { FormEvent } from 'react'
import type { DetailName } from '#features/account/contract.ts'
import { TextField } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { AddressFields } from './address-parts.tsx'
import { labels } from './detail-labels.ts'
import { DetailsButtons } from './details-buttons.tsx'
import { PinField } from './pin-field.tsx'
import { fieldId, type useDetailsForm } from './use-details-form.ts'

/** Name and address of a school. */
export function DetailsForm({ state }: { state: ReturnType<typeof useDetailsForm> }) {
  const { values, faults, refused, change, save, pin } = state
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const text = (name: DetailName) => ({
    id: fieldId(name),
    label: labels[name],
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <form className="school-form stack gap-16 max-640" noValidate onSubmit={submit}>
      {refused && <ErrorBox title={refused[0]!} messages={refused.slice(1)} />}
      {pin.wanted && <PinField id="details-pin" pin={pin.value} error={pin.error} onChange={pin.change} />}
      <TextField required {...text('name')} autoComplete="organization" />
      <AddressFields value={values} ids={fieldId} faults={faults} onChange={change} />
      <TextField
        {...text('deliveryAddress')}
        rows={4}
        hint="If parcels go elsewhere: the name, street, suburb, postcode and country"
      />
      <DetailsButtons state={state} />
    </form>
  )
}
