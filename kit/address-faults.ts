import { countryNamed } from '#kit/countries.ts'
import type { Address } from './address-lines.ts'

type State = { code: string; name: string }
const statesOfList = (list: string): State[] =>
  list.split('; ').map((each) => ({ code: each.slice(0, each.indexOf(' ')), name: each.slice(each.indexOf(' ') + 1) }))

/** For the countries whose addresses need a state, by country code. */
const states = new Map([
  [
    'AU',
    statesOfList(
      'ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland; SA South Australia; TAS Tasmania; VIC Victoria; WA Western Australia',
    ),
  ],
  [
    'CA',
    statesOfList(
      'AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon',
    ),
  ],
  [
    'US',
    statesOfList(
      'AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming',
    ),
  ],
])

/** For the countries whose addresses need a postcode, by country code. */
const postcodes = new Map([
  ['AU', /^\d{4}$/],
  ['CA', /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i],
  ['GB', /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i],
  ['IN', /^\d{3} ?\d{3}$/],
  ['MY', /^\d{5}$/],
  ['NZ', /^\d{4}$/],
  ['PG', /^\d{3}$/],
  ['SG', /^\d{6}$/],
  ['US', /^\d{5}(-\d{4})?$/],
])
const anyPostcode = /^[A-Z\d][A-Z\d -]{1,9}$/i

export const emptyAddress: Address = {
  streetAddress1: '',
  streetAddress2: '',
  suburbCity: '',
  state: '',
  postCode: '',
  country: '',
}

/** The states to choose from; none where any text may be one. */
export const statesOf = (country: string): readonly State[] => states.get(countryNamed(country)?.code ?? '') ?? []

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** The state by its code or name, in any case, with or without points: `N.S.W.`. */
export function stateNamed(country: string, text: string): State | undefined {
  const typed = lettersOf(text)
  return statesOf(country).find(({ code, name }) => [code, name].some((each) => lettersOf(each) === typed))
}

export type AddressFaults = Partial<Record<keyof Address, string>>

/** Faults of a postal address, by field; `complete`: what is missing is a fault too. */
export function addressFaults(address: Address, { complete }: { complete: boolean }): AddressFaults {
  const { streetAddress1, suburbCity, state, postCode, country } = address
  const faults: AddressFaults = {}
  const missing = (text: string) => complete && text.trim() === ''
  if (missing(streetAddress1)) faults.streetAddress1 = 'Please enter the street address'
  if (missing(suburbCity)) faults.suburbCity = 'Please enter the suburb or city'
  const known = countryNamed(country)
  if (missing(country)) faults.country = 'Please choose a country'
  else if (country.trim() !== '' && !known) faults.country = 'Please choose a country from the list'
  if (!known) return faults
  if (statesOf(country).length > 0) {
    if (missing(state)) faults.state = 'Please choose a state'
    else if (state.trim() !== '' && !stateNamed(country, state)) faults.state = `Please choose a state in ${known.name}`
  }
  const pattern = postcodes.get(known.code)
  if (pattern && missing(postCode)) faults.postCode = 'Please enter the postcode'
  else if (postCode.trim() !== '' && !(pattern ?? anyPostcode).test(postCode.trim()))
    faults.postCode = `Please enter a valid postcode for ${known.name}`
  return faults
}

/**
 * Whether nothing is missing, and the country is one of today, which decides the tax. A state or a postcode that was saved
 * before there were rules for them may stay.
 */
export function isCompleteAddress(address: Address): boolean {
  const faults = Object.keys(addressFaults(address, { complete: true })) as (keyof Address)[]
  return faults.every((name) => name !== 'country' && address[name].trim() !== '')
}

/** Country and state as they are written in the lists. */
export function tidyAddress<A extends Partial<Address>>(address: A, country = address.country ?? ''): A {
  const known = countryNamed(country)
  const state = address.state === undefined ? undefined : stateNamed(country, address.state)
  return {
    ...address,
    ...(address.country !== undefined && known && { country: known.name }),
    ...(state && { state: state.code }),
  }
}
