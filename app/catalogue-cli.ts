import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import { exportRecords } from './catalogue-cli-export.ts'
import { loadFiles } from './catalogue-cli-load.ts'
import { readEnv } from './env.ts'

const usage = `npm run catalogue -- COMMAND

  load FILE…                   adds and replaces records: .mrc .marc .dat .xml .lif, or any of these as .gz
  remove ID…                   takes records out, by their number
  stats                        how many records there are
  export [--raw] [--out FILE]  all records as MARC 21 in UTF-8; --raw: the bytes that were loaded

Without --out, export writes to the output, where npm says something too unless it is told not to: npm run -s catalogue.
`

const commands = ['load', 'remove', 'stats', 'export']

/** Returns the exit code. */
async function run([command, ...given]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(command ?? '') || given.includes('--help')) {
    process.stdout.write(usage)
    return 0
  }
  const wrong = whyWrong(command, given)
  if (command === undefined || wrong !== undefined) {
    process.stderr.write(wrong === undefined ? usage : `${wrong}\n\n${usage}`)
    return 2
  }
  const folder = join(readEnv().dataDir, 'catalogue')
  if (command !== 'load' && !existsSync(databaseFile(folder))) {
    process.stderr.write(`There is no catalogue in ${folder} yet; load makes one.\n`)
    return 1
  }
  const catalogue = await openEmbeddedCatalogue({ folder, workers: 1, preload: false })
  try {
    if (command === 'load') return await loadFiles(catalogue, given)
    if (command === 'export') return await exportRecords(catalogue, given)
    if (command === 'remove') {
      const removed = await catalogue.remove(given)
      process.stdout.write(`removed ${removed}\n`)
      return removed > 0 ? 0 : 1
    }
    const { records, bytes, generation } = await catalogue.stats()
    process.stdout.write(`records ${records}, bytes ${bytes}, generation ${generation}\n`)
    return 0
  } finally {
    await catalogue.close()
  }
}

function whyWrong(command: string | undefined, given: string[]): string | undefined {
  if (command === undefined) return undefined
  if (!commands.includes(command)) return `There is no command “${command}”.`
  if (command === 'load' && given.length === 0) return 'load: which file?'
  if (command === 'remove' && given.length === 0) return 'remove: which record?'
  return undefined
}

// A reader of our output that has enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
