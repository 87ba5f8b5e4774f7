import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { entryKinds, leaversNeedConfirmation, maxFiles, maxSentBytes } from './rules.ts'

const id = z.string().max(100)
const counts = z.record(z.enum(entryKinds), z.number().int())

export const RosterPreview = z.object({
  id,
  fileName: z.string(),
  version: z.enum(['1.1', '1.2']),
  mode: z.enum(['BULK', 'DELTA']),
  createdDate: z.string(),
  expiresDate: z.string(),
  /** The schools with students in the file. */
  orgs: z.array(z.object({ sourcedId: z.string(), name: z.string(), students: z.number().int() })),
  /** The chosen one; null: one of them must be chosen first, and nothing is planned. */
  org: z.string().nullable(),
  counts,
  /** People of earlier rosters who have not left. */
  present: z.number().int(),
  /** People in the file who are not students of this school. */
  staff: z.number().int(),
  elsewhere: z.number().int(),
  /** True if too many people leave to apply it without confirmation. */
  needsConfirmation: z.boolean(),
  /** Why it was not applied when someone wanted to. */
  messages: z.array(z.string()),
})
export type RosterPreview = z.infer<typeof RosterPreview>

export const RosterRun = z.object({
  id,
  fileName: z.string(),
  /** APPLYING: confirmed, and a job does it. HELD: too many would leave, and nothing was changed. */
  status: z.enum(['APPLYING', 'APPLIED', 'HELD', 'FAILED']),
  counts,
  messages: z.array(z.string()),
  /** Empty: the provider’s nightly folder, or its command line. */
  by: z.string(),
  date: z.string(),
})
export type RosterRun = z.infer<typeof RosterRun>

export const RosterEntry = z.object({
  kind: z.enum(entryKinds),
  /** Line of users.csv; null for a leaver. */
  line: z.number().int().nullable(),
  sourcedId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  grade: z.string(),
  /** Former values of what changes. */
  before: z
    .object({ firstName: z.string(), lastName: z.string(), email: z.string(), grade: z.string() })
    .partial()
    .optional(),
  /** Had left, and is back. */
  returns: z.boolean().optional(),
  /** Why someone leaves or is left out: a key of `leaverSentences` or `skipSentences`. */
  why: z.string().optional(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

const preview = z.object({ response: RosterPreview })

export const rosterApi = {
  roster: get('/rest/user/current/student/roster', {
    who: 'organisation-admin',
    summary: 'The roster file to be applied, and earlier ones',
    reply: z.object({
      response: z.object({
        preview: RosterPreview.nullable(),
        runs: z.array(RosterRun),
        /** Students of the roster who have not been emailed an invitation. */
        notInvited: z.number().int(),
        /** Files are taken from a folder every night. */
        nightly: z.boolean(),
        /** New students are emailed an invitation. */
        invites: z.boolean(),
      }),
    }),
  }),
  previewRoster: post('/rest/user/current/student/roster/preview', {
    who: 'organisation-admin',
    summary: 'Preview the changes of a OneRoster zip or its CSV files, without making them',
    bodyLimit: Math.ceil((maxSentBytes * 4) / 3) + 100_000,
    input: z.strictObject({
      files: z
        .array(z.strictObject({ filename: z.string().min(1).max(255), base64: z.string() }))
        .min(1)
        .max(maxFiles),
    }),
    reply: preview,
  }),
  chooseRosterSchool: post('/rest/user/current/student/roster/school', {
    who: 'organisation-admin',
    summary: 'Choose the school in a file with several; remembered for later files',
    input: z.strictObject({ id, org: z.string().min(1).max(1000) }),
    reply: preview,
  }),
  rosterEntries: post('/rest/user/current/student/roster/entries', {
    who: 'organisation-admin',
    changes: false,
    summary: 'The people of a preview, one kind at a time',
    input: z.strictObject({
      id,
      kind: z.enum(entryKinds),
      searchValue: z.string().max(200).default(''),
      pageNumber: z.number().int().min(1).max(100_000).default(1),
      pageSize: z.number().int().min(1).max(1000).default(20),
    }),
    reply: z.object({ response: z.array(RosterEntry), totalCount: z.number().int() }),
  }),
  applyRoster: post('/rest/user/current/student/roster/apply', {
    who: 'organisation-admin',
    freshProof: 'always',
    summary: 'Apply a preview exactly as shown, or not at all; repeating this changes nothing',
    input: z.strictObject({
      id,
      /** Mail new students an invitation, now and after nightly files. */
      invite: z.boolean(),
      /** Required if the preview has `needsConfirmation`. */
      confirmLeavers: z.boolean().default(false),
    }),
    reply: z.object({ response: RosterRun }),
  }),
  discardRoster: post('/rest/user/current/student/roster/discard', {
    who: 'organisation-admin',
    summary: 'Discard a preview',
    input: z.strictObject({ id }),
    reply: z.object({ response: z.object({}) }),
  }),
}

export const rosterProblem = problems({
  roster_unreadable: [400, 'We couldn’t read this file as OneRoster.'],
  roster_unknown: [404, 'This preview is out of date. Please choose the file again.'],
  roster_school: [409, 'The file has several schools. Please choose yours first.'],
  roster_changed: [409, 'Your students have changed since this preview. Please check the new preview, then apply it.'],
  roster_busy: [409, 'A roster is being applied. Please wait until it is finished.'],
  roster_leavers: [409, leaversNeedConfirmation],
})
