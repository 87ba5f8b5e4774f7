import type { ColumnType } from 'kysely'
import type { AuthorityFormat, AuthorityKind, AuthorityScope, Changes } from '../contract.ts'

/** Read as it is; written as JSON text. */
type Json<T> = ColumnType<T, string, string>

/** Rows of migration 010. */
export type AuthorityTables = {
  authorityRelease: {
    id: string
    number: number
    generation: number
    headings: Json<Record<AuthorityKind, number>>
    changes: ColumnType<Record<AuthorityKind, Changes> | null, string | null, string | null>
    releasedAt: Date
  }
  authorityFile: {
    id: string
    releaseId: string
    kind: AuthorityKind
    scope: AuthorityScope
    format: AuthorityFormat
    recordCount: number
    fileKey: string
    size: number
  }
}
