import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { secondsUntil } from '#kit/server/seconds-until.ts'
import { type HumanAction, type HumanCheck, humanCheckProblem, type Puzzle } from '../contract.ts'
import type { Answered } from './human-check-port.ts'
import { checkWork, makeWork, topLevel } from './proof-of-work.ts'

type Needs = Pick<App, 'db' | 'clock' | 'humanCheck' | 'log'>

/** No valid answer is longer. */
const maxAnswerLength = 8192

export const askForHumanCheck = async (
  { humanCheck, clock }: Pick<App, 'humanCheck' | 'clock'>,
  action: HumanAction,
): Promise<{ response: HumanCheck }> => ({ response: await humanCheck.ask(action, clock()) })

/**
 * True exactly once per solved check, and only for its action. False also if the checker is unavailable: it fails
 * closed. Do not call it within a transaction: it may call another server.
 */
export async function isHuman(
  { db, clock, humanCheck, log }: Needs,
  answer: string | undefined,
  action: HumanAction,
): Promise<boolean> {
  if (!answer || answer.length > maxAnswerLength) return false
  const now = clock()
  const answered = await humanCheck.check(answer, action, now).catch((error: Error) => {
    log.warn({ err: error }, 'the human check is away')
    return undefined
  })
  return answered !== undefined && spend(db, answered, action, now)
}

/** True for the first use of an answer. */
async function spend(db: Db, { id, expiresAt }: Answered, action: string, now: Date): Promise<boolean> {
  await db.deleteFrom('usedHumanCheck').where('expiresAt', '<', now).execute()
  const first = await db
    .insertInto('usedHumanCheck')
    .values({ id, action, usedAt: now, expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

/** Throws `not_a_person` with the specification's sentence. */
export async function requireHuman(app: Needs, answer: string | undefined, action: HumanAction): Promise<void> {
  if (!(await isHuman(app, answer, action))) throw humanCheckProblem('not_a_person')
}

/** Free attempts: this many within the seconds since the last one. `subject`: the counter's key. */
export type Limit = { subject: string; free: number; seconds: number }
/** `about`: what is attempted, such as a username. A proof of work is valid for one attempt at it. */
export type Tries = { about: string; limits: Limit[] }

type TryNeeds = Pick<App, 'db' | 'clock' | 'secretKey'>

/**
 * The puzzle required before the next attempt; undefined if none is. No one is locked out: the more attempts have
 * failed, the more work one costs.
 */
export async function workFor(app: TryNeeds, tries: Tries): Promise<Puzzle | undefined> {
  const now = app.clock()
  const level = await levelOf(app.db, tries, now)
  return level === 0 ? undefined : makeWork(app, { about: tries.about, level, now })
}

/**
 * Counts an attempt as failed before checking it, so that concurrent ones cannot all slip through; `uncountTry` reverts
 * it. False if a proof of work is required: then nothing is counted, and nothing may be checked.
 */
export async function countTry(app: TryNeeds, tries: Tries, proof?: string): Promise<boolean> {
  const { db, clock } = app
  const now = clock()
  const level = await levelOf(db, tries, now)
  if (level === 0) return takeFree(db, tries.limits, now)
  // While it was being solved, further attempts may have raised the level by one.
  const least = Math.max(1, level - 1)
  if (!proof || proof.length > maxAnswerLength) return false
  const proven = await checkWork(app, proof, { about: tries.about, least, now })
  if (!proven || !(await spend(db, proven, 'work', now))) return false
  for (const limit of tries.limits) await add(db, limit, now)
  return true
}

/** Like `countTry`, with the call's proof; throws `work_needed` with the puzzle. */
export async function takeTry(app: TryNeeds, tries: Tries, request: FastifyRequest): Promise<void> {
  const proof = [request.headers['x-proof-of-work']].flat()[0]
  if (await countTry(app, tries, proof)) return
  const puzzle = await workFor(app, tries)
  throw humanCheckProblem('work_needed', {
    waitSeconds: await secondsUntilFreeTry(app, tries),
    ...(puzzle ? { about: { puzzle: JSON.stringify(puzzle) } } : {}),
  })
}

/**
 * Until an attempt is free again, without further attempts. `Retry-After` (RFC 9110, 10.2.3; optional by RFC 6585) is
 * for programs that repeat the same call. With the work done, the call is another one, and may be made at once; with 0,
 * clients that cannot do the work would retry without a pause, and always be refused.
 */
export async function secondsUntilFreeTry({ db, clock }: TryNeeds, { limits }: Tries): Promise<number> {
  const now = clock()
  const spent = (await countsOf(db, limits, now)).filter(({ failures, free }) => failures >= free)
  const last = Math.max(now.getTime(), ...spent.map(({ windowEndsAt }) => windowEndsAt.getTime()))
  return secondsUntil(new Date(last), now)
}

/** The attempt succeeded. */
export async function uncountTry(db: Db, { limits }: Tries): Promise<void> {
  await db
    .updateTable('guess')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where(
      'subject',
      'in',
      limits.map(({ subject }) => subject),
    )
    .where('failures', '>', 0)
    .execute()
}

/** 0 while attempts are free; one more for each fourfold of them. */
async function levelOf(db: Db, { limits }: Tries, now: Date): Promise<number> {
  const levels = (await countsOf(db, limits, now)).map(({ failures, free }) =>
    failures < free ? 0 : Math.min(topLevel, 1 + Math.floor(Math.log2(failures / free) / 2)),
  )
  return Math.max(0, ...levels)
}

async function countsOf(db: Db, limits: Limit[], now: Date) {
  const subjects = limits.map(({ subject }) => subject)
  const rows = await db
    .selectFrom('guess')
    .where('subject', 'in', subjects)
    .where('windowEndsAt', '>', now)
    .select(['subject', 'failures', 'windowEndsAt'])
    .execute()
  return rows.map((row) => ({ ...row, free: limits.find(({ subject }) => subject === row.subject)!.free }))
}

async function takeFree(db: Db, limits: Limit[], now: Date): Promise<boolean> {
  for (const limit of limits) if (!(await add(db, limit, now, limit.free))) return false
  return true
}

/** One statement, so that processes share a count. */
async function add(db: Db, { subject, seconds }: Limit, now: Date, below: number | null = null): Promise<boolean> {
  const { rows } = await sql`
    insert into guess as g (subject, failures, window_ends_at)
    values (${subject}, 1, ${new Date(now.getTime() + seconds * 1000)})
    on conflict (subject) do update set
      failures = case when g.window_ends_at <= ${now} then 1 else g.failures + 1 end,
      window_ends_at = excluded.window_ends_at
    where ${below}::int is null or g.window_ends_at <= ${now} or g.failures < ${below}::int
    returning failures`.execute(db)
  return rows.length > 0
}
