/** Audiences by name, each with the school year in which it begins. The first that occurs in a text counts. */
const stages: [RegExp, number][] = [
  [/pre-?school|early childhood/i, -1],
  [/kindergarten|foundation|\bprep\b|reception/i, 0],
  [/(lower|junior|early) primary/i, 1],
  [/(middle|mid) primary/i, 3],
  [/(upper|senior) primary/i, 5],
  [/primary|juvenile|children/i, 2],
  [/pre-?adolescent/i, 6],
  [/(lower|junior) secondary|middle school/i, 7],
  [/(upper|senior) secondary/i, 11],
  [/secondary|adolescent|young adult|teen/i, 9],
  [/tertiary|university/i, 13],
  [/adult/i, 14],
  [/general/i, 15],
]
const unknown = 16

/** Children of this age are in the year before Year 1. */
const ageOfFoundation = 5

/** `Years 5-6`, `Grade 3`, `Ages 8+`, `15 years and over`. */
const year = /\b(?:year|years|grade|grades|class) (\d{1,2})\b/i
const age = /\b(?:age|ages|aged) (\d{1,2})\b|\b(\d{1,2})(?:\+| (?:years|and (?:over|up)))/i

/** The school year in which an audience begins, to put audiences in order; what names none comes last. */
export function schoolYearOf(audience: string): number {
  const inYear = year.exec(audience)
  if (inYear) return Number(inYear[1])
  const ofAge = age.exec(audience)
  if (ofAge) return Number(ofAge[1] ?? ofAge[2]) - ageOfFoundation
  return stages.find(([name]) => name.test(audience))?.[1] ?? unknown
}
