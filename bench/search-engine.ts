import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Question } from './search-queries.ts'

/** A catalogue under measurement, loaded and open. */
export type SearchEngine = {
  name: string
  /** From the MARC file, or from our documents made of it, to searchable. */
  loadSeconds: number
  /** A page: 30 hits with documents, the exact total and seven facets. Answers the total. */
  ask(question: Question): Promise<number>
  /** Of 4,000 ISBNs, those that the catalogue has; undefined where it takes no such list. */
  lookup?(round: number): Promise<number>
  diskMiB: number
  /** Resident, of all its processes, as it is now. */
  memoryMiB(): number
  close(): Promise<void>
}

export type Sizes = { records: number; file: string; scratch: string }

export const folderMiB = (folder: string) => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])

/** Of these processes and all that they started; a page that several share counts once. */
export function residentMiB(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    if (!existsSync(`/proc/${pid}`)) return sum
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return sum + ownMiB(pid) + residentMiB(children.map(Number))
  }, 0)
}

/** Of one process alone, its share of what others have too. */
export const ownMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
