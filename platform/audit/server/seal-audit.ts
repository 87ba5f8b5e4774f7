import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { keptSecret, type SecretNeeds } from '#kit/server/kept-secret.ts'

type Link = { position: number; hash: string }

/** The secret is outside the reach of people who can only change rows. */
const secretOf = async (app: SecretNeeds): Promise<Buffer> =>
  Buffer.from(await keptSecret(app, 'audit_seal', () => randomBytes(32).toString('base64url')), 'base64url')

const signatureOf = (secret: Buffer, { position, hash }: Link) =>
  createHmac('sha256', secret).update(`${position} ${hash}`).digest('hex')

/** Signs the chain as far as it has come, unless that is done. */
export async function sealAudit(app: Pick<App, 'db' | 'clock' | 'secretKey'>): Promise<void> {
  const last = await app.db.selectFrom('auditChain').select(['position', 'hash']).executeTakeFirstOrThrow()
  if (last.position > 0) await addSeal(app, last)
}

async function addSeal(app: Pick<App, 'db' | 'clock' | 'secretKey'>, { position, hash }: Link) {
  const signature = signatureOf(await secretOf(app), { position, hash })
  await app.db
    .insertInto('auditSeal')
    .values({ position, hash, sealedAt: app.clock(), signature })
    .onConflict((conflict) => conflict.column('position').doNothing())
    .execute()
}

/** All seals in their order, and whether each has the signature of this installation. */
export async function auditSeals(app: Pick<App, 'db' | 'secretKey'>) {
  const secret = await secretOf(app)
  const seals = await app.db.selectFrom('auditSeal').selectAll().orderBy('position').execute()
  return seals.map((seal) => ({ ...seal, genuine: isSame(seal.signature, signatureOf(secret, seal)) }))
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Removes the entries before this moment, up to the first one that stays. The seal of the last one removed shows that
 * what follows is the rest of the same chain. How many were removed.
 */
export async function forgetEntries(app: Pick<App, 'db' | 'clock' | 'secretKey'>, before: Date): Promise<number> {
  const last = await lastBefore(app.db, before)
  if (!last) return 0
  await addSeal(app, last)
  return app.db.transaction().execute(async (within) => {
    const { numDeletedRows } = await within
      .deleteFrom('auditEntry')
      .where('position', '<=', last.position)
      .executeTakeFirst()
    await within.deleteFrom('auditSeal').where('position', '<', last.position).execute()
    return Number(numDeletedRows)
  })
}

async function lastBefore(db: Db, before: Date): Promise<Link | undefined> {
  const stays = await db
    .selectFrom('auditEntry')
    .where('happenedAt', '>=', before)
    .select(({ fn }) => fn.min('position').as('position'))
    .executeTakeFirst()
  let older = db.selectFrom('auditEntry').select(['position', 'hash']).orderBy('position', 'desc').limit(1)
  if (stays?.position) older = older.where('position', '<', stays.position)
  return older.executeTakeFirst()
}
