import type { HitSource } from '#features/catalogue/contract.ts'
import { identifierKey } from '#marc/identifier.ts'
import { printedIssn } from '#marc/isbn.ts'
import { asShown } from '../../quick-request/web/row-labels.ts'

/** The requested identifiers by key: the first one as typed. */
export function requestedByKey(identities: readonly string[]): ReadonlyMap<string, string> {
  const requested = new Map<string, string>()
  for (const typed of identities) {
    const read = identifierKey(typed)
    if (read.key !== '' && !requested.has(read.key))
      requested.set(read.key, asShown({ typed, ...read, problem: read.problem }))
  }
  return requested
}

type Numbered = Pick<HitSource, 'id' | 'isbn' | 'isbn13' | 'isbn10' | 'issn' | 'otherIdentifier'>

/**
 * The numbers of a record, each once, ISBN-13 before ISBN-10. The requested one comes first, as typed; without any
 * number, its record number.
 */
export function displayedNumbers(record: Numbered, requested: ReadonlyMap<string, string>): string[] {
  const { id, isbn, isbn13, isbn10, issn, otherIdentifier } = record
  const numbers = new Map<string, string>()
  const all = [id, ...isbn13, ...issn, ...isbn10, ...isbn, ...otherIdentifier].map((text) => identifierKey(text).key)
  const led = all.find((key) => requested.has(key))
  if (led !== undefined) numbers.set(led, requested.get(led)!)
  for (const text of [...isbn13, ...issn.map(printedIssn), ...isbn10]) {
    const { key } = identifierKey(text)
    if (!numbers.has(key)) numbers.set(key, text)
  }
  return numbers.size > 0 ? [...numbers.values()] : [id]
}
