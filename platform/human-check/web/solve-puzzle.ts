import type { Puzzle } from '#platform/human-check/contract.ts'

type Solution = { counter: number; derivedKey: string }

const maxWorkers = 4
const timeout = 300_000

/** Works in the background, on some of the computer's cores; the answer is in the server's format. */
export async function solvePuzzle(puzzle: Puzzle, signal: AbortSignal): Promise<string> {
  const count = Math.min(maxWorkers, Math.max(1, (navigator.hardwareConcurrency || 2) - 1))
  const workers = Array.from({ length: count }, () =>
    // Both spelt out, because the bundler needs literal URLs.
    puzzle.parameters.algorithm === 'SCRYPT'
      ? new Worker(new URL('./scrypt-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' }),
  )
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      workers.forEach((worker, counterStart) => {
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.onmessage = ({ data }: MessageEvent<Solution | { error: unknown } | null>) => {
          if (data === null) reject(new Error('The puzzle took too long.'))
          else if ('error' in data) reject(data.error)
          else resolve(data)
        }
        worker.postMessage({ type: 'work', challenge: puzzle, counterStart, counterStep: count, timeout })
      })
    })
    return btoa(JSON.stringify({ challenge: puzzle, solution }))
  } finally {
    for (const worker of workers) worker.terminate()
  }
}
