import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayIn } from '#kit/day.ts'
import { startEmbedded } from './search-embedded.ts'
import type { SearchEngine, Sizes } from './search-engine.ts'
import { startOpenSearchEngine } from './search-opensearch.ts'
import { startPostgresEngine } from './search-postgres.ts'
import { questionsFor, stopWordClass } from './search-queries.ts'
import { readTitles } from './search-records.ts'
import { startTantivy } from './search-tantivy.ts'
import { startZebra } from './search-zebra.ts'
import { beginTable, grouped, say } from './table.ts'
import { formatMs, formatTimes, type Times, timesAtOnce } from './times.ts'
import { writeMarc } from './write-marc.ts'

const usage = `node bench/search.ts [RECORDS] [--engines NAME,NAME] [--at-once N,N] [--seconds N]

  RECORDS     100000 unless said
  --engines   embedded,opensearch,postgres,zebra,tantivy; those that this machine does not have, or that fail, are
              left out
  --at-once   1,8,32: how many ask at the same time
  --seconds   20: after so long a class is given up that an engine is slow at
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'embedded,opensearch,postgres,zebra,tantivy' },
    'at-once': { type: 'string', default: '1,8,32' },
    seconds: { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
})
const records = Number(positionals[0] ?? 100_000)
const levels = values['at-once'].split(',').map(Number)
const budgetMs = Number(values.seconds) * 1000
const starts: Record<string, (sizes: Sizes) => Promise<SearchEngine | undefined>> = {
  embedded: startEmbedded,
  opensearch: startOpenSearchEngine,
  postgres: startPostgresEngine,
  zebra: startZebra,
  tantivy: startTantivy,
}
const names = values.engines.split(',')

if (values.help || !Number.isInteger(records) || names.some((name) => !starts[name])) process.stdout.write(usage)
else await measure()

/** A page is 30 hits with documents, the exact total and seven facets; p50 / p95 in ms, engine by engine in each class. */
async function measure() {
  const scratch = mkdtempSync(join(tmpdir(), 'bench-search-'))
  const engines: SearchEngine[] = []
  try {
    const file = join(scratch, 'records.mrc')
    await writeMarc(file, records)
    for (const name of names) {
      mkdirSync(join(scratch, name))
      const engine = await starts[name]!({ records, file, scratch }).catch((error: Error) => failed(name, error))
      if (engine) engines.push(engine)
      else if (engine === undefined) say(`${name}: not on this machine`)
    }
    rmSync(file)
    say(`\n${grouped(records)} records, ${dayIn('UTC', new Date())}\n`)
    const row = beginTable(engines.map(({ name }) => name))
    row('load, records/s', ...engines.map(({ loadSeconds }) => grouped(records / loadSeconds)))
    row('on disk, MiB', ...engines.map(({ diskMiB }) => grouped(diskMiB)))
    // Printed immediately: the last may follow the first by hours.
    const most = engines.map(() => 0)
    for (const level of levels) {
      table(level, engines, await askAll(engines, level))
      for (const [at, engine] of engines.entries()) most[at] = Math.max(most[at]!, memoryOf(engine))
    }
    say('')
    beginTable(engines.map(({ name }) => name))('memory, MiB', ...most.map(grouped))
  } finally {
    for (const engine of engines) await engine.close().catch((error: Error) => failed(engine.name, error))
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The others continue without it: a run takes hours. */
function failed(name: string, error: Error): null {
  process.stderr.write(`${name}: ${error.message}\n`)
  return null
}

function memoryOf(engine: SearchEngine): number {
  try {
    return engine.memoryMiB()
  } catch (error) {
    failed(engine.name, error as Error)
    return 0
  }
}

/** Undefined if an engine was not asked; `gave up`: it answered with an error, which was printed. */
type Cell = Times | 'gave up' | undefined
type Figures = Map<string, Cell[]>

/** Class by class, so that other load on the computer affects all engines equally. */
async function askAll(engines: SearchEngine[], atOnce: number): Promise<Figures> {
  const figures: Figures = new Map()
  const sizes = { atOnce, budgetMs }
  const timesOf = <Q>(name: string, engine: SearchEngine, questions: Q[], ask: (question: Q) => Promise<number>) =>
    timesAtOnce(questions, ask, sizes).catch((error: Error): Cell => {
      process.stderr.write(`${engine.name}, ${name}, ${atOnce} at once: ${error.message}\n`)
      return 'gave up'
    })
  for (const { name, questions } of questionsFor(readTitles())) {
    const cells: Cell[] = []
    for (const engine of engines) {
      // PostgreSQL's English full text drops these words.
      const isMeasured = name !== stopWordClass || engine.name !== 'PostgreSQL'
      cells.push(isMeasured ? await timesOf(name, engine, questions, engine.ask) : undefined)
    }
    figures.set(name, cells)
  }
  const rounds = Array.from({ length: 20 }, (_, i) => i)
  const name = '4,000 ISBNs'
  const cells: Cell[] = []
  for (const engine of engines) cells.push(engine.lookup && (await timesOf(name, engine, rounds, engine.lookup)))
  return figures.set(name, cells)
}

function table(level: number, engines: SearchEngine[], figures: Figures) {
  say(`\n${level === 1 ? 'One at a time' : `${level} at once`}: p50 / p95 in ms\n`)
  const peers = engines.slice(1)
  const row = beginTable([
    'hits',
    ...engines.map(({ name }) => name),
    ...peers.map(({ name }) => `${name.split(/[ ,]/)[0]} takes`),
  ])
  const measured = (cell: Cell) => (cell === 'gave up' ? undefined : cell)
  for (const [name, cells] of figures) {
    const [ours, ...theirs] = cells.map(measured)
    row(
      name,
      ours ? grouped(ours.hits) : '–',
      ...cells.map((cell) => (cell === 'gave up' ? cell : formatTimes(cell))),
      ...theirs.map((times) => (ours && times ? `${formatMs(times.p50 / ours.p50)} ×` : '–')),
    )
  }
}
