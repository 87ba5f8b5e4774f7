import type { Db } from '#app/app.ts'
import { type WhoAsked, whoAsked } from '#features/downloads/server/downloads.ts'
import type { AskedItem } from './asked-items.ts'

/** Somebody with everything they asked for, to be told once. */
export type ToTell = { person: WhoAsked; items: AskedItem[] }

/** The requester; if that account is closed, the submitter. */
export async function peopleToTell(within: Db, items: AskedItem[]): Promise<ToTell[]> {
  const found = new Map<string, ToTell>()
  for (const item of items) {
    const person =
      (await whoAsked(within, item.requestedById)) ??
      (item.submittedById === null ? undefined : await whoAsked(within, item.submittedById))
    // Somebody who now works for another school is not told.
    if (person?.customerId !== item.customerId) continue
    const known = found.get(person.userId)
    if (known) known.items.push(item)
    else found.set(person.userId, { person, items: [item] })
  }
  return [...found.values()]
}
