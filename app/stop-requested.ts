import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { startedByNpm } from './env.ts'

/** Resolves when a portal or worker should stop. */
export const stopRequested = () =>
  Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...(startedByNpm() ? [npmGone()] : [])])

/** Read at load time: npm may end during startup. */
const parent = process.ppid

/** A signal to npm alone ends `npm start` or `npm run worker` and the shell in between, but does not reach us. */
async function npmGone() {
  for await (const _ of setInterval(500)) if (process.ppid !== parent) return
}
