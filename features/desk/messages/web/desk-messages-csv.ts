import { type MessageState, stateOf } from '#features/desk/messages/rules.ts'
import { type Columns, fileOf, momentInFile } from '#ui/table/columns.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { asSent, describeAudience, type MessageView, typeNames } from './message-labels.ts'

const stateNames: Record<MessageState, string> = { SHOWN: 'Current', PLANNED: 'Planned', ENDED: 'Ended' }

/** Every message, ended ones that are folded away included. */
export function messagesFile(messages: readonly MessageView[], now: Date): ExportTable {
  const columns: Columns<MessageView> = [
    { head: 'Title', csv: ({ messageDesc }) => messageDesc },
    { head: 'Text', csv: ({ content }) => content },
    { head: 'Type', csv: ({ messageType }) => typeNames[messageType] },
    { head: 'Status', csv: (message) => stateNames[stateOf(asSent(message), now)] },
    { head: 'Audience', csv: describeAudience },
    { head: 'From', csv: ({ startDate }) => momentInFile(startDate) },
    { head: 'Until', csv: ({ endDate }) => momentInFile(endDate) },
    { head: 'Changed', csv: ({ changedDate }) => momentInFile(changedDate) },
    { head: 'Changed by', csv: ({ changedBy }) => changedBy },
  ]
  return fileOf(columns, messages)
}
