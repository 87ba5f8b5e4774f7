import { Problem } from '#kit/problem.ts'

/** Solves a puzzle and gives the answer that the server takes. */
type Solve = (puzzle: string, signal: AbortSignal) => Promise<string>

let solve: Solve | undefined

/** The program says how; without it `work_needed` is a Problem like any other. */
export function workBy(solver: Solve | undefined): void {
  solve = solver
}

/** Makes a call; where too many tries have failed, this computer works for some seconds and it is made again. */
export async function afterWork<T>(make: (proof?: string) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const puzzle = error instanceof Problem && error.code === 'work_needed' ? error.about?.puzzle : undefined
    if (!solve || puzzle === undefined) throw error
    return make(await solve(puzzle, signal ?? new AbortController().signal))
  }
}
