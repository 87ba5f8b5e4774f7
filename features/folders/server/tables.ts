import type { ColumnType } from 'kysely'
import type { FolderItem } from '../contract.ts'

/** A record as it was when it was saved: it keeps its name after it is deleted from the catalogue. */
export type StoredItem = Omit<FolderItem, 'inCatalogue'>

/** Rows of migrations 004 and 053. */
export type FolderTables = {
  savedFolder: {
    id: string
    customerId: string
    userId: string
    name: string
    nameKey: string
    /** Read as it is; written as JSON text. */
    items: ColumnType<StoredItem[], string, string>
    itemCount: number
    shareToken: string | null
    createdAt: Date
    updatedAt: Date
  }
  /** The temporary folders of those who keep theirs. */
  keptFolder: {
    userId: string
    /** Items as in `savedFolder`. */
    items: ColumnType<StoredItem[], string, string>
  }
}
