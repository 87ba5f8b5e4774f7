import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { dayMs, minuteMs } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { maxFiles, maxSentBytes } from '../rules.ts'
import type { SentFile } from './read-bundle.ts'
import { type TakenRoster, takeRoster } from './take-roster.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'log'>

/** A file that was written to within this time may not be complete. */
const settledMs = minuteMs
/** For which files that were taken are kept. */
const keptDays = 30

/** Every night: each folder of ROSTER_DIR that has the number of an organisation. */
export const pickUpRosters = job({
  name: 'roster.pick-up',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 4,
  cron: '40 2 * * *',
  async run({ db, queue, env, log }: Needs) {
    if (env.rosterDir === undefined) return
    for (const entry of await readdir(env.rosterDir, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue
      const customer = await db
        .selectFrom('customer')
        .select('id')
        .where('customerNo', '=', entry.name)
        .executeTakeFirst()
      if (customer) await queue.enqueue(pickUpRoster, { customerId: customer.id, folder: entry.name })
      else log.warn({ folder: entry.name }, 'a roster folder has no organisation with its number')
    }
  },
})

/** The files of one organisation, the oldest first. A file that was applied before it could be moved changes nothing. */
export const pickUpRoster = job({
  name: 'roster.pick-up-school',
  data: z.object({ customerId: z.string(), folder: z.string() }),
  expireSeconds: 30 * 60,
  retries: 4,
  async run(app: Needs, { customerId, folder }, signal) {
    if (app.env.rosterDir === undefined || basename(folder) !== folder) return
    const dir = join(app.env.rosterDir, folder)
    for (const names of await waitingIn(dir, app.clock())) {
      if (signal.aborted) return
      await put(dir, names, await take(app, customerId, dir, names), app.clock())
    }
    for (const done of ['done', 'failed']) await forgetIn(join(dir, done), app.clock())
  },
})

/** Each zip, and CSV files together. A file that may still be written is left for the next night. */
async function waitingIn(dir: string, now: Date): Promise<string[][]> {
  const found: { name: string; at: number }[] = []
  for (const entry of await readdir(dir, { withFileTypes: true }))
    if (entry.isFile() && /^[^.].*\.(zip|csv)$/i.test(entry.name))
      found.push({ name: entry.name, at: (await stat(join(dir, entry.name))).mtimeMs })
  const isSettled = ({ at }: { at: number }) => at <= now.getTime() - settledMs
  const zips = found.filter((each) => /\.zip$/i.test(each.name) && isSettled(each)).sort((a, b) => a.at - b.at)
  const tables = found.filter(({ name }) => /\.csv$/i.test(name))
  return [
    ...zips.map(({ name }) => [name]),
    ...(tables.length > 0 && tables.every(isSettled) ? [tables.map(({ name }) => name)] : []),
  ]
}

async function take(app: Needs, customerId: string, dir: string, names: string[]): Promise<TakenRoster> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  const isTooBig = names.length > maxFiles || sizes.reduce((sum, size) => sum + size, 0) > maxSentBytes
  // Not read: it might not fit into memory.
  const files: SentFile[] = isTooBig
    ? []
    : await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(dir, name)) })))
  return takeRoster(app, customerId, { fileName: names.join(', '), files, isTooBig })
}

/** Moves the files to `done` or `failed`, with a text of the result. */
async function put(dir: string, names: string[], { status, lines }: TakenRoster, now: Date): Promise<void> {
  const to = join(dir, status === 'APPLIED' ? 'done' : 'failed')
  await mkdir(to, { recursive: true })
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  await writeFile(join(to, `${stamp}-report.txt`), `${[names.join(', '), ...lines].join('\n')}\n`, { mode: 0o600 })
  for (const name of names) await rename(join(dir, name), join(to, `${stamp}-${name}`))
}

/** Deletes folders by the moment in their names, which is when their files were taken. */
async function forgetIn(dir: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs).toISOString().replace(/[:.]/g, '-')
  const names = await readdir(dir).catch(() => [])
  for (const name of names)
    if (/^\d{4}-\d\d-\d\dT/.test(name) && name < before) await rm(join(dir, name), { force: true })
}
