import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { App } from '#app/app.ts'
import { makeFolder } from '#kit/server/files/make-folder.ts'
import type { FilesPort, ListedFile } from '#platform/files/files-port.ts'
import { type BackupFolder, BackupRefused, encrypted, fileIn } from './backup-folder.ts'
import { backupForm, type Manifest, manifestFile, type Part } from './manifest.ts'
import { copyPart, type OpenPart, openPart, ownFile, ownFolder } from './parts.ts'
import type { RowsPort, RowsState } from './rows-port.ts'

type Needs = Pick<App, 'catalogue' | 'headings' | 'files' | 'clock'> & {
  rows: RowsPort
  /** Text of the secret key's file; undefined: not included. */
  secretKey?: string | undefined
}

/** Retries with newer rows if files were replaced before they could be copied. */
const maxRounds = 5

/**
 * Writes all data into a new folder, beside a running portal. The rows are a consistent snapshot, with all the files
 * that they name; records and headings are snapshots too, not older than the rows. A failure leaves nothing.
 */
export async function writeBackup(app: Needs, folder: BackupFolder, tell: (line: string) => void): Promise<Manifest> {
  const made = await makeEmptyFolder(folder.path)
  try {
    const takenAt = app.clock().toISOString()
    const copies = openFileCopies(app.files, folder, tell)
    await copies.follow(new Set())
    const { rows, missing } = await writeRowsAndLateFiles(app, folder, copies, tell)
    const files = { ...(await copies.end()), missing }
    tell(`files: ${files.count}, ${files.bytes} bytes`)
    const catalogue = await writeRecords(app, folder, tell)
    const headings = await writeHeadings(app, folder)
    tell(`headings: ${headings.headings}`)
    const manifest: Manifest = { form: backupForm, takenAt, ...rows, files, catalogue, headings }
    if (app.secretKey !== undefined)
      manifest.secretKey = await copyPart(folder, 'secret-key', Readable.from([Buffer.from(app.secretKey)]))
    await writeManifest(folder, manifest)
    return manifest
  } catch (error) {
    const left = made ? [folder.path] : (await readdir(folder.path)).map((name) => join(folder.path, name))
    for (const path of left) await rm(path, { recursive: true, force: true })
    throw error
  }
}

/** Returns whether it was absent. */
async function makeEmptyFolder(folder: string) {
  const made = await makeWritable(folder).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`${folder} is not a writable folder. (${error.code})`)
  })
  if ((await readdir(folder)).length > 0)
    throw new BackupRefused(`${folder} is not empty. A backup needs a separate folder.`)
  return made
}

async function makeWritable(folder: string) {
  const made = makeFolder(folder, ownFolder)
  await access(folder, constants.W_OK)
  return made
}

async function writeRowsAndLateFiles(
  app: Needs,
  folder: BackupFolder,
  copies: ReturnType<typeof openFileCopies>,
  tell: (line: string) => void,
) {
  let absent: string[] = []
  for (let round = 1; ; round++) {
    await rm(join(folder.path, 'database'), { recursive: true, force: true })
    const { named, ...rows } = await app.rows.atOnce((state) => writeRows(state, folder))
    tell(`rows: ${rows.tables.reduce((sum, table) => sum + table.rows, 0)} in ${rows.tables.length} tables`)
    await copies.follow(named)
    const missing = copies.missing(named)
    const before = new Set(absent)
    // Newer rows still name it: the store has lost it.
    if (missing.every((key) => before.has(key)) || round === maxRounds) {
      for (const key of missing.slice(0, 5))
        tell(`The file ${key} is listed in the database but missing from the file store.`)
      return { rows, missing: missing.length }
    }
    absent = missing
  }
}

async function writeRows(state: RowsState, folder: BackupFolder) {
  const named = new Set<string>()
  const tables: Manifest['tables'] = []
  for (const table of state.tables) {
    const part = openPart(folder, `database/${table.name}.ndjson.gz`)
    const keys = fileColumns(table.columns)
    const rows = await writeLines(part, state.rows(table), (line) => {
      if (keys.length === 0) return
      const row = JSON.parse(line) as (string | null)[]
      for (const place of keys) if (row[place]) named.add(row[place])
    })
    tables.push({ ...table, rows, part: await part.end() })
  }
  const part = openPart(folder, 'database/jobs.ndjson.gz')
  const jobs = { count: await writeLines(part, state.jobs()), part: await part.end() }
  return { migrations: state.migrations, sequences: state.sequences, tables, jobs, named }
}

async function writeLines(part: OpenPart, lines: AsyncIterable<string>, look: (line: string) => void = () => {}) {
  let count = 0
  try {
    for await (const line of lines) {
      look(line)
      await part.line(line)
      count++
    }
  } catch (error) {
    await part.abandon()
    throw error
  }
  return count
}

/** Writes the records as one file that any library program reads, and the catalogue's data about each. */
async function writeRecords({ catalogue }: Needs, folder: BackupFolder, tell: (line: string) => void) {
  const { generation } = await catalogue.stats()
  const marc = openPart(folder, 'catalogue/records.mrc.gz')
  const documents = openPart(folder, 'catalogue/documents.ndjson.gz')
  let records = 0
  try {
    for await (const { document, encoding, marc: bytes } of catalogue.everyRecord()) {
      await marc.write(bytes)
      await documents.line(JSON.stringify({ bytes: bytes.length, encoding, document }))
      if (++records % 100_000 === 0) tell(`records: ${records}`)
    }
    tell(`records: ${records}`)
    const parts = { marc: await marc.end(), documents: await documents.end() }
    return { records, generation, ...parts, removed: await writeRemoved(catalogue, folder) }
  } catch (error) {
    await Promise.all([marc.abandon(), documents.abandon()])
    throw error
  }
}

const changesPerPage = 5_000

/** Read after the records: a restored record that was removed meanwhile is not listed as removed. */
async function writeRemoved(catalogue: Needs['catalogue'], folder: BackupFolder) {
  const part = openPart(folder, 'catalogue/removed.ndjson.gz')
  async function* lines() {
    for (let after: string | undefined; ; ) {
      const page = await catalogue.changes({ limit: changesPerPage, ...(after === undefined ? {} : { after }) })
      for (const { id, removed } of page) if (removed) yield JSON.stringify({ id, values: removed })
      if (page.length < changesPerPage) return
      after = page.at(-1)!.cursor
    }
  }
  await writeLines(part, lines())
  return part.end()
}

async function writeHeadings({ headings }: Needs, folder: BackupFolder) {
  const state = await headings.state()
  const part = openPart(folder, 'catalogue/headings.ndjson.gz')
  async function* lines() {
    for await (const { document, marc } of state.records())
      yield JSON.stringify({ document, ...(marc && { marc: Buffer.from(marc).toString('base64') }) })
  }
  try {
    return { headings: await writeLines(part, lines()), generation: state.generation, part: await part.end() }
  } finally {
    state.close()
  }
}

/** Everything that it lists is on disk first. */
async function writeManifest(folder: BackupFolder, manifest: Manifest) {
  await promisify(execFile)('sync', ['-f', folder.path])
  const file = await open(fileIn(folder, manifestFile), 'wx', ownFile)
  try {
    await file.writeFile(encrypted(folder, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)])))
    await file.sync()
  } finally {
    await file.close()
  }
  const within = await open(folder.path)
  await within.sync().finally(() => within.close())
}

/** Regenerated on demand; or prepared by an interrupted restore. */
const isPassing = (key: string) => /^(covers-set|covers-sized|restoring)\//.test(key)

/** Columns that name a file of the store. */
const namesFile = /^(file|image|package|thumbnail)_key$/
const fileColumns = (columns: { name: string }[]): number[] =>
  columns.flatMap(({ name }, place) => (namesFile.test(name) ? [place] : []))

/** Copies a store's files into `folder`; can be called again until all files named by rows are there. */
function openFileCopies(files: FilesPort, folder: BackupFolder, tell: (line: string) => void) {
  const copied = new Map<string, Omit<Part, 'path'> & { version: string }>()
  let bytes = 0

  /** False: the store lacks it. */
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
    /** Copies the store's new files; deletes copies that are neither in the store nor named by a row. */
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
