import type { App } from '#app/app.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'

/** Somebody of the desk has taken a school's invoice away as a file. */
export async function noteTaken({ db, clock }: Pick<App, 'db' | 'clock'>, { userId }: Caller, invoiceId: string) {
  const { customerId, invoiceNo: subject } = await db
    .selectFrom('invoice')
    .where('id', '=', invoiceId)
    .select(['customerId', 'invoiceNo'])
    .executeTakeFirstOrThrow()
  await noteAudit(db, { now: clock(), customerId, userId, action: 'invoice_taken', subject })
}
