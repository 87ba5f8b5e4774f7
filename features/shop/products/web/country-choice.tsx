import { Select } from '#ui/form/field.tsx'
import { countries, type Shop } from './use-shop.ts'

/** For visitors: prices and tax are those of a country. */
export function CountryChoice({ shop }: { shop: Shop }) {
  if (!shop.country) return null
  return (
    <Select
      label="Country"
      options={countries.map((each) => ({ value: each, label: each }))}
      value={shop.country}
      onChange={(event) => shop.chooseCountry(event.target.value)}
    />
  )
}
