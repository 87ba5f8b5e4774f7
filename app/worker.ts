import '#operate/private-files.ts'
import { closeDataFolder, logClosed, makeDataFolder } from '#operate/data-folder.ts'
import { pauseForRestores } from '#operate/restore-watch.ts'
import { BadSetting, readOwnEnv } from './env.ts'
import { jobs } from './jobs.ts'
import { logUnhandledRejections } from './log-unhandled-rejections.ts'
import { openWatching, wireAgain } from './portal.ts'
import { startError } from './start-error.ts'
import { stopRequested } from './stop-requested.ts'
import { wire } from './wire.ts'

/** `npm run worker`: background work only; any number can share one PostgreSQL. */
async function startWorker() {
  const env = readOwnEnv()
  if (!env.databaseUrl)
    throw new BadSetting(
      'DATABASE_URL is missing: with the embedded database the portal does the background work itself.',
    )
  makeDataFolder(env.dataDir)
  const ending = new AbortController()
  const closing = closeDataFolder(env.dataDir, ending.signal)
  let app = await wire(env, 'worker')
  let watching = await openWatching(app)
  let paused = false
  try {
    logUnhandledRejections(app.log)
    await app.queue.work(app, jobs)
    const watch = await pauseForRestores(
      env.databaseUrl,
      {
        pause: async () => {
          paused = true
          await watching?.close()
          await app.close()
        },
        resume: async () => {
          app = await wireAgain(env, app, 'worker')
          watching = await openWatching(app)
          await app.queue.work(app, jobs)
          paused = false
        },
      },
      app.log,
    )
    const closed = closing.then((count) => logClosed(app.log, env.dataDir, count))
    const stopping = stopRequested()
    app.log.info('worker ready')
    await stopping
    ending.abort()
    await closed
    await watch.close()
  } finally {
    if (!paused) {
      await watching?.close()
      await app.close()
    }
  }
}

try {
  await startWorker()
  process.exit(0)
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}
