import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { App } from '#app/app.ts'
import type { AuthorityFormat, AuthorityKind, AuthorityScope } from '../contract.ts'
import { authorityKinds, authorityScopes } from '../rules.ts'

export type Which = { kind: AuthorityKind; scope: AuthorityScope; format: AuthorityFormat }
export type Written = Which & { recordCount: number; fileKey: string; size: number }

export const extensionOf: Record<AuthorityFormat, string> = { MARC: 'mrc', TEXT: 'txt' }

function keyOf(folder: string, { kind, scope, format }: Which): string {
  const name = `${kind}-${scope}`.toLowerCase().replaceAll('_', '-')
  return `${folder}/${name}.${extensionOf[format]}`
}

/** Removes the files that a dead process may have left. */
export async function removeReleaseFiles(files: App['files'], folder: string): Promise<void> {
  for (const kind of authorityKinds)
    for (const scope of authorityScopes)
      for (const format of ['MARC', 'TEXT'] as const) await files.remove(keyOf(folder, { kind, scope, format }))
}

/** All files of a release, written in parallel; a file without content is not created. */
export function openReleaseFiles(files: App['files'], folder: string, headOf: (which: Which) => Uint8Array) {
  const open = new Map<string, { which: Which; fileKey: string; spool: Spool; recordCount: number }>()
  const fileOf = async (which: Which) => {
    const fileKey = keyOf(folder, which)
    const known = open.get(fileKey)
    if (known) return known
    const fresh = { which, fileKey, spool: openSpool(files, fileKey), recordCount: 0 }
    open.set(fileKey, fresh)
    await fresh.spool.add(headOf(which))
    return fresh
  }
  return {
    /** Adds a record to the file of its kind and to the file of all kinds. */
    async add({ kind, ...which }: Which, bytes: Uint8Array) {
      for (const each of ['ALL', kind] as const) {
        const file = await fileOf({ kind: each, ...which })
        file.recordCount++
        await file.spool.add(bytes)
      }
    },
    /** Adds text that is not a record to a file. */
    async say(which: Which, bytes: Uint8Array) {
      await (await fileOf(which)).spool.add(bytes)
    },
    async end(): Promise<Written[]> {
      const written: Written[] = []
      for (const { which, fileKey, spool, recordCount } of open.values())
        written.push({ ...which, fileKey, recordCount, size: await spool.end() })
      return written
    },
    async abandon(reason: unknown) {
      for (const { spool } of open.values()) await spool.abandon(reason)
    },
  }
}
export type ReleaseFiles = ReturnType<typeof openReleaseFiles>

/** Small pieces are joined to this size, so that thousands of records do not need thousands of writes. */
const pieceBytes = 64 * 1024

type Spool = {
  /** Waits while the disk is slower than the writer. */
  add(bytes: Uint8Array): Promise<void>
  /** Returns the size in bytes. */
  end(): Promise<number>
  /** Discards the file, because of an error or, with a text as the reason, on purpose. */
  abandon(reason: unknown): Promise<void>
}

/** A file that is written piece by piece beside others; the store keeps it complete or not at all. */
function openSpool(files: App['files'], key: string): Spool {
  const stream = new PassThrough({ highWaterMark: 4 * pieceBytes })
  const storing = files.put(key, stream)
  // The next write throws the disk's error.
  storing.catch(() => {})
  stream.on('error', () => {})
  let pieces: Uint8Array[] = []
  let length = 0
  const flush = async () => {
    const taken = stream.write(Buffer.concat(pieces, length))
    pieces = []
    length = 0
    if (!taken) await Promise.race([once(stream, 'drain'), storing])
  }
  return {
    async add(bytes) {
      pieces.push(bytes)
      length += bytes.length
      if (length >= pieceBytes) await flush()
    },
    async end() {
      await flush()
      stream.end()
      return storing
    },
    async abandon(reason) {
      stream.destroy(reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError'))
      await storing.then(
        () => files.remove(key),
        () => {},
      )
    },
  }
}
