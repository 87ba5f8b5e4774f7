import type { Generated } from 'kysely'
import type { ReportKind } from '../contract.ts'

/** Rows of migration 006. */
export type RecordReportTables = {
  recordReport: {
    id: string
    customerId: string
    userId: string
    bibId: string
    kind: ReportKind
    field: Generated<string>
    body: string
    state: Generated<'OPEN' | 'DONE'>
    sameness: string
    createdAt: Generated<Date>
    doneAt: Date | null
  }
}
