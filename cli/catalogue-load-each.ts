import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Env } from '#app/env.ts'
import type { LoadEntry } from '#features/catalogue/loads/server/keep-loads.ts'
import { openList } from './catalogue-list.ts'
import { askPortal } from './command-ask.ts'
import { printNotice } from './print-line.ts'
import { hasLog } from './record-command.ts'

type Report = { loaded: number; updated: number; unchanged: number }
export type Counts = LoadEntry['counts']

export type Loading = {
  kind: LoadEntry['kind']
  files: string[]
  /** Receives the result of each file, also of a failed one. */
  tell: (load: LoadEntry) => void
}

/** The lists and notes of a file's load. */
export type Beside = ReturnType<typeof openBeside>

/** How many records without a number are named individually. */
const maxNamed = 5

/** Loads each file as a whole or not at all, with `load`. Returns the sums of the loaded ones. */
export async function loadEach(
  { kind, files, tell }: Loading,
  load: (file: string, beside: Beside) => Promise<Report>,
): Promise<Counts> {
  const sum: Counts = { loaded: 0, updated: 0, unchanged: 0, repaired: 0, rejected: 0 }
  for (const file of files) {
    const beganAt = new Date()
    const done = whyUnusable(file) ?? (await loadOne(file, load))
    if (typeof done === 'string') {
      printNotice(`${file}: ${done}`)
      tell({ ...failedLoad(kind, file, capitalised(done)), beganAt })
      continue
    }
    const { counts, failure } = done
    if (failure !== '') printNotice(`${file}: nothing was loaded. ${failure}`)
    else for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key]
    tell({ ...done, id: randomUUID(), kind, file, beganAt, endedAt: new Date() })
  }
  return sum
}

/** The result of a failed load. */
export const failedLoad = (kind: LoadEntry['kind'], file: string, failure: string): LoadEntry => ({
  ...{ id: randomUUID(), kind, file, failure, beganAt: new Date(), endedAt: new Date() },
  counts: { loaded: 0, updated: 0, unchanged: 0, repaired: 0, rejected: 0 },
  lists: { repaired: [], rejected: [] },
})

/** Why a file cannot be read: one sentence, or undefined. */
export function whyUnusable(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return 'there is no such file.'
  if (found.isDirectory()) return 'this is a folder, not a file.'
  if (found.isFile() && found.size === 0) return 'the file is empty.'
  return undefined
}

const capitalised = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

async function loadOne(file: string, load: (file: string, beside: Beside) => Promise<Report>) {
  const beside = openBeside(file)
  const report = await load(file, beside)
    .catch((error: Error) => ({ loaded: 0, updated: 0, unchanged: 0, failure: error.message }))
    .finally(() => beside.close())
  const { loaded, updated, unchanged } = report
  const { repaired, rejected } = beside
  return {
    failure: 'failure' in report ? report.failure : '',
    counts: { loaded, updated, unchanged, repaired: repaired.count, rejected: rejected.count },
    lists: { repaired: repaired.kept, rejected: rejected.kept },
  }
}

function openBeside(file: string) {
  const repaired = openList(file, 'repaired')
  const rejected = openList(file, 'rejected')
  const named: string[] = []
  let withoutNumber = 0
  return {
    repaired,
    rejected,
    /** The record at this position had no number, and was given this one. */
    gaveNumber(position: number, given: string) {
      if (++withoutNumber <= maxNamed) named.push(`record ${position} has no number (001) and was given ${given}.`)
    },
    close() {
      for (const sentence of named) printNotice(`${file}: ${sentence}`)
      if (withoutNumber > named.length)
        printNotice(`${file}: … and ${withoutNumber - named.length} more records without a number.`)
      repaired.close()
      rejected.close()
    },
  }
}

/** Reports each file that `act` loads to the desk, even if it fails halfway. Returns the result of `act`. */
export async function reportingLoads(
  env: Env,
  { kind, files }: Omit<Loading, 'tell'>,
  act: (tell: Loading['tell']) => Promise<number>,
): Promise<number> {
  const loads: LoadEntry[] = []
  try {
    return await act((load) => loads.push(load))
  } catch (error) {
    const { startError } = await import('#app/start-error.ts')
    const known = startError(error)
    const reason = known instanceof Error ? known.message : String(known)
    loads.push(...files.slice(loads.length).map((file) => failedLoad(kind, file, reason)))
    throw error
  } finally {
    await send(env, loads)
  }
}

/** A failure here does not undo the load. */
async function send(env: Env, loads: LoadEntry[]) {
  if (!hasLog(env)) return
  try {
    const answer = await askPortal<object>(env, { command: 'note loads', loads }, async (db) => {
      const { keepLoads } = await import('#features/catalogue/loads/server/keep-loads.ts')
      await keepLoads(db, loads)
      return {}
    })
    if ('refused' in answer) throw new Error(String(answer.refused))
  } catch (error) {
    printNotice(`Could not add this load to the desk’s list of loads: ${(error as Error).message}`)
  }
}
