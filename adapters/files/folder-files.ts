import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '#kit/day.ts'
import type { FilesPort, ListedFile } from '#platform/files/files-port.ts'
import { checkedKey, isKey } from './file-key.ts'
import { sourceOf } from './source-of.ts'

const abandonedAfterMs = dayMs

/**
 * Files in a local folder, written to a temporary name, flushed and renamed. `alone`: no other process writes here, so
 * temporary files at startup are leftovers of a killed process.
 */
export function openFolderFiles(folder: string, { alone = false } = {}): FilesPort {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  const size = async (key: string) => {
    const found = await stat(pathOf(key)).catch(absent)
    return found?.isFile() ? found.size : null
  }
  void sweepAside(join(folder, 'aside'), alone ? 0 : abandonedAfterMs)
  return {
    size,
    async put(key, content) {
      const path = pathOf(key)
      const source = sourceOf(content)
      const aside = join(folder, 'aside', randomUUID())
      // Opened before anything can fail: a stream that opens the file itself might do so after its deletion.
      const handle = await inFolder(aside, () => open(aside, 'wx'))
      try {
        const stream = handle.createWriteStream({ flush: true })
        await pipeline(source, stream)
        await inFolder(path, () => rename(aside, path))
        await flushFolder(dirname(path))
        return stream.bytesWritten
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const whole = await size(key)
      return whole === null ? null : { stream: createReadStream(pathOf(key), range ?? {}), size: whole }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    list: () => listFiles(folder, ''),
  }
}

/** Makes the folder only if it is missing. */
async function inFolder<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    return act()
  }
}

/** Skips temporary files. */
async function* listFiles(folder: string, under: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(folder, under)).catch(absent)
  for await (const entry of entries ?? []) {
    const key = `${under}${entry.name}`
    if (!isKey(key) || key === 'aside') continue
    if (entry.isDirectory()) yield* listFiles(folder, `${key}/`)
    else {
      const found = await stat(join(folder, key)).catch(absent)
      if (found?.isFile()) yield { key, size: found.size, version: `${found.ino} ${found.ctimeMs}` }
    }
  }
}

/** Deletes temporary files left by a killed process, recognised by their age in ms. */
async function sweepAside(folder: string, olderThan: number) {
  const begun = Date.now()
  for (const name of await readdir(folder).catch(() => [])) {
    const piece = join(folder, name)
    const found = await stat(piece).catch(absent)
    if (found && begun - found.mtimeMs > olderThan) await rm(piece, { force: true })
  }
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** A rename is durable only once its folder is flushed. */
async function flushFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
