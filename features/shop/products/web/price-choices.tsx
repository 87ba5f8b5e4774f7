import { Select, TextField } from '#ui/form/field.tsx'
import { wrongEnrolment } from './enrolment.ts'
import { formatTax } from './shop-labels.ts'
import { countries, type Shop } from './use-shop.ts'

/** For visitors: prices and tax depend on the country. */
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

/** Prices follow the typing, on every screen of the shop. */
export const EnrolmentField = ({ shop }: { shop: Shop }) => (
  <TextField
    id="enrolment"
    label="Number of students"
    className="num"
    inputMode="numeric"
    autoComplete="off"
    maxLength={9}
    placeholder="412"
    value={shop.typed}
    error={shop.typed !== '' && shop.enrolment === undefined ? wrongEnrolment : undefined}
    onChange={(event) => shop.type(event.target.value)}
  />
)

/** Currency and tax, stated once for all prices of a screen. */
export function PricesLine({ shop }: { shop: Shop }) {
  const tax = formatTax(shop)
  return (
    <p className="prices-line remark mt-12">
      Prices are in {shop.currency === 'NZD' ? 'New Zealand' : 'Australian'} dollars ({shop.currency})
      {tax ? `, excluding ${tax}.` : ', without tax.'}
    </p>
  )
}
