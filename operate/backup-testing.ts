import { execFile } from 'node:child_process'
import { variablesWith } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { main } from '#cli/admin.ts'
import { runMain } from '#cli/testing.ts'
import { sampleAuthorities } from '#demo/catalogue/authorities.ts'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { toHeading } from '#marc/crosswalk/authority-crosswalk.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { openBackup } from '#platform/backup/server/backup-folder.ts'
import { type FileLine, filesOf } from '#platform/backup/server/check-backup.ts'
import { type Manifest, readManifest } from '#platform/backup/server/manifest.ts'
import { linesOfPart } from '#platform/backup/server/parts.ts'
import { headingsOf, recordsOf, removedOf } from '#platform/backup/server/read-backup.ts'

export const adminScript = new URL('../cli/admin.ts', import.meta.url).pathname

/** `npm run admin -- …` with these settings. */
export const runAdmin = (settings: Record<string, string>, ...given: string[]) => runMain(main, settings, ...given)

/** Simulates a full disk: limits file size to this many KiB. */
export const runAdminInRoomOf = (kibibytes: number, settings: Record<string, string>, ...given: string[]) =>
  new Promise<{ status: number; err: string }>((resolve) => {
    const limited = ['-c', `ulimit -f ${kibibytes}; "$@"`, 'bash', process.execPath, adminScript, ...given]
    const child = execFile('bash', limited, { env: variablesWith(settings) }, (_, _out, err) =>
      resolve({ status: child.exitCode ?? -1, err }),
    )
  })

/** The first content with a tenth of the sample: more would only make each backup and restore take longer. */
export async function loadLittle(app: Parameters<typeof loadFirstContent>[0]): Promise<void> {
  await app.catalogue.write(
    sampleRecords()
      .take(400)
      .map((record) => ({
        document: toDocument(record),
        marc: encodeRecord(record).bytes,
        encoding: 'utf-8' as const,
      })),
  )
  await app.headings.write(
    sampleAuthorities()
      .take(400)
      .map((record) => ({ ...toHeading(record), marc: encodeRecord(record).bytes })),
  )
  // It leaves a catalogue that has records as it is.
  await loadFirstContent(app)
}

export async function listOf<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const each of all) list.push(each)
  return list
}

/** Audit entries and seals of backups and restores, which differ each time. */
const notes = /"backup_(made|restored)"|^\["audit_seal"/

/** The complete content of a backup, comparable across databases, engines and file stores. */
export async function contentOf(path: string, identities?: string) {
  const folder = await openBackup(path, identities)
  const manifest: Manifest = await readManifest(folder)
  const rows: Record<string, string[]> = {}
  for (const { name, part } of manifest.tables.filter(({ name }) => !/^audit_(chain|seal)$/.test(name)))
    rows[name] = (await listOf(linesOfPart(folder, part))).filter((line) => !notes.test(line)).sort()
  const files = (await listOf(filesOf(folder, manifest))).sort((a: FileLine, b: FileLine) => (a.key < b.key ? -1 : 1))
  const records = (await listOf(recordsOf(folder, manifest)))
    .map(({ marc, ...more }) => ({ ...more, marc: Buffer.from(marc).toString('latin1') }))
    .sort((a, b) => (a.document.id < b.document.id ? -1 : 1))
  const removed = (await listOf(removedOf(folder, manifest))).flat().sort((a, b) => (a.id < b.id ? -1 : 1))
  const headings = await listOf(headingsOf(folder, manifest))
  return { rows, sequences: manifest.sequences, files, records, removed, headings }
}
