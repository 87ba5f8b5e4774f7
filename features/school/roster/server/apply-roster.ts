import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { hourMs } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { actFrom, cameFrom } from '#kit/server/came-from.ts'
import { job } from '#kit/server/jobs.ts'
import { type RosterRun, type rosterApi, rosterProblem } from '../contract.ts'
import { needsConfirmation, previewHours } from '../rules.ts'
import { applyPlan } from './apply-plan.ts'
import { inviteRosterStudents } from './invite-waiting.ts'
import { enforceOneAtATime, lockSchool, orgOf, planFor } from './plan-for.ts'
import { countsOf } from './plan-roster.ts'
import { planIn, previewIn, type Run, readingIn, runOf } from './roster.ts'

/** Enqueues the preview as a job: a large one takes longer than a proxy waits. */
export async function applyRoster(
  { db, clock, queue }: Pick<App, 'db' | 'clock' | 'queue'>,
  { customerId, userId }: SchoolCaller,
  { id, invite, confirmLeavers }: Input<typeof rosterApi.applyRoster>,
): Promise<{ response: RosterRun }> {
  const now = clock()
  const run = await db.transaction().execute(async (tx) => {
    await lockSchool(tx, customerId)
    const begun = await tx
      .selectFrom('rosterRun')
      .selectAll()
      .where('id', '=', id)
      .where('customerId', '=', customerId)
      .where('status', 'in', ['APPLYING', 'APPLIED'])
      .executeTakeFirst()
    if (begun) return begun
    await enforceOneAtATime(tx, customerId)
    const plan = planIn(await previewIn(tx, customerId, id, now))
    if (!plan) throw rosterProblem('roster_school')
    if (needsConfirmation(countsOf(plan).LEAVER, plan.present) && !confirmLeavers) throw rosterProblem('roster_leavers')
    await queue.enqueue(applyConfirmedRoster, { id, customerId, userId, invite, cameFrom: cameFrom() }, { tx })
    return tx
      .updateTable('rosterRun')
      .set({ status: 'APPLYING', messages: '[]', createdAt: now, userId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { response: runOf(run, '') }
}

const failedSentence = 'We couldn’t apply the file. Nothing was changed. Please try again.'

type Needs = Pick<App, 'db' | 'clock' | 'queue'>
const data = z.object({
  ...{ id: z.string(), customerId: z.string(), userId: z.string(), invite: z.boolean() },
  /** The address of the call, for the audit log. */
  cameFrom: z.string(),
})
type Confirmed = z.infer<typeof data>

/**
 * Applies the plan that was shown, in one transaction, or nothing: if the school’s people have changed since, the plan
 * is made again and must be reviewed again.
 */
export const applyConfirmedRoster = job({
  name: 'roster.apply',
  data,
  expireSeconds: 30 * 60,
  retries: 4,
  run: (app: Needs, confirmed) =>
    actFrom(confirmed.cameFrom, async () => {
      if (!(await applied(app, confirmed))) await showAnew(app, confirmed)
    }),
  async failed({ db, clock }: Needs, { id }) {
    await db
      .updateTable('rosterRun')
      .set({ ...shownUntil(clock()), messages: JSON.stringify([failedSentence]) })
      .where('id', '=', id)
      .where('status', '=', 'APPLYING')
      .execute()
  },
  async again({ db }: Needs, { id, customerId }) {
    await db.transaction().execute(async (tx) => {
      await enforceOneAtATime(tx, customerId)
      const confirmed = tx.updateTable('rosterRun').where('id', '=', id).where('status', '=', 'PREVIEW')
      await confirmed.set({ status: 'APPLYING', messages: '[]' }).execute()
    })
  },
})

const shownUntil = (now: Date) => ({
  status: 'PREVIEW' as const,
  expiresAt: new Date(now.getTime() + previewHours * hourMs),
})

/** False, and nothing is changed, if the plan no longer fits. */
async function applied({ db, clock, queue }: Needs, { id, customerId, userId, invite }: Confirmed): Promise<boolean> {
  const now = clock()
  const work = db.transaction().execute(async (tx) => {
    const run = await applyingRun(tx, customerId, id)
    // An earlier attempt has applied it.
    if (!run) return true
    const { org, plan } = await planOf(tx, run)
    if (!plan || JSON.stringify(plan) !== run.plan) return false
    await applyPlan(tx, { customerId, userId, now, plan, fileName: run.fileName })
    await tx
      .insertInto('rosterSetting')
      .values({ customerId, org, invites: invite })
      .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ org, invites: invite }))
      .execute()
    if (invite) await queue.enqueue(inviteRosterStudents, { customerId, userId }, { tx })
    await tx
      .updateTable('rosterRun')
      .set({ status: 'APPLIED', reading: null, plan: null })
      .where('id', '=', id)
      .execute()
    return true
  })
  return work.catch((error: unknown) => {
    if (error instanceof Problem) return false
    throw error
  })
}

async function showAnew({ db, clock }: Needs, { id, customerId }: Confirmed): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await applyingRun(tx, customerId, id)
    if (!run) return
    const { plan } = await planOf(tx, run)
    await tx
      .updateTable('rosterRun')
      .set({
        ...{ ...shownUntil(clock()), messages: JSON.stringify(rosterProblem('roster_changed').messages) },
        ...(plan ? { plan: JSON.stringify(plan), counts: JSON.stringify(countsOf(plan)) } : { plan: null }),
      })
      .where('id', '=', id)
      .execute()
  })
}

async function applyingRun(tx: Db, customerId: string, id: string): Promise<Run | undefined> {
  await lockSchool(tx, customerId)
  return tx
    .selectFrom('rosterRun')
    .selectAll()
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .where('status', '=', 'APPLYING')
    .executeTakeFirst()
}

async function planOf(tx: Db, run: Run) {
  const reading = readingIn(run)
  const org = await orgOf(tx, run.customerId, reading)
  return org === null ? { org: '', plan: undefined } : { org, plan: await planFor(tx, run.customerId, reading, org) }
}
