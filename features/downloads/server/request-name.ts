import { briefDay, type Day, writtenDay } from '#kit/day.ts'
import { counted } from '#kit/wording.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { identifierKey } from '#marc/identifier.ts'

/** A name without line breaks and control characters. */
export const cleanName = (typed = ''): string => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The typed name, or one by which a librarian recognises the request later: `28 ISBNs, 29 Nov`. */
export const givenName = (typed: string | undefined, things: string, on: Day): string =>
  cleanName(typed) || `${things}, ${briefDay(on)}`

/** `28 ISBNs`; identifiers if there are others. */
export const describeIdentifiers = (identifiers: readonly string[]): string =>
  counted(
    identifiers.length,
    identifiers.every((each) => /^isbn/.test(identifierKey(each).kind)) ? 'ISBN' : 'identifier',
  )

/** `Digital content, 23 August to 21 November 2026`: a common month or year is not repeated. */
export function nameOfDays(from: Day, to: Day): string {
  const last = writtenDay(to)
  if (from === to) return `Digital content, ${last}`
  const inYear = from.slice(0, 4) === to.slice(0, 4)
  const inMonth = from.slice(0, 7) === to.slice(0, 7)
  const [day, month] = writtenDay(from).split(' ')
  const first = inMonth ? day : inYear ? `${day} ${month}` : writtenDay(from)
  return `Digital content, ${first} to ${last}`
}

/** A name with its search and sort keys: “Year 7” sorts before “Year 10”. */
export function namedAs(name: string): { name: string; nameKey: string; nameOrder: string } {
  const key = sortKey(name)
  return { name, nameKey: key, nameOrder: key.replace(/\d+/g, (digits) => digits.padStart(8, '0')) }
}
