import { type KeyScope, keyScopes } from '#kit/key-scopes.ts'

export const scopeLabels: Record<KeyScope, { short: string; long: string }> = {
  search: { short: 'Search', long: 'Search, and read records and headings' },
  download: { short: 'Download', long: 'Download records and files, including by SRU and OAI-PMH' },
  requests: { short: 'Request files', long: 'Request files of up to 4,000 records' },
  people: { short: 'People (SCIM)', long: 'People (SCIM): add, change and remove students and staff' },
}
export const scopeOptions = keyScopes.map((scope) => ({ scope, label: scopeLabels[scope].long }))
