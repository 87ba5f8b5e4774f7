import { join } from 'node:path'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { exportRecords } from './catalogue-cli-export.ts'
import { loadFiles } from './catalogue-cli-load.ts'
import { BadSetting, readEnv } from './env.ts'

const usage = `npm run catalogue -- COMMAND

  load FILE…                   adds and replaces records: .mrc .marc .dat .xml, or any of these as .gz
  remove ID…                   takes records out, by their number
  stats                        how many records there are
  export [--raw] [--out FILE]  all records as MARC 21 in UTF-8; --raw: the bytes that were loaded
`

/** Returns the exit code. */
async function run([command, ...given]: string[]): Promise<number> {
  const isKnown = ['load', 'remove', 'stats', 'export'].includes(command ?? '')
  if (!isKnown || (['load', 'remove'].includes(command!) && given.length === 0)) {
    process.stderr.write(usage)
    return 2
  }
  const folder = join(readEnv().dataDir, 'catalogue')
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

// A reader of our output that has enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const sentence = error instanceof BadSetting || error instanceof Error ? error.message : String(error)
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
