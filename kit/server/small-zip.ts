import { inflateRawSync } from 'node:zlib'

/** The files of a zip that is held whole and needs no 64 bits (PKWARE APPNOTE 4.3). */
export function filesIn(zipped: Buffer): Record<string, Buffer> {
  const end = zipped.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files: Record<string, Buffer> = {}
  let at = zipped.readUInt32LE(end + 16)
  for (let left = zipped.readUInt16LE(end + 10); left > 0; left--) {
    const nameEnd = at + 46 + zipped.readUInt16LE(at + 28)
    const header = zipped.readUInt32LE(at + 42)
    const start = header + 30 + zipped.readUInt16LE(header + 26) + zipped.readUInt16LE(header + 28)
    const bytes = zipped.subarray(start, start + zipped.readUInt32LE(at + 20))
    const isDeflated = zipped.readUInt16LE(at + 10) === 8
    files[zipped.toString('utf8', at + 46, nameEnd)] = isDeflated ? inflateRawSync(bytes) : bytes
    at = nameEnd + zipped.readUInt16LE(at + 30) + zipped.readUInt16LE(at + 32)
  }
  return files
}
