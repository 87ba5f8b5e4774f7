import type { ColumnType } from 'kysely'

type Values = ColumnType<Record<string, string | number | boolean>, string, never>

/** Rows of migration 012. `before` and `after` hold only the settings that the save changed. */
export type SettingsTables = {
  settingsChange: {
    id: string
    customerId: string
    userId: string
    changedAt: Date
    before: Values
    after: Values
  }
}
