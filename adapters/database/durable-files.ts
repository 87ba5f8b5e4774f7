import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The parts of Emscripten's file system used here; PGlite has no types for them.
type Stream = { nfd?: number | null; node: unknown }
type Write = (stream: Stream, memory: Int8Array, offset: number, length: number, position?: number) => number
type FileSystem = {
  streams: (Stream | null | undefined)[]
  filesystems: {
    NODEFS: {
      realPath(node: unknown): string
      node_ops: { setattr(node: unknown, attributes: { mode?: number }): void }
      stream_ops: { fsync?: (s: Stream) => number; write: Write; close: (s: Stream) => void }
    }
  }
}
const forOthers = 0o077
type Settings = { preRun?: ((module: { FS: FileSystem }) => void)[]; onAbort?: () => void }

/** A required write failed; the database accepts nothing more until it is reopened. */
export class DatabaseStopped extends Error {
  /** The operating system's error code, e.g. ENOSPC. */
  readonly code: string

  constructor(code: string) {
    super(`The database has stopped: what it must write cannot be written (${code}).`)
    this.code = code
  }
}

/** PGlite catches every exception, reads its status and continues; a throwing getter gets this one out anyway. */
class Unwinding extends Error {
  get status(): never {
    throw this
  }
}

/**
 * PGlite's NODEFS ignores fsync. This file system passes it to the disk, so that a committed transaction survives a
 * power cut. If the log cannot be written, PostgreSQL would end its process, but PGlite would wait for itself forever;
 * instead the database stops, and `stopped` has the cause.
 */
export class DurableFiles extends NodeFS {
  stopped: DatabaseStopped | undefined
  private system: FileSystem | undefined

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const settings = result.emscriptenOpts as unknown as Settings
    settings.onAbort = () => this.stop(undefined)
    settings.preRun = [
      ...(settings.preRun ?? []),
      ({ FS }) => {
        this.system = FS
        const { NODEFS } = FS.filesystems
        const isLog = new WeakMap<Stream, boolean>()
        const ofLog = (stream: Stream) => {
          const known = isLog.get(stream)
          if (known !== undefined) return known
          const found = /[\\/]pg_wal[\\/]/.test(NODEFS.realPath(stream.node))
          isLog.set(stream, found)
          return found
        }
        const { setattr } = NODEFS.node_ops
        // PGlite creates the files of a new database world-readable, whatever the umask.
        NODEFS.node_ops.setattr = (node, attributes) =>
          setattr(
            node,
            attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~forOthers },
          )
        const { write } = NODEFS.stream_ops
        NODEFS.stream_ops.write = (stream, memory, offset, length, position) => {
          if (!ofLog(stream)) return write(stream, memory, offset, length, position)
          try {
            return fs.writeSync(stream.nfd!, new Int8Array(memory.buffer, offset, length), 0, length, position)
          } catch (error) {
            return this.stop(error)
          }
        }
        NODEFS.stream_ops.fsync = (stream) => {
          try {
            if (typeof stream.nfd === 'number') fs.fsyncSync(stream.nfd)
            else flushPath(NODEFS.realPath(stream.node))
            return 0
          } catch (error) {
            // After a failed flush the system may have dropped the data: only the log is reliable.
            return this.stop(error)
          }
        }
      },
    ]
    return result
  }

  /** Closes the open files of a stopped database, which cannot do so itself. */
  letGo() {
    for (const stream of this.system?.streams ?? []) {
      if (typeof stream?.nfd !== 'number') continue
      fs.closeSync(stream.nfd)
      stream.nfd = null
    }
  }

  private stop(error: unknown): never {
    const { code = 'ABORTED' } = (error ?? {}) as NodeJS.ErrnoException
    this.stopped ??= new DatabaseStopped(code)
    throw new Unwinding(code)
  }
}

export function flushPath(path: string) {
  const handle = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
