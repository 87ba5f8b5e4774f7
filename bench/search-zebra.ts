import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePorts } from '../scale/services/free-port.ts'
import { folderMiB, residentMiB, type SearchEngine, type Sizes } from './search-engine.ts'
import { isbnsOf, type Question } from './search-queries.ts'

const languages: Record<string, string> = { English: 'eng', Spanish: 'spa' }

/** A server of Zebra with the records of a MARC file. `find` takes prefix notation and returns SRU's answer. */
export async function serveZebra(file: string, scratch: string) {
  const folder = join(scratch, 'zebra')
  cpSync(join(import.meta.dirname, 'zebra'), folder, { recursive: true })
  mkdirSync(join(folder, 'register'))
  const [port] = await freePorts(1)
  writeFileSync(
    join(folder, 'yazgfs.xml'),
    readFileSync(join(folder, 'yazgfs.xml'), 'utf8').replace('PORT', String(port)),
  )
  const index = (...command: string[]) => {
    const { status, stderr } = spawnSync('zebraidx', ['-c', 'zebra.cfg', '-n', ...command], {
      cwd: folder,
      maxBuffer: 2 ** 28,
    })
    if (status !== 0) throw new Error(`zebraidx ${command[0]}: ${stderr.toString().slice(-500)}`)
  }
  const start = performance.now()
  index('init')
  index('update', file)
  const loadSeconds = (performance.now() - start) / 1000
  const server = spawn('zebrasrv', ['-f', 'yazgfs.xml'], { cwd: folder, stdio: 'ignore' })
  const agent = new Agent({ keepAlive: true })
  const find = async (query: string, maximum: number): Promise<string> => {
    const address = new URL(`http://127.0.0.1:${port}/Default`)
    address.search = new URLSearchParams({
      version: '1.1',
      operation: 'searchRetrieve',
      'x-pquery': query,
      maximumRecords: String(maximum),
      recordSchema: 'marc',
    }).toString()
    const request = get(address, { agent })
    const [reply] = await once(request, 'response')
    const answer = await text(reply)
    if (!totalIn(answer) || /<zs:diagnostics[ >]/.test(answer)) throw new Error(`Zebra: ${answer.slice(500, 1500)}`)
    return answer
  }
  for (let tries = 0; ; tries++) {
    try {
      await find('@attr 1=any nothing', 0)
      break
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const close = async () => {
    agent.destroy()
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return { folder, loadSeconds, find, pid: server.pid!, close }
}

export const hasZebra = () => !spawnSync('zebraidx', ['-V']).error
const totalIn = (answer: string) => /<zs:numberOfRecords>(\d+)/.exec(answer)?.[1]

/**
 * Zebra, the classic engine of library systems, over SRU: total and 30 records in MARCXML, ranked or sorted, without
 * facets, as it has no exact ones. Undefined if it is not installed.
 */
export async function startZebra({ records, file, scratch }: Sizes): Promise<SearchEngine | undefined> {
  if (!hasZebra()) return undefined
  const { folder, loadSeconds, find, pid, close } = await serveZebra(file, scratch)
  const total = async (query: string, maximum: number) => Number(totalIn(await find(query, maximum)))
  return {
    name: 'Zebra, no facets',
    loadSeconds,
    ask: (question) => total(queryOf(question), 30),
    // A list becomes a tree of alternatives, as long as an address may be.
    lookup: async (round) => {
      let found = 0
      const keys = isbnsOf(round, records)
      for (let from = 0; from < keys.length; from += 50) {
        const some = keys.slice(from, from + 50).map((key) => `@attr 1=isbn @attr 4=3 ${key}`)
        found += await total(allOf('@or', some), 0)
      }
      return found
    },
    diskMiB: folderMiB(folder),
    memoryMiB: () => residentMiB([pid]),
    close,
  }
}

/** In prefix notation. */
function queryOf({ words, how, filters, newestFirst }: Question): string {
  const ranked = newestFirst ? '' : '@attr 2=102 '
  const one = (word: string) => `${ranked}@attr 1=any "${word}"`
  const text =
    how === 'all'
      ? []
      : how === 'phrase'
        ? [`${ranked}@attr 1=any @attr 4=1 "${words.join(' ')}"`]
        : how === 'prefix'
          ? [...words.slice(0, -1).map(one), `${ranked}@attr 1=any @attr 5=1 "${words.at(-1)}"`]
          : words.map(one)
  const chosen = Object.entries(filters).map(
    ([name, value]) => `@attr 1=${name} @attr 4=3 "${name === 'language' ? languages[value] : value}"`,
  )
  const query = allOf('@and', [...text, ...chosen])
  return newestFirst ? `@or ${query} @attr 7=2 @attr 1=created 0` : query
}

export const allOf = (operator: string, clauses: string[]): string =>
  clauses.length === 1 ? clauses[0]! : `${operator} ${clauses[0]} ${allOf(operator, clauses.slice(1))}`
