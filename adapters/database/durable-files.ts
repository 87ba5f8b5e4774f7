import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The parts of Emscripten's file system that are touched; PGlite does not type them.
type Stream = { nfd?: number; node: unknown }
type FileSystem = {
  filesystems: { NODEFS: { realPath(node: unknown): string; stream_ops: { fsync?: (s: Stream) => number } } }
}
type Settings = { preRun?: ((module: { FS: FileSystem }) => void)[] }

/**
 * PGlite as shipped asks its file system to flush and gets silence: NODEFS has no fsync. This one passes it on to the
 * disk, so that a committed transaction survives a power cut.
 */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const settings = result.emscriptenOpts as unknown as Settings
    settings.preRun = [
      ...(settings.preRun ?? []),
      ({ FS }) => {
        const { NODEFS } = FS.filesystems
        NODEFS.stream_ops.fsync = (stream) => {
          if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
          else flushPath(NODEFS.realPath(stream.node))
          return 0
        }
      },
    ]
    return result
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
