import type { Db } from '#app/app.ts'
import { findRequester, type Requester } from '#features/downloads/server/downloads.ts'
import type { RequestedItem } from './requested-items.ts'

/** A person with everything they requested, for one email. */
export type Recipient = { person: Requester; items: RequestedItem[] }

/** The requester; if that account is closed, the submitter. */
export async function recipientsOf(tx: Db, items: RequestedItem[]): Promise<Recipient[]> {
  const found = new Map<string, Recipient>()
  for (const item of items) {
    const person =
      (await findRequester(tx, item.requestedById)) ??
      (item.submittedById === null ? undefined : await findRequester(tx, item.submittedById))
    // Skips people who now work for another school.
    if (person?.customerId !== item.customerId) continue
    const known = found.get(person.userId)
    if (known) known.items.push(item)
    else found.set(person.userId, { person, items: [item] })
  }
  return [...found.values()]
}
