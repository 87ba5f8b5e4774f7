import { announce } from '#ui/announce.tsx'
import { solvePuzzle } from './solve-puzzle.ts'

/** Says that the computer is busy and solves the puzzle of a `work_needed`; a few seconds, or minutes at the top level. */
export function doWork(puzzle: string, signal = new AbortController().signal): Promise<string> {
  announce('Checking that you are not a program. This can take a few seconds.')
  return solvePuzzle(JSON.parse(puzzle), signal)
}
