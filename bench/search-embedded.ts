import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { asQuery, isbnsOf, type Question, type QuestionClass, questionsFor } from './search-queries.ts'
import { readTitles } from './search-records.ts'
import { type Times, timesOf } from './times.ts'

export type EmbeddedFigures = {
  classes: [name: string, times: Times][]
  openMs: number
  rssMiB: number
  heldUpMs: number
}

/** Loads the file with the program's own command; returns seconds. */
export function loadByCommand(file: string, dataDir: string): { seconds: number; line: string } {
  const script = new URL('../app/catalogue-cli.ts', import.meta.url).pathname
  const start = performance.now()
  const { status, stdout } = spawnSync(process.execPath, [script, 'load', file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('the load failed')
  return { seconds: (performance.now() - start) / 1000, line: stdout.toString().trim() }
}

/** In a process of its own, so that its memory is the catalogue's. */
export function measureInProcess(dataDir: string, records: number): EmbeddedFigures {
  const script = new URL('./search-embedded-process.ts', import.meta.url).pathname
  const out = execFileSync(process.execPath, [script, dataDir, String(records)], {
    input: JSON.stringify(questionsFor(readTitles())),
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(out.toString())
}

/** Asked through the port, so that the way to the worker and back counts. */
export async function measureEmbedded(
  dataDir: string,
  classes: QuestionClass[],
  records: number,
): Promise<EmbeddedFigures> {
  const start = performance.now()
  const catalogue = await openEmbeddedCatalogue({ folder: join(dataDir, 'catalogue') })
  const openMs = performance.now() - start
  let longestTurn = 0
  let turnedAt = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    longestTurn = Math.max(longestTurn, now - turnedAt - 5)
    turnedAt = now
  }, 5)
  const figures: [string, Times][] = []
  for (const { name, questions } of classes) {
    const ask = async (question: Question) => (await catalogue.search(asQuery(question))).total
    figures.push([name, await timesOf(questions, ask)])
  }
  const rounds = Array.from({ length: 20 }, (_, i) => isbnsOf(i, records))
  figures.push(['4,000 ISBNs', await timesOf(rounds, async (keys) => (await catalogue.lookup(keys)).size)])
  clearInterval(watch)
  const rssMiB = residentMiB()
  await catalogue.close()
  return { classes: figures, openMs, rssMiB, heldUpMs: longestTurn }
}

function residentMiB(): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
  return found ? Number(found[1]) / 1024 : process.memoryUsage().rss / 2 ** 20
}

export const folderMiB = (folder: string) => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])
