import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { startedByNpm } from './env.ts'

/** A portal or worker serves until then. */
export const stopAsked = () =>
  Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...(startedByNpm() ? [npmGone()] : [])])

/** Known from the beginning: npm may be ended while we are still starting. */
const parent = process.ppid

/**
 * Whoever ends `npm start` or `npm run worker` by a signal to npm alone ends the shell in between; the signal itself does
 * not come through.
 */
async function npmGone() {
  for await (const _ of setInterval(500)) if (process.ppid !== parent) return
}
