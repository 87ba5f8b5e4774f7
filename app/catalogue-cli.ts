import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedCatalogue, openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import { openFolderFiles } from '#adapters/files/folder-files.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import { headingsFile } from '#adapters/headings/embedded/schema.ts'
import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import { exportRecords } from './catalogue-cli-export.ts'
import { loadFiles } from './catalogue-cli-load.ts'
import { loadAuthorities } from './catalogue-cli-load-authorities.ts'
import { loadCovers } from './catalogue-cli-load-covers.ts'
import { releaseAuthorities } from './catalogue-cli-release.ts'
import { readEnv } from './env.ts'
import { startError } from './start-error.ts'

const usage = `npm run catalogue -- COMMAND

  load FILE…                   adds and replaces records: .mrc .marc .dat .xml .lif, or any of these as .gz
  load --authorities FILE…     adds and replaces headings: MARC authority records in any of these forms, or SKOS in
                               Turtle (.ttl); --scheme CODE: the source code of a SKOS thesaurus, as in \`scot\`
  load --covers FOLDER|FILE…   keeps cover pictures (JPEG, PNG, WebP, GIF), named by ISBN, by record number or as the
                               record names its cover (956 $f); at most 20 MB each
  remove ID…                   takes records out, by their number; --authorities: headings
  release                      makes the next release of the authority files now; a running portal makes it by itself
                               when the headings have stayed the same for a minute after a load
  stats                        how many records and headings there are
  export [--raw] [--out FILE]  all records as MARC 21 in UTF-8; --raw: the bytes that were loaded

Without --out, export writes to the output, where npm says something too unless it is told not to: npm run -s catalogue.
`

const commands = ['load', 'remove', 'release', 'stats', 'export']

/** Returns the exit code. */
async function run([command, ...given]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(command ?? '') || given.includes('--help')) {
    process.stdout.write(usage)
    return 0
  }
  const asked = readGiven(command, given)
  if (command === undefined || 'wrong' in asked) {
    process.stderr.write('wrong' in asked ? `${asked.wrong}\n\n${usage}` : usage)
    return 2
  }
  const env = readEnv()
  if (command === 'release') return releaseAuthorities(env)
  const { dataDir } = env
  const folder = join(dataDir, 'catalogue')
  const { authorities, covers, scheme, items } = asked
  const hasHeadings = existsSync(headingsFile(folder))
  const hasRecords = existsSync(databaseFile(folder))
  const isThere = authorities ? hasHeadings : hasRecords || (command === 'stats' && hasHeadings)
  if ((command !== 'load' || covers) && !isThere) {
    process.stderr.write(`There is no catalogue in ${folder} yet; load makes one.\n`)
    return 1
  }
  if (authorities)
    return withHeadings(folder, async (headings) =>
      command === 'load' ? loadAuthorities(headings, { files: items, scheme }) : remove(headings, items),
    )
  if (command === 'stats') {
    if (hasRecords) await withCatalogue(folder, showRecords)
    if (hasHeadings) await withHeadings(folder, showHeadings)
    return 0
  }
  return withCatalogue(folder, async (catalogue) => {
    if (covers) return loadCovers({ catalogue, files: openFolderFiles(join(dataDir, 'files')) }, items)
    if (command === 'load') return loadFiles(catalogue, items)
    return command === 'export' ? exportRecords(catalogue, items) : remove(catalogue, items)
  })
}

async function withCatalogue<T>(folder: string, use: (catalogue: EmbeddedCatalogue) => Promise<T>): Promise<T> {
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1, preload: false })
  return use(catalogue).finally(() => catalogue.close())
}

async function withHeadings<T>(folder: string, use: (headings: HeadingsPort) => Promise<T>): Promise<T> {
  const headings = openEmbeddedHeadings(folder)
  return use(headings).finally(() => headings.close())
}

async function showRecords(catalogue: EmbeddedCatalogue) {
  const { records, bytes, generation } = await catalogue.stats()
  process.stdout.write(`records ${records}, bytes ${bytes}, generation ${generation}\n`)
}

async function showHeadings(headings: HeadingsPort) {
  const { headings: all, isSubject, isName, isSeriesTitle } = await headings.stats()
  process.stdout.write(`headings ${all}: subjects ${isSubject}, names ${isName}, series ${isSeriesTitle}\n`)
}

async function remove(from: { remove(ids: string[]): Promise<number> }, ids: string[]): Promise<number> {
  const removed = await from.remove(ids)
  process.stdout.write(`removed ${removed}\n`)
  return removed > 0 ? 0 : 1
}

type Asked = { authorities: boolean; covers: boolean; scheme: string | undefined; items: string[] }

function readGiven(command: string | undefined, given: string[]): Asked | { wrong: string } {
  const asked: Asked = { authorities: false, covers: false, scheme: undefined, items: given }
  if (command === undefined) return asked
  if (!commands.includes(command)) return { wrong: `There is no command “${command}”.` }
  if (command !== 'load' && command !== 'remove') return asked
  const items: string[] = []
  for (let at = 0; at < given.length; at++) {
    if (given[at] === '--authorities') asked.authorities = true
    else if (given[at] === '--covers' && command === 'load') asked.covers = true
    else if (given[at] === '--scheme' && command === 'load') asked.scheme = given[++at] ?? ''
    else items.push(given[at]!)
  }
  if (asked.covers && asked.authorities) return { wrong: 'load: either --covers or --authorities.' }
  if (asked.scheme !== undefined && !asked.authorities) return { wrong: 'load: --scheme goes with --authorities.' }
  if (asked.scheme !== undefined && !/^[a-z][a-z0-9-]{0,39}$/.test(asked.scheme))
    return { wrong: 'load: --scheme is a source code, as in scot: small letters, digits and hyphens.' }
  if (items.length === 0) return { wrong: command === 'load' ? 'load: which file?' : 'remove: which record?' }
  return { ...asked, items }
}

// A reader of our output that has enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const known = startError(error)
  process.stderr.write(`${known instanceof Error ? known.message : String(known)}\n`)
  process.exitCode = 1
}
