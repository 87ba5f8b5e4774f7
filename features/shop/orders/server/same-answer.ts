import type { App } from '#app/app.ts'
import type { HumanAction } from '#platform/human-check/contract.ts'
import { isHuman } from '#platform/human-check/server/human-check.ts'

/** Milliseconds between checks whether an identical concurrent call has finished. */
const looks = [50, 150, 300, 500, 1000]

type Needs = Pick<App, 'db' | 'clock' | 'pause' | 'humanCheck' | 'log'>

/**
 * The effect of the human check’s answer: `found` if the same answer has been used before (a retry after a lost
 * answer, or a double click), else the check's result. An answer is valid once, so of two simultaneous calls the second
 * waits for the first one's result.
 */
export async function sameAnswer<T>(
  app: Needs,
  answer: string | undefined,
  action: HumanAction,
  find: () => Promise<T | undefined>,
): Promise<{ found: T } | { human: boolean }> {
  if (!answer) return { human: false }
  const before = await find()
  if (before !== undefined) return { found: before }
  if (await isHuman(app, answer, action)) return { human: true }
  for (const look of looks) {
    await app.pause(look)
    const found = await find()
    if (found !== undefined) return { found }
  }
  return { human: false }
}
