import { spawnSync } from 'node:child_process'
import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { writeRecords } from '#features/downloads/server/downloads.ts'
import { FileFormat } from '#features/school/settings/contract.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { loadByCommand } from './search-embedded.ts'

/**
 * Records per second and peak memory of writing each format from the catalogue to a file, with every school setting
 * changing the records, and of yaz-marcdump copying the same MARC file. Usage: node bench/downloads.ts [records],
 * default 100,000.
 */
const folder = '../shared/data/bib'
const files = ['qacat_LC_BooksAll2014_100.mrc', 'traject_batch.dat', 'usgpo/NIST_Collection/UTF8/nist_gcr_utf8.mrc']
const [first, dataDir, format] = process.argv.slice(2)

if (first === 'write') await writeOnce(dataDir!, format as FileFormat)
else if (!existsSync(folder)) console.log(`No benchmark: the test data (${folder}) is not here.`)
else measure(Number(first ?? 100_000))

function measure(records: number) {
  const scratch = mkdtempSync(join(tmpdir(), 'bench-downloads-'))
  try {
    const source = join(scratch, 'source.mrc')
    numbered(source, records)
    loadByCommand(source, scratch)
    print('', 'records/s', 'seconds', 'MB', 'peak MiB')
    for (const format of FileFormat.options) {
      const { stdout } = spawnSync(process.execPath, [import.meta.filename, 'write', scratch, format], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const { seconds, bytes, peak, count } = JSON.parse(stdout.toString())
      print(format, count / seconds, seconds, bytes / 1e6, peak)
    }
    if (spawnSync('yaz-marcdump', ['-V']).error) return console.log('yaz-marcdump is not installed: left out.')
    const file = join(scratch, 'MARC_21')
    const start = performance.now()
    const copy = openSync(join(scratch, 'copy'), 'w')
    spawnSync('yaz-marcdump', ['-i', 'marc', '-o', 'marc', file], { stdio: ['ignore', copy, 'ignore'] })
    closeSync(copy)
    const seconds = (performance.now() - start) / 1000
    print('yaz-marcdump, copying MARC_21', records / seconds, seconds, statSync(file).size / 1e6)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Real records repeated, each time with new numbers. */
function numbered(path: string, count: number) {
  const real = files.flatMap((name) =>
    [...splitBuffer(readFileSync(join(folder, name)))].map(({ bytes }) => decodeRecord(bytes).record),
  )
  const out = openSync(path, 'w')
  for (let n = 0; n < count; n++) {
    const { leader, fields } = real[n % real.length]!
    const others = fields.filter(({ tag }) => tag !== '001')
    writeSync(out, encodeRecord({ leader, fields: [{ tag: '001', value: String(1_000_000 + n) }, ...others] }).bytes)
  }
  closeSync(out)
}

/** In a child process, so that its memory is that of the writing and the catalogue. */
async function writeOnce(dataDir: string, format: FileFormat) {
  const catalogue = await openEmbeddedCatalogue({ folder: join(dataDir, 'catalogue') })
  const ids: string[] = []
  for await (const id of catalogue.ids()) ids.push(id)
  const preferences: Preferences = {
    deweyPref: 'ABRIDGED_DDC',
    deweyHoldingPref: 'HOLDINGS_852',
    isbnFormat: 'ISBN_13',
    subjectHeadingFormat: 'SCIS_HEADINGS',
  }
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
  const path = join(dataDir, format)
  const start = performance.now()
  const pieces = writeRecords(catalogue.fetch(ids), { format, preferences }, progress)
  await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(path))
  const seconds = (performance.now() - start) / 1000
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(JSON.stringify({ seconds, bytes: statSync(path).size, peak, count: progress.written.size }))
  await catalogue.close()
}

function print(what: string, ...cells: (string | number)[]) {
  const shown = cells.map((cell) =>
    typeof cell === 'number' ? cell.toLocaleString('en', { maximumFractionDigits: cell < 100 ? 1 : 0 }) : cell,
  )
  console.log([what.padEnd(32), ...shown.map((cell) => cell.padStart(10))].join(' '))
}
