import type { ExportTable } from '#ui/table/save-table.ts'
import type { NotInvited } from './check-people.ts'
import { whySentence } from './not-invited.tsx'

/** In the columns that are read: mended, the file can be sent again. */
export const notInvitedCsv = (people: readonly NotInvited[]): ExportTable => ({
  columns: ['First name', 'Last name', 'E-mail', 'Gender', 'Line', 'Reason'],
  rows: people.map((each) => [each.firstName, each.lastName, each.email, each.gender, each.line, whySentence(each)]),
})
