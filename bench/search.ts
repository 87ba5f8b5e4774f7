import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { encodeRecord } from '#marc/iso2709.ts'
import { folderMiB, loadByCommand, measureInProcess } from './search-embedded.ts'
import { loadPostgres, measurePostgres, startPostgres } from './search-postgres.ts'
import { questionsFor } from './search-queries.ts'
import { marcRecord, readTitles } from './search-records.ts'
import { shown, shownTimes, type Times } from './times.ts'

/**
 * `node bench/search.ts [records, default 100000] [--no-postgres]`: one page is 30 hits with documents, the exact total
 * and seven facets; p50 / p95 in ms.
 */
const records = Number(process.argv.find((given) => /^\d+$/.test(given)) ?? 100_000)
const withPostgres = !process.argv.includes('--no-postgres')
const titles = readTitles()
const classes = questionsFor(titles)
const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const file = join(folder, 'records.mrc')
  await writeMarc(file)
  const { seconds, line } = loadByCommand(file, folder)
  rmSync(file)
  const embedded = measureInProcess(folder, records)
  say(`${records.toLocaleString('en-AU')} records; ${line}`)
  say(
    `load from MARC to searchable: ${shown(seconds)} s, ${Math.round(records / seconds).toLocaleString('en-AU')} records/s`,
  )
  say(
    `on disk ${folderMiB(join(folder, 'catalogue'))} MiB; open ${shown(embedded.openMs)} ms; memory of the process ${Math.round(embedded.rssMiB)} MiB`,
  )
  say(`longest time that the event loop was held up: ${shown(embedded.heldUpMs)} ms`)
  const other = withPostgres ? await runPostgres() : undefined
  if (other) say(`PostgreSQL: rows and indexes in ${shown(other.seconds)} s`)
  table(new Map(embedded.classes), other?.times)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function writeMarc(file: string) {
  const out = createWriteStream(file)
  for (let i = 0; i < records; i++) if (!out.write(encodeRecord(marcRecord(titles, i)).bytes)) await once(out, 'drain')
  out.end()
  await finished(out)
}

async function runPostgres() {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  try {
    const seconds = await loadPostgres(postgres.client, titles, records)
    return { seconds, times: await measurePostgres(postgres.client, classes, records) }
  } finally {
    await postgres.stop()
  }
}

function table(ours: Map<string, Times>, theirs: Map<string, Times> | undefined) {
  const row = (...cells: string[]) =>
    say(cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(16))).join(''))
  row('', 'hits', 'embedded', 'PostgreSQL', 'p50 faster by')
  for (const [name, times] of ours) {
    const other = theirs?.get(name)
    row(
      name,
      String(times.hits),
      shownTimes(times),
      shownTimes(other),
      other ? `${(other.p50 / times.p50).toFixed(1)} ×` : '–',
    )
  }
}
