import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoLibrarySystem } from '#demo/world/world.ts'
import { openClient, rpn, term } from '#features/library-systems/z3950/server/z3950-testing.ts'
import { dayIn } from '#kit/day.ts'
import { startPortal } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { loadByCommand } from './search-embedded.ts'
import { questionsFor } from './search-queries.ts'
import { readTitles } from './search-records.ts'
import { beginTable, grouped, say } from './table.ts'
import { formatMs } from './times.ts'
import { writeMarc } from './write-marc.ts'

/**
 * `node bench/z3950.ts [RECORDS, default 100000]`: a Z39.50 search by words of any field and the first ten records in
 * MARC 21, over and over, by 1 and by 32 clients; in turn from a portal and from Zebra's server with the same records.
 */
const records = Number(process.argv[2] ?? 100_000)
const rounds = 3
const roundMs = 8_000
const folder = mkdtempSync(join(tmpdir(), 'bench-z3950-'))
const queries = questionsFor(readTitles())
  .filter(({ name }) => name === 'rare word' || name === 'two words')
  .flatMap(({ questions }) => questions.map(({ words }) => words.join(' ')))

type Target = { name: string; port: number; database: string }

/** Times in ms of a search with its records, in order, and how many records came. */
async function measure({ port, database }: Target, clients: number) {
  const open = await Promise.all(Array.from({ length: clients }, () => openClient(port)))
  const { userName, password } = demoLibrarySystem
  for (const client of open)
    if (!(await client.init(userName, password))) throw new Error('a server refused to let the bench in')
  const times: number[] = []
  let [next, given] = [0, 0]
  const end = performance.now() + roundMs
  const ask = async (client: (typeof open)[number]) => {
    while (performance.now() < end) {
      const words = queries[next++ % queries.length]!
      const start = performance.now()
      const { total = 0, diagnostic } = await client.search(rpn(term(words, { 1: 1016, 4: 6 })), { database })
      if (diagnostic) throw new Error(`${words}: ${diagnostic}`)
      if (total > 0) {
        const presented = await client.present(1, Math.min(10, total))
        if (presented.diagnostic || presented.records.length === 0) throw new Error(`${words}: ${presented.diagnostic}`)
        given += presented.records.length
      }
      times.push(performance.now() - start)
    }
  }
  await Promise.all(open.map(ask))
  for (const { socket } of open) socket.destroy()
  return { times: times.sort((a, b) => a - b), given }
}

async function startZebra(file: string): Promise<Target & { stop(): Promise<void> }> {
  const home = join(folder, 'zebra')
  cpSync(join(import.meta.dirname, 'zebra'), home, { recursive: true })
  mkdirSync(join(home, 'register'))
  const [port] = await freePorts(1)
  const config = join(home, 'yazgfs.xml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('PORT', String(port)))
  for (const command of [['init'], ['update', file]]) {
    const { status, stderr } = spawnSync('zebraidx', ['-c', 'zebra.cfg', '-n', ...command], {
      cwd: home,
      maxBuffer: 2 ** 28,
    })
    if (status !== 0) throw new Error(`zebraidx ${command[0]}: ${stderr.toString().slice(-500)}`)
  }
  const server = spawn('zebrasrv', ['-f', 'yazgfs.xml'], { cwd: home, stdio: 'ignore' })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  for (let tries = 0; ; tries++)
    try {
      const client = await openClient(port!)
      client.socket.destroy()
      return { name: 'Zebra', port: port!, database: 'Default', stop }
    } catch (error) {
      if (tries === 100) throw error
      await delay(100)
    }
}

const at = (times: number[], share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!

try {
  const file = join(folder, 'records.mrc')
  await writeMarc(file, records)
  loadByCommand(file, folder)
  const zebra = await startZebra(file)
  const [port, z3950] = await freePorts(2)
  const portal = await startPortal({
    PORT: String(port),
    Z3950_PORT: String(z3950),
    DATA_DIR: folder,
    DEMO: 'true',
    SCHOOL_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const targets: Target[] = [{ name: 'portal', port: z3950!, database: 'SCIS' }, zebra]
  try {
    for (const target of targets) await measure(target, 4)
    say(`\n${grouped(records)} records, ${dayIn('UTC', new Date())}\n`)
    const row = beginTable(['searches/s', 'records each', 'p50 ms', 'p95 ms'])
    for (const clients of [1, 32])
      for (let round = 1; round <= rounds; round++)
        for (const target of targets) {
          const { times, given } = await measure(target, clients)
          const name = `${target.name}, ${clients} client${clients === 1 ? '' : 's'}, ${round}`
          const perSecond = times.length / (roundMs / 1000)
          row(
            name,
            grouped(perSecond),
            (given / times.length).toFixed(1),
            formatMs(at(times, 0.5)),
            formatMs(at(times, 0.95)),
          )
        }
  } finally {
    await portal.stop()
    await zebra.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
