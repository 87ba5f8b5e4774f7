import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadByCommand } from './search-embedded.ts'
import { beginTable, grouped } from './table.ts'
import { writeMarc } from './write-marc.ts'

/**
 * `node bench/export.ts [RECORDS, default 300000]`: our command exports every record of the catalogue to one file, as
 * handed out and as loaded, compared with yaz-marcdump, which only copies such a file.
 */
const records = Number(process.argv[2] ?? 300_000)
const folder = mkdtempSync(join(tmpdir(), 'bench-export-'))

const row = beginTable(['seconds', 'records/s', 'MB'])

try {
  const file = join(folder, 'records.mrc')
  await writeMarc(file, records)
  const load = loadByCommand(file, folder)
  printRow('load', load.seconds, file)
  exported('export', [])
  exported('export --raw', ['--raw'])
  copied(file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function exported(name: string, options: string[]) {
  const out = join(folder, 'out.mrc')
  const script = new URL('../cli/catalogue.ts', import.meta.url).pathname
  const start = performance.now()
  const { status } = spawnSync(process.execPath, [script, 'export', ...options, '--out', out], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${name} failed`)
  printRow(name, (performance.now() - start) / 1000, out)
  rmSync(out)
}

function copied(file: string) {
  const path = join(folder, 'copy.mrc')
  const out = openSync(path, 'w')
  const start = performance.now()
  const { error } = spawnSync('yaz-marcdump', ['-i', 'marc', '-o', 'marc', file], { stdio: ['ignore', out, 'ignore'] })
  closeSync(out)
  if (error) row('yaz-marcdump', 'not installed')
  else printRow('yaz-marcdump, a copy', (performance.now() - start) / 1000, path)
}

function printRow(name: string, seconds: number, file: string) {
  row(name, seconds.toFixed(1), grouped(records / seconds), grouped(statSync(file).size / 1e6))
}
