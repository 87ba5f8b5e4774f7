import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { DetailName } from '#features/account/contract.ts'
import { australia, australianStates } from '#features/school/organisation/rules.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { labels } from './detail-labels.ts'
import { DetailsButtons } from './details-buttons.tsx'
import { PinField } from './pin-field.tsx'
import { fieldId, type useDetailsForm } from './use-details-form.ts'

/** Name and address of a school. */
export function DetailsForm({ state }: { state: ReturnType<typeof useDetailsForm> }) {
  const { values, faults, refused, change, save, pin } = state
  const countries = useCountries(values.country)
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
      <TextField {...text('streetAddress1')} autoComplete="address-line1" />
      <TextField
        {...text('streetAddress2')}
        autoComplete="address-line2"
        hint="A building, a campus or a post office box"
      />
      <div className="pair stack gap-16 one-column-640">
        <TextField {...text('suburbCity')} autoComplete="address-level2" />
        <TextField {...text('postCode')} autoComplete="postal-code" />
      </div>
      <div className="pair stack gap-16 one-column-640">
        <Select {...text('country')} autoComplete="country-name" options={countries} />
        {values.country === australia ? (
          <Select {...text('state')} autoComplete="address-level1" options={statesWith(values.state)} />
        ) : (
          <TextField {...text('state')} autoComplete="address-level1" />
        )}
      </div>
      <TextField
        {...text('deliveryAddress')}
        rows={4}
        hint="If parcels go elsewhere: the name, street, suburb, postcode and country"
      />
      <DetailsButtons state={state} />
    </form>
  )
}

/** A saved value stays selectable, whatever it is. */
const statesWith = (state: string) =>
  [...new Set(['', state, ...australianStates])].map((value) => ({ value, label: value || 'Choose a state' }))

const address = '/public/data/countries.json'
const near = [australia, 'New Zealand']

/** Current countries, the most frequent ones first; the chosen one is always included. */
function useCountries(chosen: string) {
  const { data } = useQuery({
    queryKey: [address],
    queryFn: () => fetchJson<{ code: string; name: string }[]>(address),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Three-letter codes, and names with a span of years, belong to former states.
  const names = (data ?? []).filter(({ code, name }) => code.length === 2 && !/\d|S\.S\.R/.test(name))
  const sorted = names.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return [...new Set(['', ...near, chosen, ...sorted])].map((value) => ({ value, label: value || 'Choose a country' }))
}
