import { z } from 'zod'
import { DownloadRequest } from '#features/downloads/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

export const AuthorityKind = z.enum(['ALL', 'SUBJECT', 'NAME', 'SERIES'])
export type AuthorityKind = z.infer<typeof AuthorityKind>
/** Every heading; only those with references; only those added, changed or deleted since the last release. */
export const AuthorityScope = z.enum(['FULL', 'REFERENCE_ONLY', 'CHANGES'])
export type AuthorityScope = z.infer<typeof AuthorityScope>
export const AuthorityFormat = z.enum(['MARC', 'TEXT'])
export type AuthorityFormat = z.infer<typeof AuthorityFormat>

export const AuthorityFile = z.object({
  requestFileId: z.string(),
  fileFormat: AuthorityFormat,
  name: z.string(),
  kind: AuthorityKind,
  scope: AuthorityScope,
  recordCount: z.number().int(),
  releaseDate: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export type AuthorityFile = z.infer<typeof AuthorityFile>

/** How many headings. */
export const Changes = z.object({ added: z.number().int(), changed: z.number().int(), deleted: z.number().int() })
export type Changes = z.infer<typeof Changes>

export const AuthorityRelease = z.object({
  id: z.string(),
  number: z.number().int(),
  releaseDate: z.string(),
  headings: z.record(AuthorityKind, z.number().int()),
  /** Since the last release; null in the first one. */
  changes: z.record(AuthorityKind, Changes).nullable(),
  /** The changes of older releases are kept longer than their full files. */
  files: z.array(AuthorityFile),
})
export type AuthorityRelease = z.infer<typeof AuthorityRelease>

export const authoritiesApi = {
  authorityFiles: get('/rest/mydownload/fetchAuthorityFileDetails', {
    who: 'staff',
    summary: 'The authority files of the latest release, and whether the caller’s customer may download them',
    reply: z.object({ safMetadataViews: z.array(AuthorityFile), sAFDownloadAllowed: z.boolean() }),
  }),
  /** Accepts a range, to resume an interrupted download. */
  downloadAuthorityFile: get('/rest/mydownload/downloadAuthorityFile', {
    who: 'staff',
    summary: 'One authority file',
    input: z.strictObject({ fileFormat: z.string().max(40), requestFileId: z.string().max(200) }),
    answers: 'file',
    mediaTypes: ['application/marc', 'text/plain'],
  }),
  /** Beyond the specification. */
  authorityReleases: get('/rest/mydownload/authority/releases', {
    who: 'staff',
    summary: 'The latest authority file releases with their counts, newest first',
    reply: z.object({ response: z.array(AuthorityRelease) }),
  }),
  createUsedHeadings: post('/rest/mydownload/request/authority/create', {
    who: 'staff',
    summary: 'Request the authority records of the headings used in the school’s downloaded records',
    input: z.strictObject({ kind: AuthorityKind }),
    reply: z.object({ response: DownloadRequest }),
  }),
}

export const authorityProblem = problems({
  no_authority_subscription: [403, 'Your subscription doesn’t include authority files.'],
  no_such_authority_file: [404, 'We couldn’t find this authority file.'],
  nothing_downloaded: [409, 'You haven’t downloaded any records yet.'],
})
