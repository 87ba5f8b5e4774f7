import type { Db } from '#app/app.ts'
import { type WhoAsked, whoAsked } from '#features/downloads/server/downloads.ts'
import type { AskedItem } from './asked-items.ts'

/** Somebody with all that they asked for, so that they are told once. */
export type ToTell = { person: WhoAsked; items: AskedItem[] }

/** Whoever asked; where their account is closed, whoever submitted it. */
export async function peopleToTell(within: Db, items: AskedItem[]): Promise<ToTell[]> {
  const found = new Map<string, ToTell>()
  for (const item of items) {
    const person =
      (await whoAsked(within, item.requestedById)) ??
      (item.submittedById === null ? undefined : await whoAsked(within, item.submittedById))
    // Somebody who works for another school by now is not told of this one's affairs.
    if (person?.customerId !== item.customerId) continue
    const known = found.get(person.userId)
    if (known) known.items.push(item)
    else found.set(person.userId, { person, items: [item] })
  }
  return [...found.values()]
}
