import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Question } from './search-queries.ts'

/** A loaded and open catalogue to measure. */
export type SearchEngine = {
  name: string
  /** From the MARC file, or our documents made from it, until searchable. */
  loadSeconds: number
  /** A page: 30 hits with documents, the exact total and seven facets. Returns the total. */
  ask(question: Question): Promise<number>
  /** Looks up 4,000 ISBNs; undefined if the engine accepts no such list. */
  lookup?(round: number): Promise<number>
  diskMiB: number
  /** Current resident memory of all its processes. */
  memoryMiB(): number
  close(): Promise<void>
}

export type Sizes = { records: number; file: string; scratch: string }

export const folderMiB = (folder: string) => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])

/** Of these processes and their children; shared pages count once. */
export function residentMiB(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    if (!existsSync(`/proc/${pid}`)) return sum
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return sum + ownMiB(pid) + residentMiB(children.map(Number))
  }, 0)
}

/** Of one process, with its share of shared pages. */
export const ownMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
