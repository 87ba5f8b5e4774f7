export type Address = {
  streetAddress1: string
  streetAddress2: string
  suburbCity: string
  state: string
  postCode: string
  country: string
}

/** Lines as on a parcel, without the name above them. */
export const addressLines = (address: Address): string[] =>
  [
    address.streetAddress1,
    address.streetAddress2,
    [address.suburbCity, address.state, address.postCode].filter(Boolean).join(' '),
    address.country,
  ].filter(Boolean)
