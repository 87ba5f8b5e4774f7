import type { ColumnType } from 'kysely'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'

/** Rows of migration 008. */
export type CollectionTables = {
  collectionCategory: {
    id: string
    parentId: string | null
    name: string
    nameKey: string
    position: number
  }
  collection: {
    id: string
    categoryId: string
    name: string
    nameKey: string
    description: string
    position: number
    /** Read as it is; written as JSON text. */
    recordIds: ColumnType<RecordId[], string, string>
    updatedAt: Date
  }
}
