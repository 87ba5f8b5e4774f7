import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FilesPort, ListedFile } from '#platform/files/files-port.ts'
import type { BackupFolder } from './backup-folder.ts'
import { filesOf } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import { contentOf, digestOf } from './parts.ts'

/** Typeset covers are named by their content, so they can stay. */
const stays = (key: string) => key.startsWith('covers-set/') || key.startsWith('restoring/')

const readyKey = (id: string, key: string) => `restoring/${id}/files/${key}`
const listKey = (id: string) => `restoring/${id}/list.json`

type List = { take: string[]; remove: string[] }

/** Versions of files that equal the backup's. */
export type LookedAt = Map<string, string>

/**
 * Prepares the store to hold exactly the files of a backup. New files are put in place, where no row names them yet;
 * one that would replace another waits aside. Called again, when no one writes any more, it continues; files already
 * `looked` at are reread only if changed.
 */
export async function stageFiles(
  files: FilesPort,
  folder: BackupFolder,
  manifest: Manifest,
  id: string,
  looked: LookedAt = new Map(),
): Promise<LookedAt> {
  const there = new Map<string, ListedFile>()
  for await (const file of files.list()) there.set(file.key, file)
  const same: LookedAt = new Map()
  const list: List = { take: [], remove: [] }
  const wanted = new Set<string>()
  for await (const { key, bytes, sha256 } of filesOf(folder, manifest)) {
    wanted.add(key)
    const content = () => Readable.from(contentOf(folder, `files/${key}`))
    const found = there.get(key)
    const isSame =
      found?.size === bytes && (looked.get(key) === found.version || (await digestIn(files, key)) === sha256)
    if (isSame) same.set(key, found.version)
    else if (!found) await files.put(key, content())
    else {
      if (there.get(readyKey(id, key))?.size !== bytes) await files.put(readyKey(id, key), content())
      list.take.push(key)
    }
  }
  for (const key of there.keys()) if (!wanted.has(key) && !stays(key)) list.remove.push(key)
  await files.put(listKey(id), Buffer.from(JSON.stringify(list)))
  return same
}

async function digestIn(files: FilesPort, key: string): Promise<string> {
  const found = await files.get(key)
  return found ? digestOf(found.stream) : ''
}

/** Applies what was prepared; idempotent, it continues after a crash. */
export async function takeFiles(files: FilesPort, id: string): Promise<void> {
  const list = await files.get(listKey(id))
  if (!list) return
  const { take, remove } = JSON.parse((await buffer(list.stream)).toString()) as List
  for (const key of take) {
    const ready = await files.get(readyKey(id, key))
    if (ready) await files.put(key, ready.stream)
  }
  for (const key of remove) await files.remove(key)
  // Only now: taking a file twice is harmless.
  for (const key of take) await files.remove(readyKey(id, key))
  await files.remove(listKey(id))
}

/** Deletes what an aborted restore prepared. */
export async function forgetReady(files: FilesPort): Promise<void> {
  const left: string[] = []
  for await (const { key } of files.list()) if (key.startsWith('restoring/')) left.push(key)
  for (const key of left) await files.remove(key)
}
