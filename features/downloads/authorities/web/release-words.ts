import type { AuthorityFormat, authoritiesApi } from '#features/downloads/authorities/contract.ts'
import type { Answer } from '#kit/web/call.ts'

export type ShownRelease = Answer<typeof authoritiesApi.authorityReleases>['response'][number]
export type ShownFile = ShownRelease['files'][number]
export type ShownChanges = NonNullable<ShownRelease['changes']>

export const formatNames: Record<AuthorityFormat, string> = { MARC: 'MARC 21', TEXT: 'Text' }

/** The day in UTC, as in the files themselves, whatever the reader's time zone. */
export const dayOf = (date: Date | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

export const headings = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'heading' : 'headings'}`
