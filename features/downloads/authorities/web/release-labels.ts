import type { AuthorityFormat, authoritiesApi } from '#features/downloads/authorities/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'

export type ReleaseView = Answer<typeof authoritiesApi.authorityReleases>['response'][number]
export type ReleaseFileView = ReleaseView['files'][number]
export type ReleaseChangesView = NonNullable<ReleaseView['changes']>

export const formatNames: Record<AuthorityFormat, string> = { MARC: 'MARC 21', TEXT: 'Text' }

export const headings = (count: number): string => counted(count, 'heading')
