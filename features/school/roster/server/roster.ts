import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { hourMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type RosterEntry, type RosterPreview, type RosterRun, type rosterApi, rosterProblem } from '../contract.ts'
import { maxSentBytes, needsConfirmation, previewHours } from '../rules.ts'
import { notInvitedStudents } from './invite-waiting.ts'
import { enforceOneAtATime, forgetPreviewsOf, orgOf, planFor, settingOf } from './plan-for.ts'
import { countsOf, type Entry, noCounts, type Plan } from './plan-roster.ts'
import { readRosterApart } from './read-apart.ts'
import { type SentFile, unreadable } from './read-bundle.ts'
import type { Reading } from './read-roster.ts'
import type { RosterTables } from './tables.ts'

type Part = Pick<App, 'db' | 'clock'>
export type Run = Selectable<RosterTables['rosterRun']>

export async function rosterState(
  { db, clock, env }: Part & Pick<App, 'env'>,
  { customerId }: SchoolCaller,
): Promise<RawReply<typeof rosterApi.roster>> {
  const now = clock()
  const waiting = await db
    .selectFrom('rosterRun')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('status', '=', 'PREVIEW')
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  const runs = await db
    .selectFrom('rosterRun')
    .leftJoin('appUser', 'appUser.id', 'rosterRun.userId')
    .where('rosterRun.customerId', '=', customerId)
    .where('status', '!=', 'PREVIEW')
    .orderBy('rosterRun.createdAt', 'desc')
    .limit(shownRuns)
    .select(['rosterRun.id', 'fileName', 'status', 'counts', 'messages', 'rosterRun.createdAt', 'userId'])
    .select(['firstName', 'lastName', 'email'])
    .execute()
  const notInvited = await notInvitedStudents(db, customerId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  const { invites } = await settingOf(db, customerId)
  return {
    response: {
      preview: waiting ? await shownPreview(db, waiting) : null,
      runs: runs.map((run) => runOf(run, run.userId === null ? '' : nameOf(run))),
      notInvited: notInvited.count,
      nightly: env.rosterDir !== undefined,
      invites,
    },
  }
}

const shownRuns = 10
const nameOf = (row: { firstName: string | null; lastName: string | null; email: string | null }) =>
  `${row.firstName} ${row.lastName}`.trim() || row.email || ''

/** Reads the files and stores the plan in place of an earlier one. */
export async function previewRoster(
  app: Part,
  caller: SchoolCaller,
  { files }: Input<typeof rosterApi.previewRoster>,
): Promise<{ response: RosterPreview }> {
  const sent = files.map(({ filename, base64 }) => ({ name: filename, bytes: Buffer.from(base64, 'base64') }))
  return { response: await storePreview(app, caller, sent) }
}

export async function storePreview(
  { db, clock }: Part,
  { customerId, userId }: { customerId: string; userId: string | null },
  files: SentFile[],
): Promise<RosterPreview> {
  if (files.reduce((size, { bytes }) => size + bytes.length, 0) > maxSentBytes)
    throw unreadable(`The files are bigger than ${maxSentBytes / 1_000_000} MB.`)
  const now = clock()
  const reading = await readRosterApart(customerId, files, await schoolDay({ db, clock }, customerId, now))
  const org = await orgOf(db, customerId, reading)
  const plan = org === null ? undefined : await planFor(db, customerId, reading, org)
  const run: Run = {
    id: randomUUID(),
    customerId,
    userId,
    fileName: files
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500),
    status: 'PREVIEW',
    counts: JSON.stringify(plan ? countsOf(plan) : noCounts()),
    messages: '[]',
    reading: JSON.stringify(reading),
    plan: plan ? JSON.stringify(plan) : null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + previewHours * hourMs),
  }
  await db.transaction().execute(async (tx) => {
    await enforceOneAtATime(tx, customerId)
    await forgetPreviewsOf(tx, customerId)
    // One after the other: each has megabytes, and the embedded database packs them in one turn of the event loop.
    await tx
      .insertInto('rosterRun')
      .values({ ...run, plan: null })
      .execute()
    await tx.updateTable('rosterRun').set({ plan: run.plan }).where('id', '=', run.id).execute()
  })
  return previewOf(run, org, { reading, plan })
}

async function shownPreview(db: Db, run: Run): Promise<RosterPreview> {
  const reading = readingIn(run)
  const org = await orgOf(db, run.customerId, reading)
  return previewOf(run, org, { reading, plan: planIn(run) })
}

export async function chooseRosterSchool(
  { db, clock }: Part,
  { customerId }: SchoolCaller,
  { id, org }: Input<typeof rosterApi.chooseRosterSchool>,
): Promise<{ response: RosterPreview }> {
  return db.transaction().execute(async (tx) => {
    const run = await previewIn(tx, customerId, id, clock())
    const reading = readingIn(run)
    if (!reading.orgs.some(({ sourcedId }) => sourcedId === org)) throw rosterProblem('roster_school')
    await tx
      .insertInto('rosterSetting')
      .values({ customerId, org, invites: false })
      .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ org }))
      .execute()
    const plan = await planFor(tx, customerId, reading, org)
    const changed = { counts: JSON.stringify(countsOf(plan)), plan: JSON.stringify(plan), messages: '[]' }
    await tx.updateTable('rosterRun').set(changed).where('id', '=', run.id).execute()
    return { response: previewOf({ ...run, ...changed }, org, { reading, plan }) }
  })
}

export async function rosterEntries(
  { db, clock }: Part,
  { customerId }: SchoolCaller,
  { id, kind, searchValue, pageNumber, pageSize }: Input<typeof rosterApi.rosterEntries>,
): Promise<RawReply<typeof rosterApi.rosterEntries>> {
  const plan = planIn(await previewIn(db, customerId, id, clock()))
  const words = searchValue.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (plan?.entries ?? []).filter((entry) => entry.kind === kind && holds(entry, words))
  return {
    response: found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(lineOf),
    totalCount: found.length,
  }
}

const holds = ({ firstName, lastName, email, sourcedId }: Entry, words: string[]) => {
  const text = `${firstName} ${lastName} ${email} ${sourcedId}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
const lineOf = (entry: Entry): RosterEntry => ({ ...entry, line: entry.kind === 'LEAVER' ? null : entry.line })

export async function discardRoster({ db }: Part, { customerId }: SchoolCaller, id: string) {
  await db
    .deleteFrom('rosterRun')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .where('status', '=', 'PREVIEW')
    .execute()
  return { response: {} }
}

export async function previewIn(db: Db, customerId: string, id: string, now: Date): Promise<Run> {
  const run = await db
    .selectFrom('rosterRun')
    .selectAll()
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .where('status', '=', 'PREVIEW')
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!run) throw rosterProblem('roster_unknown')
  return run
}

export const readingIn = ({ reading }: Run) => JSON.parse(reading!) as Reading
export const planIn = ({ plan }: Run) => (plan === null ? undefined : (JSON.parse(plan) as Plan))

/** `reading` and `plan` are those of the run: parsing thousands of people again keeps everyone waiting. */
function previewOf(
  run: Run,
  org: string | null,
  { reading, plan }: { reading: Reading; plan: Plan | undefined },
): RosterPreview {
  const { version, mode, orgs } = reading
  const { present = 0, staff = 0, elsewhere = 0 } = plan ?? {}
  const counts = JSON.parse(run.counts) as RosterPreview['counts']
  return {
    ...{ id: run.id, fileName: run.fileName, version, mode, orgs, counts, present, staff, elsewhere },
    org: run.plan === null ? null : org,
    createdDate: run.createdAt.toISOString(),
    expiresDate: run.expiresAt.toISOString(),
    needsConfirmation: needsConfirmation(counts.LEAVER, present),
    messages: JSON.parse(run.messages) as string[],
  }
}

export const runOf = (
  run: Pick<Run, 'id' | 'fileName' | 'status' | 'counts' | 'messages' | 'createdAt'>,
  by: string,
): RosterRun => ({
  id: run.id,
  fileName: run.fileName,
  status: run.status as RosterRun['status'],
  counts: JSON.parse(run.counts),
  messages: JSON.parse(run.messages),
  by,
  date: run.createdAt.toISOString(),
})
