import { settings } from './settings.ts'

/** One line for each variable that nearly matches a setting's name and would be ignored. */
export function misspeltSettings(variables: Record<string, string | undefined>): string[] {
  const names = settings.map(({ name }) => name)
  return Object.entries(variables).flatMap(([given, value]) => {
    if (!value || names.includes(given)) return []
    const meant = names.find((name) => variables[name] === undefined && isMeant(given, name))
    return meant ? [`${given} is not a setting and is ignored. Did you mean ${meant}?`] : []
  })
}

const bare = (name: string) => name.replace(/[_-]/g, '').toUpperCase()

/** Short names are close to other programs' variables: PORT and SORT. */
function isMeant(given: string, name: string): boolean {
  if (bare(given) === bare(name)) return true
  if (given !== given.toUpperCase() || name.length < 8) return false
  return distance(given, name) <= (name.length < 12 ? 1 : 2)
}

/** The edit distance: insertions, deletions, replacements and swaps of neighbours. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (same ? 0 : 1),
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
