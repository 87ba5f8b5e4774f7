import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { dayMs } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { counted, grouped } from '#kit/wording.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import type { RosterRun } from '../contract.ts'
import { type Counts, heldDays, maxSentBytes, needsConfirmation } from '../rules.ts'
import { applyPlan } from './apply-plan.ts'
import { inviteRosterStudents } from './invite-waiting.ts'
import { forgetPreviewsOf, lockSchool, orgOf, planFor, settingOf } from './plan-for.ts'
import { countsOf, noCounts, type Plan } from './plan-roster.ts'
import { readRosterApart } from './read-apart.ts'
import { type SentFile, unreadable } from './read-bundle.ts'
import type { Reading } from './read-roster.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
/** `lines`: the result of a file, in words. */
export type TakenRoster = { status: Exclude<RosterRun['status'], 'APPLYING'>; counts: Counts; lines: string[] }
type Given = { fileName: string; files: SentFile[]; isTooBig: boolean }

/**
 * Applies a file of the nightly folder, unless it would close the accounts of many: then it waits as a preview for
 * someone to confirm it. The school gets one mail if something changed, or nothing could.
 */
export async function takeRoster(app: Needs, customerId: string, given: Given): Promise<TakenRoster> {
  const now = app.clock()
  let reading: Reading | undefined
  let refused: readonly string[] = []
  try {
    if (given.isTooBig) throw unreadable(`The files are bigger than ${maxSentBytes / 1_000_000} MB.`)
    reading = await readRosterApart(customerId, given.files, await schoolDay(app, customerId, now))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refused = error.messages
  }
  return app.db.transaction().execute(async (tx) => {
    await lockSchool(tx, customerId)
    const outcome = reading
      ? await applied(app, tx, { customerId, fileName: given.fileName, reading })
      : { status: 'FAILED' as const, counts: noCounts(), messages: [...refused] }
    const { status, counts, messages } = outcome
    await tx
      .insertInto('rosterRun')
      .values({
        ...{ id: randomUUID(), customerId, userId: null, fileName: given.fileName.slice(0, 500), status },
        ...{ counts: JSON.stringify(counts), messages: JSON.stringify(messages), reading: null, plan: null },
        ...{ createdAt: now, expiresAt: now },
      })
      .execute()
    const lines = [...messages, ...(status === 'FAILED' ? [] : [describeCounts(counts)])]
    const isQuiet = status === 'APPLIED' && counts.NEW + counts.CHANGED + counts.LEAVER === 0
    if (!isQuiet) await mailOutcome(app, tx, customerId, { fileName: given.fileName, status, lines })
    return { status, counts, lines }
  })
}

type File = { customerId: string; fileName: string; reading: Reading }
type Outcome = { status: TakenRoster['status']; counts: Counts; messages: string[] }

async function applied(app: Needs, tx: Db, { customerId, fileName, reading }: File): Promise<Outcome> {
  const now = app.clock()
  const org = await orgOf(tx, customerId, reading)
  if (org === null) {
    await keepPreview(tx, { customerId, fileName, reading, plan: null, now })
    const messages = ['The file has several schools. Please choose yours on the roster page.']
    return { status: 'HELD', counts: noCounts(), messages }
  }
  const plan = await planFor(tx, customerId, reading, org)
  const counts = countsOf(plan)
  if (needsConfirmation(counts.LEAVER, plan.present)) {
    await keepPreview(tx, { customerId, fileName, reading, plan, now })
    const many = `${grouped(counts.LEAVER)} of ${grouped(plan.present)}`
    const messages = [
      `Nothing was changed: ${many} students would lose access. Please check the preview and confirm it.`,
    ]
    return { status: 'HELD', counts, messages }
  }
  await applyPlan(tx, { customerId, userId: null, now, plan, fileName })
  const { invites } = await settingOf(tx, customerId)
  // Also invites students whom the daily limit left over on former nights.
  if (invites) await app.queue.enqueue(inviteRosterStudents, { customerId, userId: null }, { tx })
  return { status: 'APPLIED', counts, messages: [] }
}

type Held = { customerId: string; fileName: string; reading: Reading; plan: Plan | null; now: Date }

async function keepPreview(tx: Db, { customerId, fileName, reading, plan, now }: Held): Promise<void> {
  await forgetPreviewsOf(tx, customerId)
  await tx
    .insertInto('rosterRun')
    .values({
      ...{ id: randomUUID(), customerId, userId: null, fileName: fileName.slice(0, 500), status: 'PREVIEW' },
      ...{ counts: JSON.stringify(plan ? countsOf(plan) : noCounts()), messages: '[]' },
      ...{ reading: JSON.stringify(reading), plan: plan && JSON.stringify(plan) },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + heldDays * dayMs) },
    })
    .execute()
}

const describeCounts = ({ NEW, CHANGED, LEAVER, SKIPPED, UNCHANGED }: Counts) =>
  `${NEW} new, ${CHANGED} changed, ${counted(LEAVER, 'leaver')}, ${SKIPPED} left out, ${UNCHANGED} unchanged.`

const subjects: Record<TakenRoster['status'], string> = {
  APPLIED: 'The roster was imported',
  HELD: 'The roster needs your review',
  FAILED: 'We couldn’t import the roster',
}

/** Emails the primary contacts once, in the transaction of the change. */
async function mailOutcome(
  app: Needs,
  tx: Db,
  customerId: string,
  { fileName, status, lines }: { fileName: string; status: TakenRoster['status']; lines: string[] },
): Promise<void> {
  const people = await tx
    .selectFrom('appUser')
    .innerJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .where('disabledAt', 'is', null)
    .select(['appUser.email', 'customer.name'])
    .execute()
  for (const { email, name } of people) {
    const mail = composeMail({
      subject: `${subjects[status]}: ${name}`,
      heading: subjects[status],
      intro: [`We found the file ${fileName} in the nightly folder for ${name}.`, ...lines],
      link: { label: 'Open the roster', href: `${app.env.publicUrl}/myStudents/roster` },
      footnote: 'You’re receiving this email because you are your organisation’s primary contact.',
      providerName: app.env.providerName,
    })
    await enqueueMail(app, { ...mail, to: email }, tx)
  }
}
