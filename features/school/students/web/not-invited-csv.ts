import type { Columns } from '#ui/table/columns.ts'
import type { NotInvited } from './check-people.ts'
import { reasonSentence } from './not-invited.tsx'

/** Columns of the import format: once corrected, the file can be sent again. */
export const notInvitedColumns: Columns<NotInvited> = [
  { head: 'First name', csv: ({ firstName }) => firstName },
  { head: 'Last name', csv: ({ lastName }) => lastName },
  { head: 'Email', csv: ({ email }) => email },
  { head: 'Gender', csv: ({ gender }) => gender },
  { head: 'Line', csv: ({ line }) => line },
  { head: 'Reason', csv: reasonSentence },
]
