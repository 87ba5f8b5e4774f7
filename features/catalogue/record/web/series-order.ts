import { folded } from '#marc/citation/folded.ts'
import { seriesOf } from '#marc/citation/series.ts'
import type { HitView } from '../../web/hit-facts.ts'

/** A member of a series: its record and its number there. */
export type Volume = { hit: HitView; volume: string }

const wordsOf = (name: string) => name.replace(/["\\]/g, ' ')

/** Query text for the members of a series. */
export const inSeries = (name: string): string => `series:"${wordsOf(name)}"`

/** For the members whose numbers are near one, as those of a long series don't come in order; '' without a number. */
export function nearInSeries(name: string, volume: string): string {
  const number = Math.floor(numberOf(volume))
  if (!Number.isFinite(number)) return ''
  const near = Array.from({ length: 2 * reach + 1 }, (_, i) => number - reach + i).filter((each) => each >= 0)
  return `${inSeries(name)} AND series:(${near.join(' OR ')})`
}

/** Some numbers may be missing or have several editions. */
const reach = 6

/** Members of the series by number, those without one last; records of the same number by year. */
export function volumesOf(name: string, hits: HitView[]): Volume[] {
  const foldedName = folded(name)
  return hits
    .flatMap((hit) => {
      const stated = hit._source.series.map(seriesOf).filter((each) => folded(each.name) === foldedName)
      // The series may be traced a second time without its number.
      const volume = stated.find((each) => each.volume !== '')?.volume ?? ''
      return stated.length > 0 ? [{ hit, volume }] : []
    })
    .sort(
      (a, b) =>
        numberOf(a.volume) - numberOf(b.volume) ||
        a.volume.localeCompare(b.volume, undefined, { numeric: true }) ||
        (a.hit._source.publicationYear ?? 9999) - (b.hit._source.publicationYear ?? 9999) ||
        a.hit._id.localeCompare(b.hit._id, undefined, { numeric: true }),
    )
}

/** `2`, `no. 2`, `II`; infinity without a number. */
function numberOf(volume: string): number {
  const digits = /\d+(?:\.\d+)?/.exec(volume)?.[0]
  if (digits) return Number(digits)
  const roman = /^[ivxl]+$/i.exec(volume)?.[0]
  return roman ? romanNumber(roman.toUpperCase()) : Number.POSITIVE_INFINITY
}

/** Whole numbers up to the highest that no member has; none of a series with years or gaps too wide to be sure. */
export function missingNumbers(volumes: Volume[]): number[] {
  const numbers = new Set(volumes.map(({ volume }) => numberOf(volume)).filter(Number.isInteger))
  const highest = Math.max(0, ...numbers)
  if (numbers.size < 2 || highest > mostVolumes || highest > numbers.size * 3) return []
  return Array.from({ length: highest }, (_, i) => i + 1).filter((number) => !numbers.has(number))
}

const mostVolumes = 300

const letters: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 }
const romanNumber = (text: string) =>
  [...text].reduce((sum, letter, i) => {
    const value = letters[letter]!
    return sum + (value < (letters[text[i + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)

/** One edition of each volume: the displayed record, else the newest. */
export function onePerVolume(volumes: Volume[], id: string): Volume[] {
  const each = new Map<string, Volume>()
  for (const next of volumes) {
    const { volume, hit } = next
    const key = JSON.stringify([volume, folded(hit._source.title.titlePrimary)])
    const before = each.get(key)
    if (!before || hit._id === id || (before.hit._id !== id && newer(hit, before.hit))) each.set(key, next)
  }
  return [...each.values()]
}

const newer = (one: HitView, other: HitView) =>
  (one._source.publicationYear ?? 0) > (other._source.publicationYear ?? 0)

/** The record and its neighbours, at most `most`. */
export function neighbours(volumes: Volume[], id: string, most = 7): Volume[] {
  const at = volumes.findIndex(({ hit }) => hit._id === id)
  if (at < 0) return volumes.slice(0, most)
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), volumes.length - most))
  return volumes.slice(start, start + most)
}
