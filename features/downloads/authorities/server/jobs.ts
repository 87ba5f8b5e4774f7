import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { makeRelease, type Needs } from './make-release.ts'
import { isMaking } from './one-at-a-time.ts'
import { latestRelease } from './stored-releases.ts'
import { writeUsedHeadings } from './write-used-headings.ts'

const release = job({
  name: 'authorities.release',
  data: z.object({}),
  expireSeconds: 2 * 60 * 60,
  retries: 3,
  run: (app: Needs, _, signal) => makeRelease(app, signal),
})

/** Key in `installation`: the last generation of the headings seen. */
const seenKey = 'authorities_seen'

/**
 * Checks whether the loaded headings differ from the released ones. They are released after five minutes without
 * changes, so that a load of several files makes one release.
 */
const lookForLoad = job({
  name: 'authorities.look',
  data: z.object({}),
  expireSeconds: 60,
  retries: 0,
  cron: '*/5 * * * *',
  run: (app: Pick<App, 'db' | 'headings' | 'queue' | 'clock'>) => releaseWhatWasLoaded(app),
})

export async function releaseWhatWasLoaded({
  db,
  headings,
  queue,
  clock,
}: Pick<App, 'db' | 'headings' | 'queue' | 'clock'>): Promise<void> {
  const { generation } = await headings.stats()
  const released = (await latestRelease(db))?.generation ?? 0
  if (generation === released || (await isMaking(db))) return
  const row = await db.selectFrom('installation').select('value').where('key', '=', seenKey).executeTakeFirst()
  if ((row?.value as { generation?: number } | undefined)?.generation === generation) return queue.enqueue(release, {})
  const value = JSON.stringify({ generation, seenAt: clock() })
  await db
    .insertInto('installation')
    .values({ key: seenKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export const authorityJobs = [release, lookForLoad, writeUsedHeadings]
