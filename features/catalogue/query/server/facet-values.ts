// Adapters import this file.

import { normalised } from '#kit/normalised.ts'

const firstMillennium = 1
const lastMillennium = 2

/** `200u`, `19uu`, `1uuu`: every pattern of a decade, a century or a millennium, with its years. */
const patterns = [1, 10, 100].flatMap((unit) =>
  Array.from({ length: (lastMillennium - firstMillennium + 1) * unit }, (_, i) => {
    const pattern = String(firstMillennium * unit + i).padEnd(4, 'u')
    return { pattern, from: Number(pattern.replaceAll('u', '0')), to: Number(pattern.replaceAll('u', '9')) }
  }),
)

/** The patterns all of whose years are in a range, both bounds included. */
export const uncertainYearsWithin = (from = 0, to: number = Number.POSITIVE_INFINITY): string[] =>
  patterns.filter((each) => from <= each.from && each.to <= to).map(({ pattern }) => pattern)

const ascii = /^[\x00-\x7f]*$/

/** Lower case, without accents and apostrophes. */
const fold = (text: string): string => {
  const lower = text.toLowerCase()
  return (ascii.test(lower) ? lower : normalised(normalised(lower, 'NFKD').replace(/\p{M}/gu, ''), 'NFKC')).replace(
    /['’‘]/g,
    '',
  )
}

/** The parts of a typed text, each folded, each once. */
export const foldedParts = (typed: string): string[] => [...new Set(fold(typed).split(/\s+/).filter(Boolean))]

/** Whether a value contains every part. */
export function containsParts(value: string, parts: readonly string[]): boolean {
  const folded = fold(value)
  return parts.every((part) => folded.includes(part))
}
