import type { ColumnType } from 'kysely'

/** Rows of migration 009. */
export type DownloadedRecordTables = {
  knownRecord: {
    recordId: string
    print: string
    title: string
    /** A bigint: the database gives it as text. */
    asOf: ColumnType<string, number, number>
    changedAt: Date | null
    goneAt: Date | null
  }
  requestPrint: {
    requestId: string
    prints: ColumnType<{ id: string; print: string }[], string, string>
  }
  downloadedRecord: {
    customerId: string
    recordId: string
    downloadedAt: Date
    requestId: string | null
    print: string | null
  }
}
