import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type BackupFolder, BackupRefused, decrypted, encrypted, fileIn } from './backup-folder.ts'
import type { Part } from './manifest.ts'

/** Private to its owner: it contains everyone's data. */
export const ownFolder = 0o700
export const ownFile = 0o600

/** Fast; a higher level would be slower than the disk. */
const level = 3
/** Lines are written in pieces of this many characters. */
const pieceLength = 64 * 1024

/** Opens a file of a backup for writing; gzips it if its name ends in .gz. */
export function openPart(folder: BackupFolder, path: string) {
  const file = fileIn(folder, path)
  const counted = countBytes()
  const entrance = path.endsWith('.gz') ? createGzip({ level, chunkSize: pieceLength }) : countBytes().through
  const written = mkdir(dirname(file), { recursive: true, mode: ownFolder }).then(() =>
    pipeline(
      entrance,
      counted.through,
      (content: AsyncIterable<Uint8Array>) => encrypted(folder, content),
      createWriteStream(file, { mode: ownFile, flags: 'wx', flush: true }),
    ),
  )
  // The next write or the end reports the error.
  written.catch(() => {})
  let held = ''
  const give = async (piece: string | Uint8Array) => {
    if (!entrance.write(piece)) await Promise.race([once(entrance, 'drain'), written])
  }
  return {
    write: give,
    async line(text: string) {
      held += `${text}\n`
      if (held.length < pieceLength) return
      const piece = held
      held = ''
      await give(piece)
    },
    async end(): Promise<Part> {
      if (held !== '') await give(held)
      entrance.end()
      await written
      return { path, ...counted.result() }
    },
    /** Stops writing, and keeps the part that was written. */
    async abandon() {
      entrance.destroy()
      await written.catch(() => {})
    },
  }
}

export type OpenPart = ReturnType<typeof openPart>

/** Copies a stream into a file of the backup. */
export async function copyPart(folder: BackupFolder, path: string, content: Readable): Promise<Part> {
  const file = fileIn(folder, path)
  const counted = countBytes()
  await mkdir(dirname(file), { recursive: true, mode: ownFolder })
  await pipeline(
    content,
    counted.through,
    (counted: AsyncIterable<Uint8Array>) => encrypted(folder, counted),
    createWriteStream(file, { mode: ownFile }),
  )
  return { path, ...counted.result() }
}

function countBytes() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

export async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** The decrypted contents of a backup's file. */
export const contentOf = (folder: BackupFolder, path: string): AsyncGenerator<Uint8Array> =>
  decrypted(folder, createReadStream(fileIn(folder, path), { highWaterMark: 1 << 20 }))

export async function textOf(folder: BackupFolder, path: string): Promise<string> {
  return (await buffer(contentOf(folder, path))).toString()
}

export async function* bytesOfPart(folder: BackupFolder, { path }: Part): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 1 << 18 })
  // An error of the file reaches the reader through the decompression.
  pipeline(contentOf(folder, path), unpacked).catch(() => {})
  yield* unpacked
}

/** A row may contain an email's attachment; in UTF-16 units. */
const maxRowLength = 128 * 1024 * 1024

/** Not node:readline, which splits at other characters too, and has no maximum length. */
export async function* linesOfPart(folder: BackupFolder, part: Part, longest = maxRowLength): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  let length = 0
  for await (const chunk of bytesOfPart(folder, part)) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(first)
    length += first.length
    if (length > longest) throw new BackupRefused(`${part.path} has a line of more than ${longest} characters.`)
    const last = others.pop()
    if (last === undefined) continue
    yield begun.join('')
    yield* others
    begun = [last]
    length = last.length
  }
  if (length > 0) yield begun.join('')
}
