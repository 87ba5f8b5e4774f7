/** School years. Foundation, the year before Year 1, is 0, and preschool is -1. */
export type Years = readonly [from: number, to: number]

/**
 * Audiences by name. `begins` puts them in order; `years` are all that they may be right for. The first that occurs in a
 * text counts.
 */
const stages: [name: RegExp, begins: number, years?: Years][] = [
  [/pre-?school|early childhood/i, -1, [-1, 0]],
  [/kindergarten|foundation|\bprep\b|reception/i, 0, [0, 0]],
  [/(lower|junior|early) primary/i, 1, [0, 3]],
  [/(middle|mid) primary/i, 3, [3, 4]],
  [/(upper|senior) primary/i, 5, [4, 6]],
  [/primary/i, 2, [0, 6]],
  [/juvenile|child/i, 2, [-1, 8]],
  [/pre-?adolescent/i, 6, [4, 7]],
  [/(lower|junior) secondary|middle school/i, 7, [7, 10]],
  [/(upper|senior) secondary/i, 11, [10, 13]],
  [/secondary|adolescent|young adult|teen/i, 9, [7, 13]],
  [/tertiary|university/i, 13, [14, 20]],
  [/adult/i, 14, [14, 20]],
  [/general/i, 15],
]
const unknown = 16

/** Children of this age are in the year before Year 1. */
export const ageOfFoundation = 5
/** Years after its first for which an audience such as `Ages 8+` may be right. */
const openYears = 4

/** `Years 5-6`, `Grade 3`, `Ages 8+`, `15 years and over`. */
const numbered =
  /\b(?:(year|grade|class|age)[sd]? (\d{1,2})\b|(\d{1,2})(?=\+| (?:years|and (?:over|up))))(?: ?(?:-|–|to|and) ?(\d{1,2})\b|(\+| (?:years )?and (?:over|up)))?/i

/** The school years that an audience names; undefined if it names none. */
export function yearsOfAudience(audience: string): Years | undefined {
  const found = numbered.exec(audience)
  if (!found) return stages.find(([name]) => name.test(audience))?.[2]
  const [, unit = 'age', inUnit, alone, end, isOpen] = found
  const step = unit.toLowerCase() === 'age' ? ageOfFoundation : 0
  const from = Number(inUnit ?? alone) - step
  return [from, isOpen ? from + openYears : end ? Number(end) - step : from]
}

/** The school year in which an audience begins, to put audiences in order; what names none comes last. */
export function schoolYearOf(audience: string): number {
  if (numbered.test(audience)) return yearsOfAudience(audience)![0]
  return stages.find(([name]) => name.test(audience))?.[1] ?? unknown
}
