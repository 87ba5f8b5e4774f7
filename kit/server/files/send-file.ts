import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'
import { clientHas } from '../etag.ts'
import { contentDisposition } from './file-name.ts'
import { type Range, requestedRange } from './range.ts'

export type FileToSend = {
  /** Bytes. */
  size: number
  /** File name for people; cleaned before sending. */
  name: string
  type: string
  /** A strong validator with its quotes: different bytes, different tag. */
  etag: string
  /** The bytes, both positions inclusive; null if the file has been deleted meanwhile. */
  open(range: { start: number; end: number } | undefined): Promise<Readable | null>
  /** Called when the first byte can be sent; not for HEAD or a refused range. */
  begun?(): Promise<void>
}

/** A handler's answer for a `file` endpoint: whole (200), a part (206), unchanged (304) or refused (416). */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileToSend): Promise<unknown> {
  // Lengths and ranges count the file's own bytes; this header switches the compression off.
  request.headers['x-no-compression'] = 'true'
  const { etag } = file
  reply.header('cache-control', 'private, no-store, no-transform')
  if (clientHas(request, reply, etag)) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? requestedRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new Problem('range_not_satisfiable', 416, ['The file is shorter than that.'])
  }
  const stream = request.method === 'HEAD' ? Readable.from([]) : await begin(file, range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.type,
    'content-length': range ? range.end - range.start + 1 : file.size,
    'content-disposition': contentDisposition(file.name),
  })
  return stream
}

/** The bytes, once the first is available: an unreadable file is an error reply, not a truncated download. */
async function begin(file: FileToSend, range: Range | undefined): Promise<Readable> {
  const gone = () => new Problem('file_gone', 404, ['This file is no longer available.'])
  const stream = await file.open(range)
  if (!stream) throw gone()
  try {
    if (file.size > 0) await once(stream, 'readable')
    await file.begun?.()
    return stream
  } catch (error) {
    stream.destroy()
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? gone() : error
  }
}
