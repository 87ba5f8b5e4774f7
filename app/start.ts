import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { takeCommands } from './command-socket.ts'
import { isLoopback, readEnv, startedByNpm } from './env.ts'
import { loadFirstContent } from './first-start.ts'
import { jobs } from './jobs.ts'
import { drawSampleCovers } from './sample-covers.ts'
import { openServer } from './server.ts'
import { startError } from './start-error.ts'
import { buildPagesIfStale } from './web-build.ts'
import { wire } from './wire.ts'

/** `npm start`: builds the pages when they are older than their source, then serves until it is told to stop. */
async function start() {
  const env = readEnv()
  await buildPagesIfStale()
  const app = await wire(env)
  try {
    await loadFirstContent(app)
    if (env.demo && !isLoopback(env.host))
      app.log.warn('DEMO=true on an address that others can reach: the demo accounts have a published password')
    const http = await openServer(app)
    const stopTaking = env.databaseUrl ? async () => {} : await takeCommands(app)
    await app.queue.work(app, jobs)
    await http.listen({ port: env.port, host: env.host })
    const ending = new AbortController()
    const covers = drawSampleCovers(app, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) app.log.error({ err: error }, 'sample covers')
    })
    console.log(`${env.providerName} portal: ${env.publicUrl}  (Ctrl-C ends it)`)
    await stopAsked()
    console.log('Ending: answers under way are finished first.')
    ending.abort()
    const patience = setTimeout(() => http.server.closeAllConnections(), 10_000)
    await http.close()
    await stopTaking()
    clearTimeout(patience)
    await covers
  } finally {
    await app.close()
  }
}

const stopAsked = () =>
  Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...(startedByNpm() ? [npmGone()] : [])])

/** Known from the beginning: npm may be ended while we are still starting. */
const parent = process.ppid

/** Whoever ends `npm start` by a signal to npm alone ends the shell in between; the signal itself does not come through. */
async function npmGone() {
  for await (const _ of setInterval(500)) if (process.ppid !== parent) return
}

try {
  await start()
  process.exit(0)
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}
