import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { clientHas } from '#kit/server/etag.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { serve } from '#kit/server/serve.ts'
import { requestProblem } from '../../contract.ts'
import { attachmentsApi } from '../contract.ts'
import type { AttachmentRow } from './held-pictures.ts'
import { picturePlaces } from './picture-places.ts'
import { scanFiles } from './scan-files.ts'

export const attachmentRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    attachmentsApi,
    {
      scanFiles: ({ files }, { caller }) => scanFiles(app, caller, files),
      attachment: (input, { caller, ...sending }) => showOwn(app, caller.customerId, input, sending),
      deskAttachment: (input, sending) => showToDesk(app, input, sending),
    },
    { scanFiles: picturePlaces(app).ofPictures },
  )

type Needs = Pick<App, 'db' | 'files'>
type PictureInput = { fileId: string; size: 'whole' | 'thumbnail' }
type Sending = { request: FastifyRequest; reply: FastifyReply }

/** Another school's picture is reported as absent, like one that does not exist. */
async function showOwn(app: Needs, customerId: string, input: PictureInput, sending: Sending) {
  const row = await app.db
    .selectFrom('catalogueAttachment')
    .selectAll()
    .where('id', '=', input.fileId)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return send(app, row, input, sending)
}

/** The desk must not see what a school has not submitted. */
async function showToDesk(app: Needs, input: PictureInput, sending: Sending) {
  const row = await app.db
    .selectFrom('catalogueAttachment')
    .innerJoin('catalogueItem', 'catalogueItem.id', 'catalogueAttachment.itemId')
    .selectAll('catalogueAttachment')
    .where('catalogueAttachment.id', '=', input.fileId)
    .where('catalogueItem.status', '!=', 'DRAFT')
    .executeTakeFirst()
  return send(app, row, input, sending)
}

/** Always revalidated, so that a browser's cache never shows it to the next person who signs in. */
async function send(
  { files }: Needs,
  row: AttachmentRow | undefined,
  { size }: PictureInput,
  { request, reply }: Sending,
) {
  if (!row) throw requestProblem('file_not_found')
  const small = size === 'thumbnail'
  const etag = `"${row.id}${small ? '-small' : ''}"`
  reply.header('cache-control', 'private, no-cache')
  if (clientHas(request, reply, etag)) return reply.code(304).send()
  const file = await files.get(small ? row.thumbnailKey : row.fileKey)
  if (!file) throw requestProblem('file_not_found')
  return reply
    .headers({
      'content-length': file.size,
      'content-disposition': contentDisposition(row.filename).replace(/^attachment/, 'inline'),
    })
    .type(small ? 'image/webp' : row.filetype)
    .send(file.stream)
}
