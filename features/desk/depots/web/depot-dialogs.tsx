import { useId, useState } from 'react'
import { type DeskDepot, depotsApi } from '#features/school/depots/contract.ts'
import { depotErrors } from '#features/school/depots/rules.ts'
import { countryOptions } from '#features/school/organisation/web/address-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { grouped } from '#kit/web/format.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskChange, useDeskForm } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { OrganisationField } from '../../web/organisation-field.tsx'

const nothing = {
  name: '',
  streetAddress1: '',
  streetAddress2: '',
  suburbCity: '',
  state: '',
  postCode: '',
  country: 'Australia',
  note: '',
}
type Typed = typeof nothing

/** A new depot, or a change of name and address. */
export function DepotDialog({
  depot,
  again,
  onClose,
}: {
  depot: DeskDepot | undefined
  again: () => void
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [typed, setTyped] = useState<Typed>(() => (depot ? typedOf(depot) : nothing))
  const [school, setSchool] = useState(
    depot?.customerId ? { id: depot.customerId, name: depot.organisation } : undefined,
  )
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = depotErrors(typed, depot?.country)
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const changed = { ...typed, customerId: school?.id ?? null }
    return void send(async () => {
      try {
        if (depot) await call(depotsApi.changeDepot, { ...changed, depotId: depot.id, version: depot.version })
        else await call(depotsApi.addDepot, changed)
      } catch (error) {
        // The list behind the dialog then shows the other person's change.
        if (error instanceof Problem && error.status === 409) again()
        throw error
      }
      toastSuccess(depot ? `${typed.name} was changed.` : `${typed.name} was added. Schools can choose it now.`)
      onClose()
    })
  }
  const text = (name: keyof Typed) => ({
    id: idOf(name),
    error: errors[name],
    value: typed[name],
    autoComplete: 'off',
    maxLength: name === 'note' ? 1000 : name === 'postCode' ? 20 : 200,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={depot ? `Change ${depot.name}` : 'Add a depot'}
      action={depot ? 'Save' : 'Add depot'}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField required label="Name" {...text('name')} />
      <TextField required label="Street address" {...text('streetAddress1')} />
      <TextField label="Address line 2" {...text('streetAddress2')} />
      <TextField required label="Suburb or city" {...text('suburbCity')} />
      <TextField label="State" hint="Schools in this state see it first." {...text('state')} />
      <TextField label="Postcode" {...text('postCode')} />
      <Select required label="Country" {...text('country')} options={countryOptions(typed.country)} />
      <TextField
        label="Note to senders"
        hint="Shown on the postage slip, for example opening hours."
        {...text('note')}
        rows={2}
      />
      <div>
        <OrganisationField id={idOf('customerId')} error={errors.customerId} chosen={school} onChoose={setSchool} />
        <p className="quiet">Only if this depot is for one organisation, which then sees no other depot.</p>
      </div>
    </FormDialog>
  )
}

const typedOf = (depot: DeskDepot): Typed =>
  Object.fromEntries(Object.keys(nothing).map((name) => [name, depot[name as keyof Typed]])) as Typed

/** Withdraws or restores a depot; items on their way to it still arrive there. */
export function OfferDialog({ depot, onClose }: { depot: DeskDepot; onClose: () => void }) {
  const change = useDeskChange()
  const { id: depotId, name, version, withdrawn, openItems } = depot
  return (
    <ConfirmDialog
      title={withdrawn ? `Offer ${name} again?` : `Stop offering ${name}?`}
      action={withdrawn ? 'Offer again' : 'Stop offering'}
      onClose={onClose}
      onConfirm={() =>
        change(
          () => call(depotsApi.changeDepot, { depotId, version, withdrawn: !withdrawn }),
          withdrawn ? `${name} is offered again.` : `${name} is no longer offered.`,
        )
      }
    >
      <p>
        {withdrawn
          ? 'Schools in its region can choose it again.'
          : `Schools can no longer choose it. ${openItems > 0 ? `${grouped(openItems)} open items are on their way or already there; their slips still name it.` : 'No items are on their way.'}`}
      </p>
    </ConfirmDialog>
  )
}
