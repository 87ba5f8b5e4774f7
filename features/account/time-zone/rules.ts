import type { Zone } from '#kit/day.ts'

/** By states and territories, abbreviated and in full, without spaces. */
const ofStates = new Map<string, Zone>([
  ['act', 'Australia/Sydney'],
  ['australiancapitalterritory', 'Australia/Sydney'],
  ['nsw', 'Australia/Sydney'],
  ['newsouthwales', 'Australia/Sydney'],
  ['nt', 'Australia/Darwin'],
  ['northernterritory', 'Australia/Darwin'],
  ['qld', 'Australia/Brisbane'],
  ['queensland', 'Australia/Brisbane'],
  ['sa', 'Australia/Adelaide'],
  ['southaustralia', 'Australia/Adelaide'],
  ['tas', 'Australia/Hobart'],
  ['tasmania', 'Australia/Hobart'],
  ['vic', 'Australia/Melbourne'],
  ['victoria', 'Australia/Melbourne'],
  ['wa', 'Australia/Perth'],
  ['westernaustralia', 'Australia/Perth'],
])

export type Located = { timeZone: Zone | null; state: string; country: string }

/** From a school's address; the provider's where that is ambiguous. */
export function zoneOfAddress({ state, country }: Omit<Located, 'timeZone'>, provider: Zone): Zone {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  if (plain(country) === 'newzealand') return 'Pacific/Auckland'
  return (plain(country) === 'australia' ? ofStates.get(plain(state)) : undefined) ?? provider
}

export const zoneOfSchool = (school: Located, provider: Zone): Zone =>
  school.timeZone ?? zoneOfAddress(school, provider)
