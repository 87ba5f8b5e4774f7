import { once } from 'node:events'
import { BadSetting, readEnv } from './env.ts'
import { jobs } from './jobs.ts'
import { startError } from './start-error.ts'
import { wire } from './wire.ts'

/** `npm run worker`: background work only, beside any number of others on one PostgreSQL. */
async function startWorker() {
  const env = readEnv()
  if (!env.databaseUrl)
    throw new BadSetting(
      'DATABASE_URL is missing: with the embedded database the portal does the background work itself.',
    )
  const app = await wire(env)
  try {
    await app.queue.work(app, jobs)
    app.log.info('worker ready')
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    await app.close()
  }
}

try {
  await startWorker()
  process.exit(0)
} catch (error) {
  console.error(startError(error))
  process.exit(1)
}
