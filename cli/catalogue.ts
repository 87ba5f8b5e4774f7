import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rebuildCatalogue } from '#adapters/catalogue/embedded/rebuild/rebuild-catalogue.ts'
import { readRecordsByNumber } from '#adapters/catalogue/embedded/rows.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import type { LoadableCatalogue, PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { headingsFile } from '#adapters/headings/embedded/schema.ts'
import type { Env } from '#app/env.ts'
import { openCatalogue, openCluster } from '#app/open-catalogue.ts'
import { openHeadings } from '#app/open-headings.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import { CalledThread } from '#kit/server/thread-calls.ts'
import { rebuildOnScreen } from '#operate/rebuild-watch.ts'
import { everyRecord, exportRecords } from './catalogue-export.ts'
import { type Beside, type Loading, loadEach, reportingLoads } from './catalogue-load-each.ts'
import { showProgress } from './catalogue-progress.ts'
import type { ReadAnswers, ReadBatch } from './catalogue-read-worker.ts'
import { commandEnv, mainOf, runIfStarted } from './command-main.ts'
import { commandIo, printLine, printNotice } from './print-line.ts'
import { hasLog, recordCommand } from './record-command.ts'

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
    printNotice('rebuild: --without-lost is only for the embedded catalogue, but OPENSEARCH_URL is set.')
    return 2
  }
  if (!env.openSearch && shards !== undefined) {
    printNotice('rebuild: --shards is only for OpenSearch, but OPENSEARCH_URL is not set.')
    return 2
  }
  const records = env.openSearch ? await inCluster(env.openSearch, shards) : await inFolder(env, withoutLost)
  const subject = env.openSearch?.prefix ?? join(env.dataDir, 'catalogue')
  await recordCommand(env, { action: 'index_rebuilt', subject, after: { records } })
  printLine(`rebuilt ${records}`)
  return 0
}

async function inFolder({ dataDir }: Env, withoutLost: boolean): Promise<number> {
  const report = await rebuildCatalogue(join(dataDir, 'catalogue'), rebuildOnScreen(), { withoutLost, reread: true })
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
  return catalogue.rebuild({ shards, progress, reread: true }).finally(() => {
    progressBar.end()
    return catalogue.close()
  })
}

const usage = `npm run catalogue -- COMMAND

  load FILE…                   adds and replaces records: .mrc .marc .dat .xml .lif .mrk, or any of these as .gz
  load --authorities FILE…     adds and replaces headings: MARC authority records in any of these forms, or SKOS in
                               Turtle (.ttl); --scheme CODE: the source code of a SKOS thesaurus, such as \`scot\`
  load --covers FOLDER|FILE…   adds cover pictures (JPEG, PNG, WebP, GIF), named by ISBN, record number or the record's
                               cover name (956 $f); at most 20 MB each
  remove ID…                   removes records by number; --authorities: headings
  synonyms FILE [--dry-run]    replaces the table of synonyms. Each line is a group of words that find each other, for
                               example \`mum,mom,mother\`. --dry-run only checks the file
  synonyms [--out FILE]        prints this table, or writes it to a file
  release                      releases the authority files now; a running portal does this automatically a minute
                               after the last change of headings
  rebuild [--without-lost]     rebuilds the index, even a damaged one, from the records' MARC; searches use the old index
                               meanwhile. If records are lost or unreadable, it changes nothing unless you add
                               --without-lost. With OPENSEARCH_URL, --shards N sets the number of parts, 1 to 64, for
                               more records or nodes; by default it stays the same
  check                        compares the index with the records and prints differences; it changes nothing
  stats                        prints the number of records and headings
  export [--raw|--mrk] [--out FILE] [--without-lost]
                               all records as MARC 21 in UTF-8; --raw: the loaded bytes; --mrk: as text, in MarcEdit's
                               mnemonic form; --without-lost: leaves out and lists lost or unreadable records

Without --out, export writes to standard output. Use npm run -s catalogue to silence npm's own lines.
`

const commands = ['load', 'remove', 'synonyms', 'release', 'stats', 'export', 'rebuild', 'check']

async function run([command, ...given]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(command ?? '') || given.includes('--help')) {
    commandIo().stdout.write(usage)
    return 0
  }
  // Each command loads only its own libraries: loading takes longer than most commands.
  if (command === 'synonyms') {
    const { readSynonymsOptions, synonyms } = await import('./catalogue-synonyms.ts')
    const options = readSynonymsOptions(given)
    return 'wrong' in options ? wrong(options.wrong) : synonyms(commandEnv(), options)
  }
  const read = readGiven(command, given)
  if (command === undefined || 'wrong' in read) return wrong('wrong' in read ? read.wrong : '')
  const env = commandEnv()
  if (command === 'release') return (await import('./catalogue-release.ts')).releaseAuthorities(env)
  const { dataDir } = env
  const folder = join(dataDir, 'catalogue')
  const { authorities, covers, scheme, items } = read
  const hasHeadings = env.openSearch !== undefined || existsSync(headingsFile(folder))
  const hasRecords = env.openSearch !== undefined || existsSync(databaseFile(folder))
  const isThere = authorities ? hasHeadings : hasRecords || (command === 'stats' && hasHeadings)
  if ((command !== 'load' || covers) && !isThere) {
    printNotice(`There is no catalogue in ${folder} yet. Use load to create one.`)
    return 1
  }
  if (command === 'rebuild') return rebuild(env, read)
  const loads = command === 'load'
  if (authorities && loads) {
    const { loadAuthorities } = await import('./catalogue-load-authorities.ts')
    return reportingLoads(env, { kind: 'headings', files: items }, (tell) =>
      withHeadings(env, (headings) => {
        const act = () => loadAuthorities(headings, { files: items, scheme, tell })
        return noting(env, { action: 'headings_loaded', items }, headings, act)
      }),
    )
  }
  if (authorities)
    return withHeadings(env, (headings) =>
      noting(env, { action: 'headings_removed', items }, headings, () => remove(headings, items)),
    )
  if (loads && !covers)
    return reportingLoads(env, { kind: 'records', files: items }, (tell) =>
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
  if (command === 'check') return (await import('./catalogue-check.ts')).check(env)
  if (command === 'export' && !env.openSearch)
    return exportRecords((options) => readRecordsByNumber(folder, options), items)
  return withCatalogue(env, async (catalogue) => {
    if (command === 'export') return exportRecords(() => everyRecord(catalogue), items)
    if (!covers) return noting(env, { action: 'records_removed', items }, catalogue, () => remove(catalogue, items))
    const { loadGivenCovers } = await import('./catalogue-load-covers.ts')
    const { openFiles } = await import('#adapters/files/files.ts')
    return noting(env, { action: 'covers_loaded', items }, catalogue, async () =>
      loadGivenCovers({ catalogue, files: await openFiles(env) }, items),
    )
  })
}

function wrong(sentence: string): number {
  if (sentence !== '') for (const line of [sentence, '']) printNotice(line)
  commandIo().stderr.write(usage)
  return 2
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
  if (code !== 0 || !hasLog(env)) return code
  const { difference } = await import('#platform/audit/server/audit.ts')
  await recordCommand(env, { action, subject, ...difference(before, await countsOf(store)) })
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
      return { wrong: 'rebuild: use --without-lost, or --shards with a number from 1 to 64.' }
    return { ...options, shards: Number(number) }
  }
  if ((command === 'check' || command === 'stats') && given.length > 0)
    return { wrong: `${command}: does not accept “${given.join(' ')}”.` }
  if (command !== 'load' && command !== 'remove') return options
  const items: string[] = []
  for (let at = 0; at < given.length; at++) {
    if (given[at] === '--authorities') options.authorities = true
    else if (given[at] === '--covers' && command === 'load') options.covers = true
    else if (given[at] === '--scheme' && command === 'load') options.scheme = given[++at] ?? ''
    else items.push(given[at]!)
  }
  if (options.covers && options.authorities) return { wrong: 'load: choose --covers or --authorities, not both.' }
  if (options.scheme !== undefined && !options.authorities) return { wrong: 'load: --scheme needs --authorities.' }
  if (options.scheme !== undefined && !/^[a-z][a-z0-9-]{0,39}$/.test(options.scheme))
    return { wrong: 'load: --scheme is a source code, for example scot: lower-case letters, digits and hyphens.' }
  if (items.length === 0)
    return { wrong: command === 'load' ? 'load: please name a file.' : 'remove: please name a record.' }
  return { ...options, items }
}

export const main = mainOf(run)

await runIfStarted(process.argv[1], import.meta.filename, main)
