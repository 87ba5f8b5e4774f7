import '#operate/umask.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rebuildCatalogue } from '#adapters/catalogue/embedded/rebuild/rebuild-catalogue.ts'
import { readRecordsByNumber } from '#adapters/catalogue/embedded/rows.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import type { LoadableCatalogue, PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { openFiles } from '#adapters/files/files.ts'
import { headingsFile } from '#adapters/headings/embedded/schema.ts'
import { type Env, readOwnEnv } from '#app/env.ts'
import { openCatalogue, openCluster } from '#app/open-catalogue.ts'
import { openHeadings } from '#app/open-headings.ts'
import { startError } from '#app/start-error.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import { CalledThread } from '#kit/server/thread-calls.ts'
import { rebuildOnScreen } from '#operate/rebuild-watch.ts'
import { difference } from '#platform/audit/server/audit.ts'
import { check } from './catalogue-check.ts'
import { everyRecord, exportRecords } from './catalogue-export.ts'
import { loadAuthorities } from './catalogue-load-authorities.ts'
import { loadCovers } from './catalogue-load-covers.ts'
import { type Beside, type Loading, loadEach } from './catalogue-load-each.ts'
import { showProgress } from './catalogue-progress.ts'
import type { ReadAnswers, ReadBatch } from './catalogue-read-worker.ts'
import { releaseAuthorities } from './catalogue-release.ts'
import { noteCommand } from './command-note.ts'
import { tellingLoads } from './command-note-loads.ts'
import { printLine, tellLine } from './print-line.ts'

/** Batches read ahead while the index is built. */
const readAhead = 4

/** Loads each file as a whole or not at all. Returns the exit code: 0 if at least one record is loaded. */
async function loadFiles(catalogue: LoadableCatalogue, loading: Omit<Loading, 'kind'>): Promise<number> {
  const sum = await loadEach({ ...loading, kind: 'records' }, (file, beside) => loadFile(catalogue, file, beside))
  if (sum.unchanged > 0) printLine(`unchanged ${sum.unchanged}`)
  printLine(`loaded ${sum.loaded}, updated ${sum.updated}, repaired ${sum.repaired}, rejected ${sum.rejected}`)
  return sum.loaded + sum.updated + sum.unchanged > 0 ? 0 : 1
}

async function loadFile(catalogue: LoadableCatalogue, file: string, { repaired, rejected, gaveNumber }: Beside) {
  const progress = showProgress(file, statSync(file).size)
  async function* batches(): AsyncIterable<PackedRecords> {
    for await (const batch of readInWorker(file)) {
      for (const each of batch.repaired) repaired.add(each)
      for (const each of batch.rejected) rejected.add(each)
      for (const { position, given } of batch.numbered) gaveNumber(position, given)
      progress.at(batch.bytesRead, batch.records.documents.length)
      if (batch.records.documents.length > 0) yield batch.records
    }
    progress.at(Number.POSITIVE_INFINITY, 0)
  }
  return catalogue.writePacked(batches()).finally(() => progress.end())
}

/** Reading, repairing and the crosswalk run in parallel with the indexing. */
async function* readInWorker(file: string): AsyncIterable<ReadBatch> {
  const thread = new CalledThread<ReadAnswers>(new URL('./catalogue-read-worker.ts', import.meta.url), { file })
  const next = () => thread.call('next', [])
  try {
    const ahead = Array.from({ length: readAhead }, next)
    for (let batch = await ahead.shift(); batch; batch = await ahead.shift()) {
      yield batch
      ahead.push(next())
    }
  } finally {
    await thread.end()
  }
}

/** Rebuilds the index from the stored records while searches use the old one. Returns the exit code. */
async function rebuild(
  env: Env,
  { shards, withoutLost }: { shards: number | undefined; withoutLost: boolean },
): Promise<number> {
  if (env.openSearch && withoutLost) {
    tellLine('rebuild: --without-lost is for the embedded catalogue, and OPENSEARCH_URL is set.')
    return 2
  }
  if (!env.openSearch && shards !== undefined) {
    tellLine('rebuild: --shards is for a catalogue in OpenSearch, and OPENSEARCH_URL is not set.')
    return 2
  }
  const records = env.openSearch ? await inCluster(env.openSearch, shards) : await inFolder(env, withoutLost)
  const subject = env.openSearch?.prefix ?? join(env.dataDir, 'catalogue')
  await noteCommand(env, { action: 'index_rebuilt', subject, after: { records } })
  printLine(`rebuilt ${records}`)
  return 0
}

async function inFolder({ dataDir }: Env, withoutLost: boolean): Promise<number> {
  const report = await rebuildCatalogue(join(dataDir, 'catalogue'), rebuildOnScreen(), { withoutLost })
  return report!.records
}

async function inCluster(openSearch: NonNullable<Env['openSearch']>, shards: number | undefined): Promise<number> {
  const catalogue = await openCluster(openSearch, { anyVersion: true })
  const { records: size } = await catalogue.stats()
  const progressBar = showProgress('rebuild', size)
  let before = 0
  const progress = (records: number) => {
    progressBar.at(records, records - before)
    before = records
  }
  return catalogue.rebuild({ shards, progress }).finally(() => {
    progressBar.end()
    return catalogue.close()
  })
}

const usage = `npm run catalogue -- COMMAND

  load FILE…                   adds and replaces records: .mrc .marc .dat .xml .lif .mrk, or any of these as .gz
  load --authorities FILE…     adds and replaces headings: MARC authority records in any of these forms, or SKOS in
                               Turtle (.ttl); --scheme CODE: the source code of a SKOS thesaurus, as in \`scot\`
  load --covers FOLDER|FILE…   keeps cover pictures (JPEG, PNG, WebP, GIF), named by ISBN, by record number or as the
                               record names its cover (956 $f); at most 20 MB each
  remove ID…                   takes records out, by their number; --authorities: headings
  release                      makes the next release of the authority files now; a running portal makes it by itself
                               when the headings have stayed the same for a minute after a load
  rebuild [--without-lost]     builds the index again from the records, whatever its state; searches go on in the old
                               one meanwhile. Where records are lost or cannot be read it changes nothing, unless it
                               is to go on without them. With OPENSEARCH_URL, --shards N: in so many parts, 1 to 64,
                               for more records or nodes; without it in as many as before
  check                        compares the index with the records and says what differs; it changes nothing
  stats                        how many records and headings there are
  export [--raw|--mrk] [--out FILE] [--without-lost]
                               all records as MARC 21 in UTF-8; --raw: the bytes that were loaded; --mrk: as text, in
                               MarcEdit's mnemonic form; --without-lost: leaves out what is lost or cannot be read,
                               and says what

Without --out, export writes to the output, where npm prints too; silence it with npm run -s catalogue.
`

const commands = ['load', 'remove', 'release', 'stats', 'export', 'rebuild', 'check']

/** Returns the exit code. */
async function run([command, ...given]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(command ?? '') || given.includes('--help')) {
    process.stdout.write(usage)
    return 0
  }
  const read = readGiven(command, given)
  if (command === undefined || 'wrong' in read) {
    if ('wrong' in read) for (const line of [read.wrong, '']) tellLine(line)
    process.stderr.write(usage)
    return 2
  }
  const env = readOwnEnv()
  if (command === 'release') return releaseAuthorities(env)
  const { dataDir } = env
  const folder = join(dataDir, 'catalogue')
  const { authorities, covers, scheme, items } = read
  const hasHeadings = env.openSearch !== undefined || existsSync(headingsFile(folder))
  const hasRecords = env.openSearch !== undefined || existsSync(databaseFile(folder))
  const isThere = authorities ? hasHeadings : hasRecords || (command === 'stats' && hasHeadings)
  if ((command !== 'load' || covers) && !isThere) {
    tellLine(`There is no catalogue in ${folder} yet; load makes one.`)
    return 1
  }
  if (command === 'rebuild') return rebuild(env, read)
  const loads = command === 'load'
  if (authorities && loads)
    return tellingLoads(env, { kind: 'headings', files: items }, (tell) =>
      withHeadings(env, (headings) => {
        const act = () => loadAuthorities(headings, { files: items, scheme, tell })
        return noting(env, { action: 'headings_loaded', items }, headings, act)
      }),
    )
  if (authorities)
    return withHeadings(env, (headings) =>
      noting(env, { action: 'headings_removed', items }, headings, () => remove(headings, items)),
    )
  if (loads && !covers)
    return tellingLoads(env, { kind: 'records', files: items }, (tell) =>
      withCatalogue(env, (catalogue) => {
        const act = () => loadFiles(catalogue, { files: items, tell })
        return noting(env, { action: 'records_loaded', items }, catalogue, act)
      }),
    )
  if (command === 'stats') {
    if (hasRecords) await withCatalogue(env, showRecords)
    if (hasHeadings) await withHeadings(env, showHeadings)
    return 0
  }
  if (command === 'check') return check(env)
  if (command === 'export' && !env.openSearch)
    return exportRecords((options) => readRecordsByNumber(folder, options), items)
  return withCatalogue(env, async (catalogue) => {
    if (command === 'export') return exportRecords(() => everyRecord(catalogue), items)
    return noting(env, { action: covers ? 'covers_loaded' : 'records_removed', items }, catalogue, async () =>
      covers ? loadCovers({ catalogue, files: await openFiles(env) }, items) : remove(catalogue, items),
    )
  })
}

async function withCatalogue<T>(env: Env, use: (catalogue: LoadableCatalogue) => Promise<T>): Promise<T> {
  const catalogue = await openCatalogue(env, { brief: true })
  return use(catalogue).finally(() => catalogue.close())
}

type Counted = { stats(): Promise<object> }
/** The counts that matter to people, without size and generation. */
async function countsOf(store: Counted): Promise<Record<string, unknown>> {
  const { bytes: _, generation: __, ...counts } = { bytes: 0, generation: 0, ...(await store.stats()) }
  return counts
}
type Doing = {
  action: 'records_loaded' | 'records_removed' | 'headings_loaded' | 'headings_removed' | 'covers_loaded'
  items: string[]
}

/** Records a successful command in the audit log, with the counts before and after. */
async function noting(env: Env, { action, items }: Doing, store: Counted, act: () => Promise<number>): Promise<number> {
  const before = await countsOf(store)
  const code = await act()
  const subject = items.slice(0, 20).join(', ') + (items.length > 20 ? ` and ${items.length - 20} more` : '')
  if (code === 0) await noteCommand(env, { action, subject, ...difference(before, await countsOf(store)) })
  return code
}

async function withHeadings<T>(env: Env, use: (headings: HeadingsPort) => Promise<T>): Promise<T> {
  const headings = await openHeadings(env)
  return use(headings).finally(() => headings.close())
}

async function showRecords(catalogue: LoadableCatalogue) {
  const { records, bytes, generation } = await catalogue.stats()
  printLine(`records ${records}, bytes ${bytes}, generation ${generation}`)
}

async function showHeadings(headings: HeadingsPort) {
  const { headings: all, isSubject, isName, isSeriesTitle } = await headings.stats()
  printLine(`headings ${all}: subjects ${isSubject}, names ${isName}, series ${isSeriesTitle}`)
}

async function remove(from: { remove(ids: string[]): Promise<number> }, ids: string[]): Promise<number> {
  const removed = await from.remove(ids)
  printLine(`removed ${removed}`)
  return removed > 0 ? 0 : 1
}

type CatalogueOptions = {
  authorities: boolean
  covers: boolean
  scheme: string | undefined
  shards: number | undefined
  withoutLost: boolean
  items: string[]
}

function readGiven(command: string | undefined, given: string[]): CatalogueOptions | { wrong: string } {
  const options: CatalogueOptions = {
    authorities: false,
    covers: false,
    scheme: undefined,
    shards: undefined,
    withoutLost: false,
    items: given,
  }
  if (command === undefined) return options
  if (!commands.includes(command)) return { wrong: `There is no command “${command}”.` }
  if (command === 'rebuild' && given.length > 0) {
    const [option, number = ''] = given
    if (option === '--without-lost' && given.length === 1) return { ...options, withoutLost: true }
    if (option !== '--shards' || given.length > 2 || !/^([1-9]|[1-5]\d|6[0-4])$/.test(number))
      return { wrong: 'rebuild: takes --without-lost, or --shards with a number from 1 to 64.' }
    return { ...options, shards: Number(number) }
  }
  if ((command === 'check' || command === 'stats') && given.length > 0)
    return { wrong: `${command}: takes nothing more, and was given “${given.join(' ')}”.` }
  if (command !== 'load' && command !== 'remove') return options
  const items: string[] = []
  for (let at = 0; at < given.length; at++) {
    if (given[at] === '--authorities') options.authorities = true
    else if (given[at] === '--covers' && command === 'load') options.covers = true
    else if (given[at] === '--scheme' && command === 'load') options.scheme = given[++at] ?? ''
    else items.push(given[at]!)
  }
  if (options.covers && options.authorities) return { wrong: 'load: either --covers or --authorities.' }
  if (options.scheme !== undefined && !options.authorities) return { wrong: 'load: --scheme goes with --authorities.' }
  if (options.scheme !== undefined && !/^[a-z][a-z0-9-]{0,39}$/.test(options.scheme))
    return { wrong: 'load: --scheme is a source code, as in scot: small letters, digits and hyphens.' }
  if (items.length === 0) return { wrong: command === 'load' ? 'load: which file?' : 'remove: which record?' }
  return { ...options, items }
}

// A reader that closes the pipe (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const known = startError(error)
  for (const line of (known instanceof Error ? known.message : String(known)).split('\n')) tellLine(line)
  process.exitCode = 1
}
