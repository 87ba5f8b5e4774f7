import { type AddressFaults, statesOf } from '#kit/address-faults.ts'
import type { Address } from '#kit/address-lines.ts'
import { countries } from '#kit/countries.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { labels } from './detail-labels.ts'

/** The fields of a postal address. `autoComplete`: it is the reader's own. */
export function AddressFields({
  value,
  faults,
  ids,
  own = true,
  onChange,
}: {
  value: Address
  faults: AddressFaults
  ids: (field: keyof Address) => string
  /** Whether it is the address of the reader's organisation, which the browser may know. */
  own?: boolean
  onChange: (change: Partial<Address>) => void
}) {
  const field = (name: keyof Address, autoComplete: string) => ({
    id: ids(name),
    label: labels[name],
    value: value[name],
    error: faults[name],
    autoComplete: own ? autoComplete : 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const states = statesOf(value.country)
  return (
    <>
      <TextField {...field('streetAddress1', 'address-line1')} />
      <TextField {...field('streetAddress2', 'address-line2')} hint="A building, a campus or a post office box" />
      <div className="pair stack gap-16 one-column-640">
        <TextField {...field('suburbCity', 'address-level2')} />
        <TextField {...field('postCode', 'postal-code')} />
      </div>
      <div className="pair stack gap-16 one-column-640">
        <Select {...field('country', 'country-name')} options={countryOptions(value.country)} />
        {states.length > 0 ? (
          <Select
            {...field('state', 'address-level1')}
            options={withChosen(
              value.state,
              states.map(({ code }) => code),
              'Choose a state',
            )}
          />
        ) : (
          <TextField {...field('state', 'address-level1')} />
        )}
      </div>
    </>
  )
}

/** The most frequent ones first. */
const countryNames = [
  'Australia',
  'New Zealand',
  ...countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
]

export const countryOptions = (chosen: string) => withChosen(chosen, countryNames, 'Choose a country')

/** Any saved value stays selectable. */
const withChosen = (chosen: string, all: readonly string[], none: string) =>
  [...new Set(['', chosen, ...all])].map((value) => ({ value, label: value || none }))
