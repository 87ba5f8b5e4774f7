import { stateNamed } from '#kit/address-faults.ts'
import { countryNamed } from '#kit/countries.ts'
import type { Zone } from '#kit/day.ts'

const ofStates = new Map<string, Zone>([
  ['ACT', 'Australia/Sydney'],
  ['NSW', 'Australia/Sydney'],
  ['NT', 'Australia/Darwin'],
  ['QLD', 'Australia/Brisbane'],
  ['SA', 'Australia/Adelaide'],
  ['TAS', 'Australia/Hobart'],
  ['VIC', 'Australia/Melbourne'],
  ['WA', 'Australia/Perth'],
])

export type Located = { timeZone: Zone | null; state: string; country: string }

/** Zone of a school's address; the provider's if the address is ambiguous. */
export function zoneOfAddress({ state, country }: Omit<Located, 'timeZone'>, provider: Zone): Zone {
  const code = countryNamed(country)?.code
  if (code === 'NZ') return 'Pacific/Auckland'
  return (code === 'AU' ? ofStates.get(stateNamed(country, state)?.code ?? '') : undefined) ?? provider
}

export const zoneOfSchool = (school: Located, provider: Zone): Zone =>
  school.timeZone ?? zoneOfAddress(school, provider)
