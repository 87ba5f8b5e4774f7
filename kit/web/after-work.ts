import type { Problem } from '#kit/problem.ts'

/** Solves a puzzle and gives the answer that the server takes; loaded when the first one is to be solved. */
type Worker = () => Promise<{ doWork(puzzle: string, signal: AbortSignal | undefined): Promise<string> }>

let worker: Worker | undefined

/** The program says how; without it `work_needed` is a Problem like any other. */
export function workBy(given: Worker | undefined): void {
  worker = given
}

/** Makes a call; where too many tries have failed, this computer works for some seconds and it is made again. */
export async function afterWork<T>(make: (proof?: string) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const { code, about } = error as Problem
    if (!worker || code !== 'work_needed') throw error
    return make(await (await worker()).doWork(about!.puzzle!, signal))
  }
}
