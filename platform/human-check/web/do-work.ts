import { announce } from '#ui/announce.tsx'
import { solvePuzzle } from './solve-puzzle.ts'

/** Announces the work and solves the puzzle of a `work_needed`; takes seconds, or minutes at the top level. */
export function doWork(puzzle: string, signal = new AbortController().signal): Promise<string> {
  announce('Checking that you are not a robot. This can take a few seconds.')
  return solvePuzzle(JSON.parse(puzzle), signal)
}
