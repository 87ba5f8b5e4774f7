import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { secondFactorProblem } from '../../second-factor/contract.ts'
import { factorsOf, mustHaveFactor } from '../../second-factor/server/factors.ts'
import { lockPerson } from '../../second-factor/server/second-factor.ts'
import { type Passkey, signInProblem } from '../../sign-in/contract.ts'
import { relyingParty, takesPasskeys } from '../../sign-in/server/relying-party.ts'
import { mailAboutPasskey } from './passkey-mail.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

export async function listPasskeys(app: Part, caller: Caller) {
  const rows = await app.db
    .selectFrom('passkey')
    .where('userId', '=', caller.userId)
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return {
    available: takesPasskeys(app.env),
    response: rows.map(asPasskey),
  }
}

export async function renamePasskey(
  { db, clock }: Part,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<{ response: Passkey }> {
  return db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom('passkey')
      .where('id', '=', asUuid(id))
      .where('userId', '=', caller.userId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw signInProblem('passkey_not_found')
    if (own.name === name) return { response: asPasskey(own) }
    await tx.updateTable('passkey').set({ name }).where('id', '=', own.id).execute()
    await recordAudit(tx, {
      now: clock(),
      customerId: caller.customerId,
      userId: caller.userId,
      action: 'passkey_renamed',
      subject: name,
      before: { name: own.name },
      after: { name },
    })
    return { response: asPasskey({ ...own, name }) }
  })
}

export async function removePasskey(
  app: Part & Pick<App, 'queue'>,
  caller: Caller,
  { id }: { id: string },
): Promise<{ rpId: string; credentialId: string }> {
  return app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, caller.userId)
    const removed = await tx
      .deleteFrom('passkey')
      .where('id', '=', asUuid(id))
      .where('userId', '=', caller.userId)
      .returning(['name', 'credentialId'])
      .executeTakeFirst()
    if (!removed) throw signInProblem('passkey_not_found')
    const left = await factorsOf({ db: tx, env: app.env }, caller.userId)
    if (mustHaveFactor(app.env, caller.role) && !left.app && left.passkeys === 0)
      throw secondFactorProblem('second_factor_required')
    const now = app.clock()
    const { customerId, userId } = caller
    await recordAudit(tx, { now, customerId, userId, action: 'passkey_removed', subject: removed.name })
    await mailAboutPasskey(app, tx, { userId, name: removed.name, what: 'removed' })
    return { rpId: relyingParty(app.env).id, credentialId: removed.credentialId }
  })
}

type Row = { id: string; name: string; synced: boolean; createdAt: Date; lastUsedAt: Date | null }

export const asPasskey = ({ id, name, synced, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  synced,
  createdDate: createdAt.toISOString(),
  lastUsedDate: lastUsedAt?.toISOString() ?? null,
})

const nobodys = '00000000-0000-0000-0000-000000000000'
/** PostgreSQL refuses to compare a UUID column with text that is not a UUID. */
const asUuid = (id: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : nobodys)
