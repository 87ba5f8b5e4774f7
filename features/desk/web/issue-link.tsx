import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { issuedPurposes, purposeNames } from '#features/desk/rules.ts'
import { AddressFields } from '#features/school/organisation/web/address-parts.tsx'
import { addressFaults, emptyAddress } from '#kit/address-faults.ts'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { Checkbox, Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { IssuedLink } from './issued-link.tsx'
import { OrganisationField } from './organisation-field.tsx'

const nobody = { organisation: '', firstName: '', lastName: '', email: '' }

/**
 * Issues a one-time link for a trial, complimentary access or a consent. `organisation`: its recipient; else it is
 * chosen here.
 */
export function IssueLink({
  organisation,
  onClose,
}: {
  organisation?: { id: string; name: string }
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [purpose, setPurpose] = useState<(typeof issuedPurposes)[number]>('free-trial')
  const [isNew, setIsNew] = useState(false)
  const [chosen, setChosen] = useState(organisation)
  const [applicant, setApplicant] = useState(nobody)
  const [address, setAddress] = useState(emptyAddress)
  const [days, setDays] = useState('30')
  const [mail, setMail] = useState(true)
  const [issued, setIssued] = useState<{ address: string; mailedTo: string }>()
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const mails = purpose !== 'privacy-consent'
  const submit = () => {
    const linkDays = Number(days)
    const wrong = {
      ...(!isNew && !chosen ? { customerId: 'Please choose an organisation.' } : {}),
      ...(isNew && !applicant.organisation.trim() ? { organisation: 'Please enter the name.' } : {}),
      ...(isNew && !applicant.email.trim() ? { email: 'Please enter an email address.' } : {}),
      ...(isNew ? addressFaults(address, { complete: false }) : {}),
      ...(Number.isInteger(linkDays) && linkDays >= 1 && linkDays <= 365
        ? {}
        : { linkDays: 'Please enter a number from 1 to 365.' }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    return void send(async () => {
      const whom = isNew ? { applicant: { ...applicant, address } } : { customerId: chosen!.id }
      const { response } = await call(deskApi.issueDeskLink, { purpose, ...whom, linkDays, mail: mail && mails })
      setIssued(response)
      announce('The link was issued.')
    })
  }
  const text = (name: keyof typeof nobody) => ({
    id: idOf(name),
    error: errors[name],
    value: applicant[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setApplicant({ ...applicant, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={organisation ? `Issue a one-time link to ${organisation.name}` : 'Issue a one-time link'}
      action="Issue"
      busy={busy}
      refused={refused}
      done={
        issued && (
          <>
            {issued.mailedTo && <p>We emailed it to {issued.mailedTo}.</p>}
            <IssuedLink address={issued.address} />
          </>
        )
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label="For"
        value={purpose}
        options={issuedPurposes.map((value) => ({ value, label: purposeNames[value] }))}
        onChange={(event) => setPurpose(event.target.value as typeof purpose)}
      />
      {!organisation && (
        <Checkbox
          label="The organisation has no account yet"
          checked={isNew}
          onChange={(event) => setIsNew(event.target.checked)}
        />
      )}
      {isNew ? (
        <>
          <TextField required label="Organisation" maxLength={200} {...text('organisation')} />
          <AddressFields
            own={false}
            value={address}
            faults={errors}
            ids={idOf}
            onChange={(change) => setAddress({ ...address, ...change })}
          />
          <TextField label="First name" maxLength={100} {...text('firstName')} />
          <TextField label="Last name" maxLength={100} {...text('lastName')} />
          <TextField required label="Email" type="email" maxLength={254} {...text('email')} />
        </>
      ) : organisation ? null : (
        <OrganisationField
          required
          id={idOf('customerId')}
          error={errors.customerId}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <TextField
        id={idOf('linkDays')}
        required
        label="Days until the link expires"
        inputMode="numeric"
        error={errors.linkDays}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      {mails && (
        <Checkbox
          label={isNew ? 'Email it to this address' : 'Email it to the primary contact'}
          checked={mail}
          onChange={(event) => setMail(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
