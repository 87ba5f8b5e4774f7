import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { counted } from '#kit/wording.ts'
import { readIdentities } from '../../server/create-request.ts'
import { earlierRequest, filesBy, keepRequest } from '../../server/keep-request.ts'
import { asLine, ownRequest } from '../../server/own-request.ts'
import { givenName } from '../../server/request-name.ts'
import type { RequestRow } from '../../server/tables.ts'
import type { FileRequest, programsApi } from '../contract.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'env'>
type Sending = { request: FastifyRequest; reply: FastifyReply }

/** Seconds after which a program may ask again: most files are ready by then. */
const retryAfter = 2

/** Stores the request and its job, and answers at once. A repeated call with the same idempotency key makes no other. */
export async function requestFiles(
  app: Needs,
  caller: SchoolCaller,
  { identifiers, name, content, notify, ...rest }: Input<typeof programsApi.requestFiles>,
  { request, reply }: Sending,
): Promise<{ response: FileRequest }> {
  const requested = readIdentities(identifiers).map(({ identifier }) => identifier)
  // Reports an unavailable index now, not by a request that fails later.
  await app.catalogue.stats()
  const settings = await readSettings(app.db, caller.customerId)
  const today = await schoolDay(app, caller.customerId)
  const key = rest.idempotencyKey ?? headerKey(request)
  const id = await app.db.transaction().execute(async (tx) => {
    const idempotencyKey = key === undefined ? {} : { idempotencyKey: key }
    const earlier = await earlierRequest(tx, caller, { identities: requested, ...idempotencyKey })
    if (earlier !== undefined) return earlier
    return keepRequest(app, tx, caller, {
      type: 'IDENTIFIERS',
      name: givenName(name, counted(requested.length, 'identifier'), today),
      identities: requested,
      ...filesBy(settings, content),
      toMatch: true,
      notify,
      ...idempotencyKey,
    })
  })
  const row = await ownRequest(app.db, caller.customerId, id)
  reply.headers({ location: addressOf(app, id), 'retry-after': retryAfter })
  return { response: asFileRequest(app, row) }
}

export async function fileRequest(
  app: Pick<App, 'db' | 'clock' | 'env'>,
  { customerId }: SchoolCaller,
  requestId: string,
  reply: FastifyReply,
): Promise<{ response: FileRequest }> {
  const row = await ownRequest(app.db, customerId, requestId)
  if (row.finishedAt === null) reply.header('retry-after', retryAfter)
  return { response: asFileRequest(app, row) }
}

const headerKey = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers['idempotency-key']
  return typeof given === 'string' && given.length > 0 ? given.slice(0, 200) : undefined
}

const addressOf = ({ env }: Pick<App, 'env'>, id: string) => `${env.publicUrl}/rest/requests/${id}`

export function asFileRequest(app: Pick<App, 'clock' | 'env'>, row: RequestRow): FileRequest {
  const { id, requestName, requestStatus, createdDate, fileSize, dataSize, imageSize, messages } = asLine(
    row,
    app.clock(),
  )
  const at = (part: string) => `${app.env.publicUrl}/rest/mydownload/download${part}?requestId=${id}`
  const has = requestStatus === 'READY' && fileSize !== null
  return {
    ...{ id, name: requestName, status: requestStatus, createdDate, records: row.matchedCount, messages },
    notFound: row.unmatched,
    choices: row.choices,
    files: has
      ? {
          all: at(''),
          ...(dataSize === null ? {} : { data: at('/data') }),
          ...(imageSize === null ? {} : { covers: at('/image') }),
        }
      : null,
  }
}
