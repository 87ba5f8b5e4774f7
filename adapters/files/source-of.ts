import { Readable } from 'node:stream'
import type { FilesPort } from '#platform/files/files-port.ts'

/** The content as a stream. A source that breaks before it is read fails its reader, not the whole program. */
export function sourceOf(content: Parameters<FilesPort['put']>[1]): Readable {
  if (content instanceof Uint8Array) return Readable.from([content])
  const stream = content instanceof Readable ? content : Readable.from(content)
  return stream.on('error', () => {})
}
