import '#operate/private-files.ts'
import { takeCommands } from '#cli/command-socket.ts'
import { releaseStaleLock } from '#features/downloads/authorities/server/one-at-a-time.ts'
import { closeDataFolder, logClosed, makeDataFolder } from '#operate/data-folder.ts'
import { withGivenUmask } from '#operate/umask.ts'
import { buildPagesIfStale } from './build/web-build.ts'
import { BadSetting, type Env, readOwnEnv } from './env.ts'
import { loadFirstContent, loadSampleCovers } from './first-start.ts'
import { logUnhandledRejections } from './log-unhandled-rejections.ts'
import { openPortal, type Portal } from './portal.ts'
import { startError } from './start-error.ts'
import { stopRequested } from './stop-requested.ts'
import { type RunningApp, wire } from './wire.ts'

/** `npm start`: builds the pages if they are older than their source, then serves until stopped. */
async function start() {
  const env = readOwnEnv()
  if (env.port !== 0 && env.metricsPort === env.port)
    throw new BadSetting(`METRICS_PORT=${env.port}: is the same as PORT. Without METRICS_PORT, the metrics are there`)
  await withGivenUmask(buildPagesIfStale)
  makeDataFolder(env.dataDir)
  const ending = new AbortController()
  const closing = closeDataFolder(env.dataDir, ending.signal)
  const first = await wire(env, 'portal')
  let portal: Portal | undefined
  try {
    if (!env.databaseUrl) await releaseStaleLock(first.db)
    logUnhandledRejections(first.log)
    await first.alone('first content', () => loadFirstContent(first))
    for (const notice of env.tryingNotice) first.log.warn(`Others can reach this portal. ${notice}`)
    const serving = await openPortal(env, first)
    portal = serving
    const stopTaking = env.databaseUrl ? async () => {} : await takeCommands(serving.app, serving)
    await serving.listen()
    const watch = await watchForRestores(env, serving, first)
    const closed = closing.then((count) => logClosed(first.log, env.dataDir, count))
    const covers = loadSampleCovers(first, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) first.log.error({ err: error }, 'sample covers')
    })
    const stopping = stopRequested()
    console.log(`${env.providerName} portal: ${env.publicUrl}  (Ctrl-C to stop)`)
    await stopping
    console.log('Stopping: finishing current requests first.')
    ending.abort()
    await watch?.close()
    await stopTaking()
    await covers
    await closed
  } finally {
    await (portal ?? first).close()
  }
}

/** Loaded only if needed. */
const watchForRestores = async ({ databaseUrl }: Env, serving: Portal, { log }: RunningApp) =>
  databaseUrl ? (await import('#operate/restore-watch.ts')).pauseForRestores(databaseUrl, serving, log) : undefined

try {
  await start()
  process.exit(0)
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}
