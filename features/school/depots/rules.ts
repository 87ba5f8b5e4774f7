import { countryNamed } from '#kit/countries.ts'
import { mapOf } from '#kit/map-of.ts'

/** Fields that a postal address requires. */
const needed = { name: 'a name', streetAddress1: 'the street', suburbCity: 'the suburb or city', country: 'a country' }

/** Faults of a depot, by field. The country that it had may stay. */
export function depotErrors(
  depot: Record<keyof typeof needed, string>,
  formerCountry?: string | undefined,
): Record<string, string> {
  const faults = Object.fromEntries(
    Object.entries(needed).flatMap(([field, what]) =>
      depot[field as keyof typeof needed].trim() === '' ? [[field, `Please enter ${what}.`]] : [],
    ),
  )
  return faults.country || depot.country === formerCountry || countryNamed(depot.country)
    ? faults
    : { ...faults, country: 'Please choose a country from the list.' }
}

const stateNames = mapOf<string>({
  'australian capital territory': 'act',
  'new south wales': 'nsw',
  'northern territory': 'nt',
  queensland: 'qld',
  'south australia': 'sa',
  tasmania: 'tas',
  victoria: 'vic',
  'western australia': 'wa',
})

const folded = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Normalises a state: VIC and Victoria are the same. */
export const stateKey = (state: string): string => stateNames.get(folded(state)) ?? folded(state)
export const countryKey = folded

type Placed = { customerId: string | null; state: string; country: string }

/**
 * The depots a school may post to: its own if it has any, else those of its state, else of its country, else all; never
 * another school's own.
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
