import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { businessDay } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { counted } from '#kit/wording.ts'
import { rosterProblem } from '../contract.ts'
import { type Counts, leaverSentences, maxFiles, maxSentBytes, needsConfirmation, skipSentences } from '../rules.ts'
import { applyPlan } from './apply-plan.ts'
import { enforceOneAtATime, orgOf, planFor } from './plan-for.ts'
import { type ChangedEntry, countsOf, type Entry, type Plan } from './plan-roster.ts'
import { readRosterApart } from './read-apart.ts'
import { unreadable } from './read-bundle.ts'
import type { Reading } from './read-roster.ts'

/** `npm run admin -- roster …`, with the files that it was given. */
export const RosterCommand = z.strictObject({
  command: z.enum(['roster preview', 'roster apply']),
  number: z.string(),
  files: z.array(z.strictObject({ name: z.string(), base64: z.string() })).max(maxFiles),
  /** The sourcedId of the school, where the file has several. */
  school: z.string().optional(),
  confirmLeavers: z.boolean(),
})
export type RosterCommand = z.infer<typeof RosterCommand>
export type RosterAnswer = { lines: string[] } | { refused: string }

type Needs = Pick<App, 'db' | 'clock'>

/** A refusal changes nothing. No mail is sent: the school invites its new students. */
export async function carryOutRoster(app: Needs, command: RosterCommand): Promise<RosterAnswer> {
  try {
    return { lines: await carryOut(app, command) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refused: error.messages.join('\n') }
  }
}

async function carryOut({ db, clock }: Needs, command: RosterCommand): Promise<string[]> {
  const now = clock()
  const sent = command.files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }))
  if (sent.reduce((size, { bytes }) => size + bytes.length, 0) > maxSentBytes)
    throw unreadable(`The files are bigger than ${maxSentBytes / 1_000_000} MB.`)
  const reading = await readRosterApart(command.number, sent, businessDay(clock, now))
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .where('customerNo', '=', command.number)
      .select(['id', 'name', 'customerNo'])
      .executeTakeFirst()
    if (!customer)
      throw new Problem('organisation_not_found', 404, [`No organisation has the number ${command.number}.`])
    const { id: customerId } = customer
    if (command.command === 'roster apply') await enforceOneAtATime(tx, customerId)
    const org = schoolIn(reading, command.school ?? (await orgOf(tx, customerId, reading)))
    const plan = await planFor(tx, customerId, reading, org)
    const counts = countsOf(plan)
    if (command.command === 'roster preview')
      return [
        `${customer.name}, number ${customer.customerNo}: OneRoster ${reading.version}, ${reading.mode === 'BULK' ? 'all students' : 'changes only'}`,
        ...plan.entries.flatMap(lineOf),
        ...summaryOf(counts, plan),
        'This is a preview. Nothing was changed.',
      ]
    if (needsConfirmation(counts.LEAVER, plan.present) && !command.confirmLeavers)
      throw rosterProblem('roster_leavers', {
        messages: [
          `Nothing was changed: ${counts.LEAVER} of ${counted(plan.present, 'student')} would lose access. If that is correct, add --confirm-leavers.`,
        ],
      })
    const fileName = command.files
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500)
    await applyPlan(tx, { customerId, userId: null, now, plan, fileName })
    if (command.school !== undefined)
      await tx
        .insertInto('rosterSetting')
        .values({ customerId, org, invites: false })
        .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ org }))
        .execute()
    await tx
      .insertInto('rosterRun')
      .values({
        ...{ id: randomUUID(), customerId, userId: null, fileName, status: 'APPLIED' },
        ...{ counts: JSON.stringify(counts), messages: '[]', reading: null, plan: null },
        ...{ createdAt: now, expiresAt: now },
      })
      .execute()
    return [`applied to ${customer.name}, number ${customer.customerNo}`, ...summaryOf(counts, plan)]
  })
}

function schoolIn({ orgs }: Reading, org: string | null): string {
  const isKnown = org !== null && (orgs.length === 0 || orgs.some(({ sourcedId }) => sourcedId === org))
  if (isKnown) return org
  throw rosterProblem('roster_school', {
    messages: [
      `The file has ${orgs.length === 1 ? 'another school' : 'several schools'}. Name the right one with --school:`,
      ...orgs.map(({ sourcedId, name, students }) => `  ${sourcedId}  ${name}, ${counted(students, 'student')}`),
    ],
  })
}

const summaryOf = ({ NEW, CHANGED, LEAVER, SKIPPED, UNCHANGED }: Counts, { staff, elsewhere }: Plan): string[] => [
  `${NEW} new, ${CHANGED} changed, ${counted(LEAVER, 'leaver')}, ${SKIPPED} left out, ${UNCHANGED} unchanged`,
  ...(staff + elsewhere > 0 ? [`not imported: ${staff} staff, ${elsewhere} of other roles or schools`] : []),
]

function lineOf(entry: Entry): string[] {
  const who = [`${entry.firstName} ${entry.lastName}`.trim(), entry.email, entry.sourcedId].filter(Boolean).join(', ')
  switch (entry.kind) {
    case 'NEW':
      return [`new       ${who}`]
    case 'CHANGED':
      return [`changed   ${who}${changesOf(entry)}`]
    case 'LEAVER':
      return [`leaver    ${who}: ${leaverSentences[entry.why]}`]
    case 'SKIPPED':
      return [`left out  line ${entry.line}${who && `, ${who}`}: ${skipSentences[entry.why]}`]
    case 'UNCHANGED':
      return []
  }
}

const changesOf = ({ before, returns }: ChangedEntry): string => {
  const former = Object.values(before).filter(Boolean)
  return `${former.length > 0 ? `; before: ${former.join(', ')}` : ''}${returns ? '; comes back' : ''}`
}
