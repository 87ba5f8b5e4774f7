import type { FormEvent } from 'react'
import type { CurrentUser, Customer, Organisation } from '#features/account/contract.ts'
import { schoolTypes, yearLevels } from '#features/school/organisation/rules.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { DetailsButtons } from './details-buttons.tsx'
import { Facts } from './facts.tsx'
import { OnlyPrimary } from './only-primary.tsx'
import { PinField } from './pin-field.tsx'
import { useDetailsForm } from './use-details-form.ts'
import { usePin } from './use-pin.ts'

type Known = { me: CurrentUser; customer: Customer; organisation: Organisation }

/** A school's type and year levels. */
export function SchoolKind({ me, customer, organisation }: Known) {
  if (me.user.roles.includes('primary-contact')) return <OwnKind {...{ me, customer, organisation }} />
  return (
    <>
      <OnlyPrimary customer={customer} />
      <Kind organisation={organisation} />
    </>
  )
}

const Kind = ({ organisation: { type, yearLevel } }: { organisation: Organisation }) => (
  <Facts
    facts={[
      ['School type', type],
      ['Year level', yearLevel],
    ]}
  />
)

function OwnKind({ me, customer, organisation }: Known) {
  const { unlocked } = usePin()
  const state = useDetailsForm(customer, organisation, me.user.id, 'school-kind')
  const { values, refused, change, save, pin } = state
  if (!unlocked && state.count === 0) return <Kind organisation={organisation} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const choice = (name: 'type' | 'yearLevel', legend: string, choices: readonly string[]) => (
    <fieldset>
      <legend className="pb-4 weight-600">{legend}</legend>
      {choices.map((each) => (
        <label key={each} className="check">
          <input
            type="radio"
            name={`school-${name}`}
            checked={values[name] === each}
            onChange={() => change({ [name]: each })}
          />
          <span>{each}</span>
        </label>
      ))}
    </fieldset>
  )
  return (
    <form className="school-form stack gap-16 max-640" noValidate onSubmit={submit}>
      {refused && <ErrorBox title={refused[0]!} messages={refused.slice(1)} />}
      {pin.wanted && <PinField id="kind-pin" pin={pin.value} error={pin.error} onChange={pin.change} />}
      <div className="pair stack gap-16 one-column-640">
        {choice('type', 'School type', schoolTypes)}
        {choice('yearLevel', 'Year level', yearLevels)}
      </div>
      <DetailsButtons state={state} />
    </form>
  )
}
