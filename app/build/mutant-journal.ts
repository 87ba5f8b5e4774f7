import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * The workers that try mutants and the process that started them share one file, a line of JSON per step: it outlives
 * a worker that hangs and has to be killed.
 */
export type MutantStep =
  | { step: 'failed'; testFile: string; why: string }
  | { step: 'covered'; testFile: string; ids: string[]; onLoad: string[] }
  | { step: 'trying'; testFile: string; id: string; pid: number; at: number; limitMs: number }
  | { step: 'noticed' | 'survived'; testFile: string; id: string }
  | { step: 'done'; testFile: string }

export const noteStep = (journal: string, step: MutantStep) => appendFileSync(journal, `${JSON.stringify(step)}\n`)

export function readSteps(journal: string): MutantStep[] {
  if (!existsSync(journal)) return []
  // The last line may be half written.
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}
