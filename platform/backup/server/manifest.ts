import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { type BackupFolder, BackupRefused, fileIn } from './backup-folder.ts'
import { contentOf, digestOf, textOf } from './parts.ts'

/** Path below the backup's folder, so that a manifest cannot name files elsewhere. */
const partPath = z.string().regex(/^(?!.*\.\.)[a-z0-9_-][a-z0-9_./-]*$/)
const Part = z.object({ path: partPath, bytes: z.number().int(), sha256: z.string() })
export type Part = z.infer<typeof Part>

const Table = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number().int(),
  part: Part,
})

/** Version of the format, not of the tables, which have migrations. */
export const backupForm = 1

/** Lists everything in a backup, with its SHA-256; written last, so that a folder without it is no backup. */
export const Manifest = z.object({
  form: z.literal(backupForm),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  jobs: z.object({ count: z.number().int(), part: Part }),
  /** `part` lists each file: key, bytes, SHA-256. `missing`: files in rows that the store lacked. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), missing: z.number().int(), part: Part }),
  catalogue: z.object({
    records: z.number().int(),
    generation: z.number().int(),
    marc: Part,
    documents: Part,
    /** Records that the catalogue had before; absent in backups of older programs. */
    removed: Part.optional(),
  }),
  headings: z.object({ headings: z.number().int(), generation: z.number().int(), part: Part }),
  /** The key to the encrypted secrets in the rows, if requested. */
  secretKey: Part.optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestFile = 'manifest.json'

export async function readManifest(folder: BackupFolder): Promise<Manifest> {
  const text = await textOf(folder, manifestFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new BackupRefused(`${folder.path} is not a complete backup: it has no manifest.json.`)
  })
  const { form } = z.looseObject({ form: z.unknown() }).catch({ form: undefined }).parse(parsed(text))
  if (typeof form === 'number' && form > backupForm)
    throw new BackupRefused(`${folder.path} was written by a newer version of this program.`)
  const manifest = Manifest.safeParse(parsed(text))
  if (!manifest.success) throw new BackupRefused(`${fileIn(folder, manifestFile)} is damaged.`)
  return manifest.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const partsOf = (manifest: Manifest): Part[] => [
  ...manifest.tables.map(({ part }) => part),
  manifest.jobs.part,
  manifest.files.part,
  manifest.catalogue.marc,
  manifest.catalogue.documents,
  ...(manifest.catalogue.removed ? [manifest.catalogue.removed] : []),
  manifest.headings.part,
  ...(manifest.secretKey ? [manifest.secretKey] : []),
]

/** Throws unless the file exists with these bytes. */
export async function checkPart(folder: BackupFolder, { path, bytes, sha256 }: Part): Promise<void> {
  const found = await stat(fileIn(folder, path)).catch(() => undefined)
  if (!found?.isFile()) throw new BackupRefused(`The backup is incomplete: ${path} is missing.`)
  if (!folder.age && found.size !== bytes)
    throw new BackupRefused(`The backup is damaged: ${path} has ${found.size} bytes, not ${bytes}.`)
  if ((await digestOf(contentOf(folder, path))) !== sha256)
    throw new BackupRefused(`The backup is damaged: ${path} has changed.`)
}
