import { type Refused, refusedSentences } from '#features/school/students/rules.ts'

/** Bytes of a file as sent, and of one that is unpacked. */
export const maxSentBytes = 10_000_000
export const maxUnpackedBytes = 30_000_000
export const maxPeople = 20_000
/** Files that may be chosen together: a zip, or the CSV files that would be in it. */
export const maxFiles = 20
/** How long a preview can be applied. */
export const previewHours = 24
/** Days in which someone can confirm a held nightly file. */
export const heldDays = 7

/** The files of a bundle that are read; all others are left alone. */
export const readFiles = ['manifest.csv', 'orgs.csv', 'users.csv', 'roles.csv'] as const
export type ReadFile = (typeof readFiles)[number]

/** Needed in `users.csv`; the header may have them in any order. */
export const neededColumns = ['sourcedId', 'givenName', 'familyName', 'email'] as const

/** BULK: the file has everyone. DELTA: only what has changed. */
export type Mode = 'BULK' | 'DELTA'

export const entryKinds = ['NEW', 'CHANGED', 'LEAVER', 'SKIPPED', 'UNCHANGED'] as const
export type EntryKind = (typeof entryKinds)[number]
export type Counts = Record<EntryKind, number>

export type LeaverReason = 'ABSENT' | 'DELETED' | 'DISABLED' | 'MOVED'
export type SkipReason =
  | Refused
  | 'NO_ID'
  | 'ID_TWICE'
  | 'NO_ADDRESS'
  | 'ADDRESS_TWICE'
  | 'NO_ROLE'
  | 'STAFF'
  | 'COLLEAGUE'
  | 'CLOSED'
  | 'REMOVED'

export const skipSentences: Record<SkipReason, string> = {
  ...refusedSentences,
  ALREADY_THERE: 'Another student has this address.',
  NO_ID: 'No sourcedId.',
  ID_TWICE: 'The file has this sourcedId twice. We use the first line.',
  NO_ADDRESS: 'No email address.',
  ADDRESS_TWICE: 'The file has this address twice. We use the first line.',
  NO_ROLE: 'Not marked as a student in the file.',
  STAFF: 'Staff. Invite colleagues under Colleagues.',
  COLLEAGUE: 'A colleague has this address.',
  CLOSED: 'The provider has closed this account.',
  REMOVED: 'You removed this student from your list. Invite them to bring them back.',
}

export const leaversNeedConfirmation = 'Many students would lose access. Please confirm this.'

export const leaverSentences: Record<LeaverReason, string> = {
  ABSENT: 'No longer in the file.',
  DELETED: 'Marked “tobedeleted”.',
  DISABLED: 'Marked as not enabled.',
  MOVED: 'No longer a student at your school.',
}

/** A larger change is more often a cut-off file than an empty school. */
const mostLeavers = { people: 5, share: 0.2 }

/** Whether this many leavers need confirmation. `present`: the roster’s people who have not left. */
export const needsConfirmation = (leavers: number, present: number): boolean =>
  leavers > mostLeavers.people && leavers > present * mostLeavers.share
