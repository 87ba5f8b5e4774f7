import { once } from 'node:events'
import { FolderInUse } from '#adapters/database/folder-lock.ts'
import { BadSetting, isLoopback, readEnv } from './env.ts'
import { loadFirstContent } from './first-start.ts'
import { jobs } from './jobs.ts'
import { openServer } from './server.ts'
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
    await app.queue.work(app, jobs)
    await http.listen({ port: env.port, host: env.host })
    console.log(`${env.providerName} portal: ${env.publicUrl}  (Ctrl-C ends it)`)
    await stopAsked()
    console.log('Ending: answers under way are finished first.')
    const patience = setTimeout(() => http.server.closeAllConnections(), 10_000)
    await http.close()
    clearTimeout(patience)
  } finally {
    await app.close()
  }
}

const stopAsked = () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  await start()
  process.exit(0)
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}

/** What the person at the keyboard can mend is one line; anything else is shown whole. */
function startError(error: unknown) {
  if (error instanceof BadSetting || error instanceof FolderInUse) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`
  return error
}
