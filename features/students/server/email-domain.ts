import type { App } from '#app/app.ts'
import { currentCustomer } from '#features/account/server/account.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { studentProblem } from '../contract.ts'
import { badDomain, cleanDomain } from '../rules.ts'

/** Who is a student already stays one; from now on those of the domain are invited. */
export async function changeEmailDomain(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SchoolCaller,
  domain: string,
) {
  const emailDomain = cleanDomain(domain)
  if (emailDomain === undefined) throw studentProblem('bad_domain', { errors: { domain: [badDomain] } })
  const { customerId, userId } = caller
  await db.transaction().execute(async (within) => {
    const { emailDomain: former } = await within
      .selectFrom('customer')
      .select('emailDomain')
      .where('id', '=', customerId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (former === emailDomain) return
    await within.updateTable('customer').set({ emailDomain }).where('id', '=', customerId).execute()
    await noteAudit(within, {
      now: clock(),
      customerId,
      userId,
      action: 'email_domain_changed',
      before: { emailDomain: former },
      after: { emailDomain },
    })
  })
  return currentCustomer(db, caller, clock())
}
