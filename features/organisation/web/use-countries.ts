import { useQuery } from '@tanstack/react-query'
import { australia } from '#features/organisation/rules.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'

const address = '/public/data/countries.json'
const near = [australia, 'New Zealand']

/** Countries that there are today, those of most schools first; the chosen one is always among them. */
export function useCountries(chosen: string) {
  const { data } = useQuery({
    queryKey: [address],
    queryFn: () => fetchJson<{ code: string; name: string }[]>(address),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Codes of three letters, and names with a span of years, are of states that are gone.
  const names = (data ?? []).filter(({ code, name }) => code.length === 2 && !/\d|S\.S\.R/.test(name))
  const sorted = names.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return [...new Set(['', ...near, chosen, ...sorted])].map((value) => ({ value, label: value || 'Choose a country' }))
}
