import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#app/app.ts'
import type { HumanAction } from '#platform/human-check/contract.ts'
import { isHuman } from '#platform/human-check/server/human-check.ts'

/** Milliseconds after which it is looked again whether the same call, sent a moment before, has come to its end. */
const looks = [50, 150, 300, 500, 1000]

type Needs = Pick<App, 'db' | 'clock' | 'humanCheck' | 'log'>

/**
 * What the human check’s answer is good for here: `found`, where the same answer has done it before (a retry after a lost
 * answer, or a double click); else whether it is a person’s. An answer is good once, so of two calls at the same moment
 * the second waits for what the first one makes.
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
    await wait(look)
    const found = await find()
    if (found !== undefined) return { found }
  }
  return { human: false }
}
