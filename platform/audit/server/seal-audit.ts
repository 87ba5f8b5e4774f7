import { randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { knownSecret, storedSecret } from '#kit/server/stored-secret.ts'
import {
  countSignature,
  isExcused,
  isGenuine,
  linkOf,
  rememberedSeal,
  rememberSeal,
  type Seal,
  type SealKind,
  signedSeal,
} from './audit-seals.ts'
import { verifyAudit } from './verify-audit.ts'

type Link = { position: number; hash: string }
type Needs = Pick<App, 'db' | 'clock' | 'env' | 'secretKey'>
type Within = Pick<App, 'clock' | 'secretKey'> & { tx: Db }

/** Signs the chain up to its end, unless already done. */
export async function sealAudit(app: Needs): Promise<void> {
  const remembered = rememberedSeal(app.env)
  const seal = await app.db.transaction().execute((tx) => addSeal({ ...app, tx }, 'sealed', { remembered }))
  if (seal) rememberSeal(app.env, seal)
}

/**
 * `remembered`: the last seal that this machine knows; if it was removed from the database, the new one still follows
 * it, so that the gap is found. Absent for a restore, which replaces the rows.
 */
export async function addSeal(
  { tx, clock, secretKey }: Within,
  kind: SealKind,
  { remembered, at }: { remembered?: Seal | undefined; at?: Link } = {},
): Promise<Seal | undefined> {
  const chain = await tx.selectFrom('auditChain').selectAll().forUpdate().executeTakeFirstOrThrow()
  const { position, hash } = at ?? chain
  const isFirst = (await knownSecret({ db: tx, secretKey }, 'audit_seal')) === undefined
  const secret = await secretOf({ tx, secretKey })
  const last = await tx.selectFrom('auditSeal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
  const before = remembered && (await wasTaken(tx, remembered, secret, kind)) ? remembered : last
  if (kind === 'sealed' && position === (before?.position ?? 0) && before === last) return undefined
  const seal = signedSeal(secret, {
    // A secret without a seal: an unknown number of seals was removed.
    number: before ? before.number + 1 : isFirst ? 1 : 2,
    kind,
    position,
    hash,
    sealedAt: new Date(Math.max(clock().getTime(), (before?.sealedAt.getTime() ?? 0) + 1)),
    previous: linkOf(before),
  })
  await tx.insertInto('auditSeal').values(seal).execute()
  await tx
    .updateTable('auditChain')
    .set({ seals: seal.number, sealsSignature: countSignature(secret, seal) })
    .execute()
  return seal
}

/** The secret is out of reach for people who can only change rows. */
const secretOf = async ({ tx, secretKey }: Pick<Within, 'tx' | 'secretKey'>): Promise<Buffer> =>
  Buffer.from(
    await storedSecret({ db: tx, secretKey }, 'audit_seal', () => randomBytes(32).toString('base64url')),
    'base64url',
  )

async function wasTaken(tx: Db, remembered: Seal, secret: Buffer, kind: SealKind): Promise<boolean> {
  const found = await tx
    .selectFrom('auditSeal')
    .where((or) =>
      or.or([
        or('signature', '=', remembered.signature),
        or.and([or('kind', 'in', ['restored', 'reset']), or('sealedAt', '>=', remembered.sealedAt)]),
      ]),
    )
    .selectAll()
    .execute()
  // New secrets cannot verify the signatures of earlier statements.
  const isTrue = (seal: Seal) => kind === 'reset' || isGenuine(secret, seal)
  return !found.some((seal) => linkOf(seal) === linkOf(remembered) || (isExcused(remembered, seal) && isTrue(seal)))
}

/**
 * Deletes the entries before this moment, up to the first one that stays, and records their expiry. Refuses if the log
 * was tampered with: forged dates would delete recent entries. Returns how many were deleted.
 */
export async function forgetEntries(app: Needs, before: Date): Promise<number> {
  if (!(await lastBefore(app.db, before))) return 0
  await verifyAudit(app)
  const remembered = rememberedSeal(app.env)
  const removed = await app.db.transaction().execute(async (tx) => {
    const at = await lastBefore(tx, before)
    if (!at) return undefined
    const seal = await addSeal({ ...app, tx }, 'expired', { remembered, at })
    const { numDeletedRows } = await tx.deleteFrom('auditEntry').where('position', '<=', at.position).executeTakeFirst()
    return { seal: seal!, count: Number(numDeletedRows) }
  })
  if (!removed) return 0
  rememberSeal(app.env, removed.seal)
  return removed.count
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
