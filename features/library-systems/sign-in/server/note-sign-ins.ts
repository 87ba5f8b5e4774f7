import type { App, Db } from '#app/app.ts'
import type { Protocol } from '#features/downloads/contract.ts'
import { businessDay } from '#kit/day.ts'
import { normalised } from '#kit/normalised.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'

type Needs = Pick<App, 'db' | 'clock' | 'log' | 'metrics'>
/** `closed`: the right password of a school that may not sign in. */
export type Outcome = 'accepted' | 'wrong' | 'slowed' | 'closed'
type SignIn = { name: string; address: string; outcome: Outcome }

/** Entries a day, so that guesses from many addresses cannot fill the audit log. */
const maxADay = 10_000

/**
 * Counts the sign-ins of library systems, which may come with every call. The audit log gets the first of a day for
 * each school, address and outcome of this process, without unknown names: people type passwords into that field.
 */
export function openSignInNotes(app: Needs, protocol: Protocol) {
  const { db, clock, log, metrics } = app
  let day = ''
  const noted = new Set<string>()

  return async ({ name, address, outcome }: SignIn): Promise<void> => {
    metrics.librarySignIns.inc({ protocol, outcome })
    const now = clock()
    const today = businessDay(clock, now)
    if (today !== day) noted.clear()
    day = today
    const typed = normalised(name.trim().toLowerCase(), 'NFC')
    const known = `${typed} ${networkOf(address)} ${outcome}`
    if (noted.has(known) || noted.size >= maxADay) return
    try {
      const customerId = await schoolNamed(db, typed)
      // All unknown names of an address are one.
      const key = customerId === undefined ? `? ${networkOf(address)} ${outcome}` : known
      if (noted.has(key)) return
      noted.add(key)
      const entry = {
        now,
        customerId: customerId ?? null,
        userId: null,
        action: outcome === 'accepted' ? 'library_system_signed_in' : 'library_system_refused',
        subject: customerId === undefined ? 'Unknown person' : typed,
        after: { protocol, outcome },
      }
      await actFrom(address, () => recordAudit(db, entry))
    } catch (error) {
      log.error({ err: error, protocol }, 'a sign-in of a library system is not in the audit log')
    }
  }
}

/** Finds the school by its Z39.50 username or by the API user. */
async function schoolNamed(db: Db, name: string): Promise<string | undefined> {
  const login = await db.selectFrom('z3950Login').where('userName', '=', name).select('customerId').executeTakeFirst()
  if (login) return login.customerId
  return (await db.selectFrom('customer').where('apiUserId', '=', name).select('id').executeTakeFirst())?.id
}
