import type { Problem } from '#kit/problem.ts'

/** Solves a proof-of-work puzzle and returns the answer; loaded with the first puzzle. */
type Worker = () => Promise<{ doWork(puzzle: string, signal: AbortSignal | undefined): Promise<string> }>

let worker: Worker | undefined

/** Set by the application; without it `work_needed` is a Problem like any other. */
export function workBy(given: Worker | undefined): void {
  worker = given
}

/** Makes a call; after too many failures it solves some seconds of proof of work and retries. */
export async function afterWork<T>(make: (proof?: string) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const { code, about } = error as Problem
    if (!worker || code !== 'work_needed') throw error
    return make(await (await worker()).doWork(about!.puzzle!, signal))
  }
}
