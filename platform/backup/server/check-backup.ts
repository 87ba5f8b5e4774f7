import { join } from 'node:path'
import { z } from 'zod'
import { type BackupFolder, BackupRefused } from './backup-folder.ts'
import { checkPart, type Manifest, partsOf, readManifest } from './manifest.ts'
import { linesOfPart } from './parts.ts'

const FileLine = z.object({
  key: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type FileLine = z.infer<typeof FileLine>

/** A key has at most 1,024 characters. */
const maxListedLength = 4096

/** The files that a backup lists. */
export async function* filesOf(folder: BackupFolder, manifest: Manifest): AsyncGenerator<FileLine> {
  for await (const line of linesOfPart(folder, manifest.files.part, maxListedLength))
    yield FileLine.parse(JSON.parse(line))
}

/** Reads everything: refuses unless every part and file is present and unchanged, and the tables are known. */
export async function checkBackup(
  folder: BackupFolder,
  knownMigrations: readonly string[],
  tell: (line: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const unknown = manifest.migrations.find((name) => !knownMigrations.includes(name))
  if (unknown)
    throw new BackupRefused(
      `The backup has the migration ${unknown}: it was made by a newer version of this program. Restore it with that version.`,
    )
  for (const part of partsOf(manifest)) await checkPart(folder, part)
  let count = 0
  for await (const { key, bytes, sha256 } of filesOf(folder, manifest)) {
    await checkPart(folder, { path: join('files', key), bytes, sha256 })
    if (++count % 10_000 === 0) tell(`checked ${count} of ${manifest.files.count} files`)
  }
  if (count !== manifest.files.count)
    throw new BackupRefused(`The backup lists ${count} files, not ${manifest.files.count}.`)
  tell(`checked: complete, taken ${manifest.takenAt}`)
  return manifest
}
