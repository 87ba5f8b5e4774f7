import pino from 'pino'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openBossQueue } from '#adapters/queue/boss-queue.ts'
import { jobs } from '../jobs.ts'

/** Creates the queues of a database that is copied later. Its tables must exist. */
export async function makeQueues(database: OpenDatabase): Promise<void> {
  const queue = await openBossQueue(database, jobs as never, pino({ level: 'silent' }))
  await queue.close()
  // A copy would make up for the times that have passed until it is opened.
  await database.jobs.executeSql('delete from pgboss.schedule')
}
