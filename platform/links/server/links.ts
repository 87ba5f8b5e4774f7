import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import type { LinkPurpose } from './tables.ts'

export type { LinkPurpose } from './tables.ts'

type Part = Pick<App, 'db' | 'clock'>

export type NewLink = {
  purpose: LinkPurpose
  /** Seconds for which it works. */
  seconds: number
  customerId?: string | null
  userId?: string | null
  data?: Record<string, unknown>
  createdBy?: string | null
  /** What the link carries, where that is known beforehand, as in the demo world; else 256 random bits. */
  token?: string
}

/** What a link stands for. */
export type Link = {
  id: string
  purpose: LinkPurpose
  customerId: string | null
  userId: string | null
  data: Record<string, unknown>
  createdAt: Date
  expiresAt: Date
}

/** Why a link leads nowhere. Who asks with a guess learns only `unknown`. */
export type DeadLink = { dead: 'unknown' | 'used' | 'expired' }

/** Makes a link that works once. What it carries is returned here and kept nowhere. */
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

/** What a link would do. It is not used up: a mail scanner's visit, or a reload, may look. */
export async function lookAtLink({ db, clock }: Part, purpose: LinkPurpose, token: string): Promise<Link | DeadLink> {
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
 * Uses a link up. Of several at the same moment one gets it. To be called in the transaction that does what the link is
 * for: then it is used up exactly if that is done.
 */
export async function takeLink(
  within: Db,
  { purpose, token, now }: { purpose: LinkPurpose; token: string; now: Date },
): Promise<Link | DeadLink> {
  const taken = await within
    .updateTable('oneTimeLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return taken ? linkOf(taken) : ((await lookAtLink({ db: within, clock: () => now }, purpose, token)) as DeadLink)
}

/**
 * Links of one purpose that a person still has work no more, as after a new one was mailed or the password changed;
 * with `since`, only those made then or later.
 */
export async function withdrawLinks(
  within: Db,
  { purpose, userId, now, since }: { purpose: LinkPurpose; userId: string; now: Date; since?: Date },
): Promise<void> {
  await within
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .$if(since !== undefined, (some) => some.where('createdAt', '>=', since!))
    .execute()
}

/** Of the links of one purpose that a person has and that still work, the newest. */
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
