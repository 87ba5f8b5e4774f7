import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { loadByCommand } from './search-embedded.ts'
import { beginTable, grouped } from './table.ts'
import { formatMs } from './times.ts'
import { writeMarc } from './write-marc.ts'

/**
 * `node bench/harvest.ts [RECORDS, default 100000]`: harvests a whole catalogue by OAI-PMH from a portal, in each
 * format, while one person searches; and how long that person waits with and without the harvest.
 */
const records = Number(process.argv[2] ?? 100_000)
const aloneMs = 15_000
const folder = mkdtempSync(join(tmpdir(), 'bench-harvest-'))
const school = `Basic ${btoa('hillview:Demo-z3950-2026')}`

const words = ['history', 'water', 'report', 'energy', 'national', 'health', 'land', 'survey', 'education', 'river']
const searchOf = (n: number) =>
  `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent(
    JSON.stringify({ query: { query_string: { query: `${words[n % 10]} ${words[(n * 3 + 1) % 10]}` } }, size: 20 }),
  )}`

/** Searches one after another until the work is done. Returns the times in ms, in order. */
async function timesUntil(origin: string, isDone: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; !isDone(); n++) {
    const start = performance.now()
    const reply = await fetch(`${origin}${searchOf(n)}`)
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`a search was answered by ${reply.status}`)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

async function harvest(origin: string, prefix: string) {
  const start = performance.now()
  let given = 0
  let bytes = 0
  for (let next = `metadataPrefix=${prefix}`; ; ) {
    const reply = await fetch(`${origin}/oai?verb=ListRecords&${next}`, { headers: { authorization: school } })
    const xml = await reply.text()
    if (!reply.ok) throw new Error(`the harvest was answered by ${reply.status}: ${xml}`)
    given += xml.match(/<header>/g)?.length ?? 0
    bytes += xml.length
    const [, token] = /<resumptionToken[^>]*>([^<]+)</.exec(xml) ?? []
    if (token === undefined) return { given, bytes, seconds: (performance.now() - start) / 1000 }
    next = `resumptionToken=${token}`
  }
}

const at = (times: number[], share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!

try {
  const file = join(folder, 'records.mrc')
  await writeMarc(file, records)
  loadByCommand(file, folder)
  const [port, z3950] = await freePorts(2)
  const portal = await startPortal({
    PORT: String(port),
    Z3950_PORT: String(z3950),
    DATA_DIR: folder,
    DEMO: 'true',
    LOG_LEVEL: 'error',
  })
  const { origin } = portal
  try {
    const row = beginTable(['records/s', 'MB', 'searches', 'p50 ms', 'p95 ms', 'p95, times alone'])
    const warm = performance.now() + 3_000
    await timesUntil(origin, () => performance.now() > warm)
    const end = performance.now() + aloneMs
    const alone = await timesUntil(origin, () => performance.now() > end)
    const cellsOf = (times: number[]) => [grouped(times.length), formatMs(at(times, 0.5)), formatMs(at(times, 0.95))]
    row('searches alone', '', '', ...cellsOf(alone), '')
    for (const prefix of ['oai_dc', 'marcxml', 'mods']) {
      let isDone = false
      const [{ given, bytes, seconds }, times] = await Promise.all([
        harvest(origin, prefix).finally(() => {
          isDone = true
        }),
        timesUntil(origin, () => isDone),
      ])
      if (given !== records) throw new Error(`${given} of ${records} records were harvested`)
      const ratio = at(times, 0.95) / at(alone, 0.95)
      row(prefix, grouped(given / seconds), grouped(bytes / 1e6), ...cellsOf(times), ratio.toFixed(1))
    }
    const quiet = await harvest(origin, 'marcxml')
    row('marcxml, no searches', grouped(quiet.given / quiet.seconds), grouped(quiet.bytes / 1e6), '', '', '', '')
  } finally {
    await portal.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
