import { measure, type ZipEntry, zip } from '#kit/server/zip.ts'
import { type FileNeeds, keepFile, keyOf } from './keep-file.ts'
import type { RequestRow } from './own-request.ts'
import type { WrittenCovers } from './write-covers.ts'

/** Data and covers as one zip. The covers are those of the other zip, byte for byte. */
export async function writePackage(
  app: FileNeeds,
  request: RequestRow,
  { data, covers }: { data: { key: string; name: string }; covers: WrittenCovers },
  signal: AbortSignal,
): Promise<{ packageKey: string; packageSize: number }> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: data.name, ...(await measure(read(data.key))), content: () => read(data.key) }
    for (const { name, size, crc, start } of covers.parts) {
      signal.throwIfAborted()
      const content = () => read(covers.key, { start, end: start + size - 1 })
      yield { name: name === 'manifest.csv' ? name : `covers/${name}`, size, crc, content }
    }
  }

  async function* read(key: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const file = await app.files.get(key, range)
    if (!file) throw new Error(`${key} has gone while it was put into a zip.`)
    yield* file.stream
  }

  const packageKey = keyOf(request, 'package', 'zip')
  const packageSize = await keepFile(app, request, packageKey, zip(entries(), request.createdAt))
  return { packageKey, packageSize }
}
