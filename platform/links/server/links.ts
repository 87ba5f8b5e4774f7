import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { LinkPurpose } from './tables.ts'

export type { LinkPurpose } from './tables.ts'

type Part = Pick<App, 'db'> & { clock: () => Date }

export type NewLink = {
  purpose: LinkPurpose
  /** Lifetime in seconds. */
  seconds: number
  customerId?: string | null
  userId?: string | null
  data?: Record<string, unknown>
  createdBy?: string | null
  /** A fixed token, as in the demo world; default: 256 random bits. */
  token?: string
}

/** A link's meaning. */
export type Link = {
  id: string
  purpose: LinkPurpose
  customerId: string | null
  userId: string | null
  data: Record<string, unknown>
  createdAt: Date
  expiresAt: Date
}

/** Why a link is invalid. A guess always gets `unknown`. */
export type DeadLink = { dead: 'unknown' | 'used' | 'expired' }

/** Creates a link that works once. Its token is returned here and stored nowhere. */
export async function issueLink({ db, clock }: Part, link: NewLink): Promise<{ id: string; token: string }> {
  const token = link.token ?? randomBytes(32).toString('base64url')
  const id = randomUUID()
  const now = clock()
  await db
    .insertInto('oneTimeLink')
    .values({
      tokenHash: hashOf(token),
      id,
      purpose: link.purpose,
      customerId: link.customerId ?? null,
      userId: link.userId ?? null,
      data: JSON.stringify(link.data ?? {}),
      createdBy: link.createdBy ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + link.seconds * 1000),
      usedAt: null,
      withdrawnAt: null,
    })
    .execute()
  return { id, token }
}

/** Looks at a link without using it up: an email scanner or a reload may do so. */
export async function checkLink(
  { db, clock }: { db: Db; clock: () => Date },
  purpose: LinkPurpose,
  token: string,
): Promise<Link | DeadLink> {
  const link = await db
    .selectFrom('oneTimeLink')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link || link.withdrawnAt) return { dead: 'unknown' }
  if (link.usedAt) return { dead: 'used' }
  return link.expiresAt <= clock() ? { dead: 'expired' } : linkOf(link)
}

/**
 * Uses a link up. Of several concurrent takers one succeeds. Call it in the transaction of the link's action: it is
 * then used up exactly if that commits.
 */
export async function takeLink(
  tx: Db,
  { purpose, token, now }: { purpose: LinkPurpose; token: string; now: Date },
): Promise<Link | DeadLink> {
  const taken = await tx
    .updateTable('oneTimeLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return taken ? linkOf(taken) : ((await checkLink({ db: tx, clock: () => now }, purpose, token)) as DeadLink)
}

/**
 * Withdraws a person's links of one purpose, as after a new one was emailed or the password changed; with `since`, only
 * those made then or later.
 */
export async function withdrawLinks(
  tx: Db,
  { purpose, userId, now, since }: { purpose: LinkPurpose; userId: string; now: Date; since?: Date },
): Promise<void> {
  await tx
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .$if(since !== undefined, (some) => some.where('createdAt', '>=', since!))
    .execute()
}

/** A person's newest valid link of one purpose. */
export async function newestLink(
  { db, clock }: Part,
  { purpose, userId }: { purpose: LinkPurpose; userId: string },
): Promise<Link | undefined> {
  const link = await db
    .selectFrom('oneTimeLink')
    .selectAll()
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', clock())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link && linkOf(link)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const linkOf = ({ id, purpose, customerId, userId, data, createdAt, expiresAt }: Link): Link => ({
  id,
  purpose,
  customerId,
  userId,
  data,
  createdAt,
  expiresAt,
})
