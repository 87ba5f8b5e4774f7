import type { AuditEntry } from '#features/audit/contract.ts'
import { actionInWords } from '#features/audit/rules.ts'
import type { Dated } from '#kit/web/dates.ts'
import type { ExportTable } from '#ui/save-table.ts'
import { changedFields } from './audit-words.ts'

/** A row for each field that was changed, so that a spreadsheet can filter by it. */
export const auditCsv = (entries: readonly Dated<AuditEntry>[]): ExportTable => ({
  columns: ['When', 'Who', 'What', 'Of whom or what', 'Field', 'Before', 'After'],
  rows: entries.flatMap((entry) => {
    const fields = changedFields(entry)
    const told = [
      entry.happenedDate?.toISOString() ?? '',
      entry.changedBy,
      actionInWords(entry.action),
      entry.subject,
    ] as const
    if (fields.length === 0) return [[...told, '', '', '']]
    return fields.map(({ field, from, to }) => [...told, field, from, to])
  }),
})
