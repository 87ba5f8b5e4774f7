import './organisation.css'
import type { FormEvent } from 'react'
import {
  type CurrentUser,
  type Customer,
  type DetailName,
  detailNames,
  type Organisation,
} from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { AddressFields } from './address-parts.tsx'
import { labels } from './detail-labels.ts'
import { DetailsButtons } from './details-buttons.tsx'
import { Facts } from './facts.tsx'
import { NotForOthers } from './not-for-others.tsx'
import { OnlyPrimary } from './only-primary.tsx'
import { PinBox } from './pin-box.tsx'
import { PinField } from './pin-field.tsx'
import { SchoolHead } from './school-head.tsx'
import { fieldId, useDetailsForm } from './use-details-form.ts'
import { usePin } from './use-pin.ts'

export function SchoolDetailsScreen() {
  const me = useCurrentUser()
  if (!me?.customer?.organisation || !isSchoolStaff(me)) return <NotForOthers me={me} title="School details" />
  const { customer } = me
  return (
    <div className="organisation-screen">
      <SchoolHead title="School details" at="/schoolDetails" />
      {me.user.roles.includes('primary-contact') ? (
        <OwnDetails me={me} customer={customer} organisation={customer.organisation!} />
      ) : (
        <>
          <OnlyPrimary customer={customer} />
          <Address customer={customer} organisation={customer.organisation!} />
        </>
      )}
    </div>
  )
}

type Known = { customer: Customer; organisation: Organisation }

function OwnDetails({ me, customer, organisation }: Known & { me: CurrentUser }) {
  const { unlocked } = usePin()
  const state = useDetailsForm(customer, organisation, me.user.id, 'school-details')
  // Does not interrupt someone who is about to save: the form itself requires the PIN again.
  const editing = unlocked || state.count > 0
  return (
    <>
      {!state.pin.wanted && (
        <PinBox customerId={customer.id}>Details are locked. Enter your school’s PIN to change them.</PinBox>
      )}
      {editing ? <DetailsForm state={state} /> : <Address customer={customer} organisation={organisation} />}
    </>
  )
}

function Address({ customer, organisation }: Known) {
  return (
    <Facts
      facts={[
        ['Customer number', customer.customerNo],
        ...detailNames.map((name): [string, string] => [labels[name], organisation[name]]),
      ]}
    />
  )
}

/** Name and address of a school. */
function DetailsForm({ state }: { state: ReturnType<typeof useDetailsForm> }) {
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
        hint="If parcels go elsewhere: street, suburb, postcode and country"
      />
      <DetailsButtons state={state} />
    </form>
  )
}
