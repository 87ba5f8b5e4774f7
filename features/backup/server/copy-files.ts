import { rm } from 'node:fs/promises'
import type { FilesPort, ListedFile } from '#features/downloads/server/files-port.ts'
import { type BackupFolder, fileIn } from './backup-folder.ts'
import type { Part } from './manifest.ts'
import { copyPart, openPart } from './parts.ts'

/** Made again by themselves; or what an interrupted restore has laid ready. */
const isPassing = (key: string) => /^(covers-set|covers-sized|restoring)\//.test(key)

/** Columns that name a file of the store. */
const namesFile = /^(file|image|package|thumbnail)_key$/
export const fileColumns = (columns: { name: string }[]): number[] =>
  columns.flatMap(({ name }, place) => (namesFile.test(name) ? [place] : []))

/** The files of a store on their way into `folder`; may be called for more until all are there that the rows name. */
export function openFileCopies(files: FilesPort, folder: BackupFolder, tell: (line: string) => void) {
  const copied = new Map<string, Omit<Part, 'path'> & { version: string }>()
  let bytes = 0

  /** False: the store does not have it. */
  async function copy({ key, version }: ListedFile): Promise<boolean> {
    const found = await files.get(key)
    if (!found) return false
    const { path, ...part } = await copyPart(folder, `files/${key}`, found.stream)
    bytes += part.bytes - (copied.get(key)?.bytes ?? 0)
    copied.set(key, { ...part, version })
    if (copied.size % 1000 === 0) tell(`files: ${copied.size}`)
    return true
  }

  return {
    /** All that the store has and that are not here yet; what is gone from it and no row names goes here too. */
    async follow(named: ReadonlySet<string>): Promise<void> {
      const there = new Set<string>()
      for await (const file of files.list()) {
        if (isPassing(file.key)) continue
        if (copied.get(file.key)?.version === file.version || (await copy(file))) there.add(file.key)
      }
      for (const [key, part] of copied) {
        if (there.has(key) || named.has(key)) continue
        copied.delete(key)
        bytes -= part.bytes
        await rm(fileIn(folder, `files/${key}`), { force: true })
      }
    },
    missing: (named: ReadonlySet<string>) => [...named].filter((key) => !copied.has(key)),
    async end() {
      const part = openPart(folder, 'files.ndjson.gz')
      for (const [key, { bytes, sha256 }] of copied) await part.line(JSON.stringify({ key, bytes, sha256 }))
      return { count: copied.size, bytes, part: await part.end() }
    },
  }
}
