import { type Refused, whyNot } from '#features/school/students/rules.ts'
import type { ListedPerson } from './read-people.ts'

export type NotInvited = ListedPerson & { why: Refused | 'TWICE' | 'NOT_SENT' }
export type CheckedList = { good: ListedPerson[]; bad: NotInvited[] }

/**
 * Splits a list into people who can be invited, as far as the page can tell, and the others; a repeated address is left
 * out.
 */
export function checkPeople(people: readonly ListedPerson[], domain: string): CheckedList {
  const seen = new Set<string>()
  const good: ListedPerson[] = []
  const bad: NotInvited[] = []
  for (const person of people) {
    const key = person.email.toLowerCase()
    const why = whyNot(person, domain) ?? (seen.has(key) ? 'TWICE' : undefined)
    if (why) bad.push({ ...person, why })
    else {
      seen.add(key)
      good.push(person)
    }
  }
  return { good, bad }
}
