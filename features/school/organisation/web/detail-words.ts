import type { DetailName } from '#features/school/organisation/rules.ts'

export const labels: Record<DetailName, string> = {
  name: 'Name',
  streetAddress1: 'Street address',
  streetAddress2: 'Street address, second line',
  suburbCity: 'Suburb or city',
  postCode: 'Postcode',
  country: 'Country',
  state: 'State or region',
}
