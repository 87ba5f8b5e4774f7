import type { Db } from '#app/app.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { holdToFreshProof } from '#kit/server/caller.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import { organisationProblem } from '../contract.ts'
import { type ContactDraft, nameOf } from '../rules.ts'

type Contact = ContactDraft & { id: string }
/** Somebody of this customer, or of the desk. */
export type Doer = { customerId: string; userId: string; role: Role; freshProof: boolean }

/**
 * Another contact becomes the primary one. Only the primary contact and the desk can do that. Where the new one has an
 * account of this customer, its rights go over to it, and who had them stays an organisation admin.
 */
export async function handOver(
  within: Db,
  { customerId, userId, role, freshProof }: Doer,
  { before, after, now }: { before: Contact[]; after: Contact[]; now: Date },
): Promise<void> {
  const old = before.find(({ primaryContact }) => primaryContact)
  const next = after.find(({ primaryContact }) => primaryContact)
  if (!old || !next || old.id === next.id) return
  if (role !== 'primary-contact' && !isOfProvider(role))
    throw organisationProblem('primary_contact_only', {
      messages: ['Only the primary contact can make somebody else the primary contact.'],
    })
  holdToFreshProof({ freshProof })
  const account = await within
    .selectFrom('appUser')
    .select(['id', 'role', 'email'])
    .where('customerId', '=', customerId)
    .where('role', 'in', ['staff', 'organisation-admin'])
    .where('disabledAt', 'is', null)
    .where((row) => row(row.fn<string>('lower', ['email']), '=', next.email.toLowerCase()))
    .execute()
  // An address of two accounts says nothing.
  const [heir] = account
  if (!heir || account.length > 1) return
  const move = async (id: string, from: string, to: 'primary-contact' | 'organisation-admin', subject: string) => {
    await within.updateTable('appUser').set({ role: to }).where('id', '=', id).execute()
    const note = { now, customerId, userId, action: 'role_changed', subject }
    await noteAudit(within, { ...note, before: { role: from }, after: { role: to } })
  }
  const holders = await within
    .selectFrom('appUser')
    .select('id')
    .where('customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .execute()
  await move(heir.id, heir.role, 'primary-contact', nameOf(next))
  for (const { id } of holders) await move(id, 'primary-contact', 'organisation-admin', nameOf(old))
}
