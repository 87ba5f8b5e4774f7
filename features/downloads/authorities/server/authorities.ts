import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { type AuthorityFile, type AuthorityFormat, type authoritiesApi, authorityProblem } from '../contract.ts'
import { authorityKinds, authorityScopes, mayDownloadAuthorityFiles, nameOfFile } from '../rules.ts'
import { extensionOf } from './release-files.ts'
import { type FileRow, latestRelease, maxReleases, type ReleaseRow } from './stored-releases.ts'

type Needs = Pick<App, 'db' | 'clock'>

export function authoriseAuthorityFiles({ subscriptions }: SchoolCaller, clock: Clock) {
  if (!mayDownloadAuthorityFiles(subscriptions, businessDay(clock))) throw authorityProblem('no_authority_subscription')
}

/** The releases, for everyone, and whether this caller may download them. */
export async function authorityFiles(
  { db, clock }: Needs,
  { subscriptions }: SchoolCaller,
): Promise<RawReply<typeof authoritiesApi.authorityFiles>> {
  const latest = await latestRelease(db)
  return {
    safMetadataViews: latest ? await filesOf(db, latest) : [],
    sAFDownloadAllowed: mayDownloadAuthorityFiles(subscriptions, businessDay(clock)),
  }
}

export async function authorityReleases({ db }: Needs): Promise<RawReply<typeof authoritiesApi.authorityReleases>> {
  const releases = await db
    .selectFrom('authorityRelease')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(maxReleases)
    .execute()
  const response = []
  for (const release of releases) {
    const { id, number, headings, changes, releasedAt } = release
    const files = await filesOf(db, release)
    response.push({ id, number, headings, changes, releaseDate: releasedAt.toISOString(), files })
  }
  return { response }
}

async function filesOf(db: Db, release: ReleaseRow): Promise<AuthorityFile[]> {
  const rows = await db.selectFrom('authorityFile').selectAll().where('releaseId', '=', release.id).execute()
  return rows
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ id, kind, scope, format, recordCount, size }) => ({
      requestFileId: id,
      fileFormat: format,
      name: nameOfFile(kind, scope),
      kind,
      scope,
      recordCount,
      releaseDate: release.releasedAt.toISOString(),
      size,
    }))
}

/** All headings first; of each, the whole file first; MARC before text. */
const placeOf = ({ kind, scope, format }: FileRow) =>
  authorityKinds.indexOf(kind) * 10 + authorityScopes.indexOf(scope) * 2 + (format === 'MARC' ? 0 : 1)

const mediaTypeOf: Record<AuthorityFormat, string> = { MARC: 'application/marc', TEXT: 'text/plain; charset=utf-8' }

/** A file in the list, by its id and format. No input becomes a path. */
export async function downloadAuthorityFile(
  { db, files, clock }: Pick<App, 'db' | 'files' | 'clock'>,
  { fileFormat, requestFileId }: Input<typeof authoritiesApi.downloadAuthorityFile>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const found = uuid.test(requestFileId)
    ? await db
        .selectFrom('authorityFile as file')
        .innerJoin('authorityRelease as release', 'release.id', 'file.releaseId')
        .select(['file.id', 'file.kind', 'file.scope', 'file.format', 'file.fileKey', 'release.releasedAt'])
        .where('file.id', '=', requestFileId)
        .executeTakeFirst()
    : undefined
  const size = found?.format === fileFormat ? await files.size(found.fileKey) : null
  if (!found || size === null) throw authorityProblem('no_such_authority_file')
  const { id, kind, scope, format, fileKey, releasedAt } = found
  return sendFile(request, reply, {
    size,
    name: `${nameOfFile(kind, scope)}, ${businessDay(clock, releasedAt)}.${extensionOf[format]}`,
    type: mediaTypeOf[format],
    etag: `"${id}"`,
    open: async (range) => (await files.get(fileKey, range))?.stream ?? null,
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
