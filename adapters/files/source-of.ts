import { Readable } from 'node:stream'
import type { FilesPort } from '#platform/files/files-port.ts'

/** What is put, as a stream. One that breaks before anybody reads it tells whoever reads it, not the whole program. */
export function sourceOf(content: Parameters<FilesPort['put']>[1]): Readable {
  if (content instanceof Uint8Array) return Readable.from([content])
  const stream = content instanceof Readable ? content : Readable.from(content)
  return stream.on('error', () => {})
}
