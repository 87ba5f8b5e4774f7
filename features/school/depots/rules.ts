/** What a parcel cannot do without. */
const needed = { name: 'a name', streetAddress1: 'the street', suburbCity: 'the suburb or city', country: 'a country' }

/** What is wrong with a depot, by the name of its field. */
export function depotErrors(depot: Record<keyof typeof needed, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(needed).flatMap(([field, what]) =>
      depot[field as keyof typeof needed].trim() === '' ? [[field, `Please enter ${what}.`]] : [],
    ),
  )
}

const stateNames: Record<string, string> = {
  'australian capital territory': 'act',
  'new south wales': 'nsw',
  'northern territory': 'nt',
  queensland: 'qld',
  'south australia': 'sa',
  tasmania: 'tas',
  victoria: 'vic',
  'western australia': 'wa',
}

const folded = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** One spelling of a state: VIC and Victoria are one. */
export const stateKey = (state: string): string => stateNames[folded(state)] ?? folded(state)
export const countryKey = folded

type Placed = { customerId: string | null; state: string; country: string }

/**
 * Depots that a school may post to: one of its own where it has any; else those of its state; else those of its country;
 * else all. Another school's own is never among them.
 */
export function depotsInReach<D extends Placed>(
  depots: readonly D[],
  school: { id: string; state: string; country: string },
): D[] {
  const own = depots.filter(({ customerId }) => customerId === school.id)
  const shared = depots.filter(({ customerId }) => customerId === null)
  const inCountry = shared.filter(({ country }) => countryKey(country) === countryKey(school.country))
  const inState = inCountry.filter(({ state }) => stateKey(state) === stateKey(school.state))
  return [own, inState, inCountry, shared].find(({ length }) => length > 0) ?? []
}
