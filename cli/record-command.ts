import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { clockIn } from '#kit/day.ts'
import { askPortal } from './command-ask.ts'
import { printNotice } from './print-line.ts'

const values = z.record(z.string(), z.unknown()).optional()

/** Adds an audit entry for a command's change outside the database. */
export const RecordedCommand = z.strictObject({
  command: z.literal('note'),
  action: z.enum([
    'backup_made',
    'records_loaded',
    'records_removed',
    'headings_loaded',
    'headings_removed',
    'covers_loaded',
    'index_rebuilt',
  ]),
  subject: z.string(),
  before: values,
  after: values,
})
type RecordedCommand = z.infer<typeof RecordedCommand>

export async function keepNote(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { action, subject, before, after }: RecordedCommand,
): Promise<object> {
  const { recordAudit } = await import('#platform/audit/server/audit.ts')
  await recordAudit(db, {
    now: clock(),
    customerId: null,
    userId: null,
    action,
    subject: subject.slice(0, 1000),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  })
  return {}
}

/** A folder without a database has no log yet, and no desk. */
export const hasLog = (env: Env): boolean => env.databaseUrl !== undefined || existsSync(join(env.dataDir, 'db'))

/** A failure here is reported but does not undo the change. */
export async function recordCommand(env: Env, noted: Omit<RecordedCommand, 'command'>): Promise<void> {
  if (!hasLog(env)) return
  const command: RecordedCommand = { command: 'note', ...noted }
  try {
    const answer = await askPortal<object>(env, command, (db) =>
      keepNote({ db, clock: clockIn(env.timeZone) }, command),
    )
    if ('refused' in answer) throw new Error(String(answer.refused))
  } catch (error) {
    printNotice(`Done, but not recorded in the audit log: ${(error as Error).message}`)
  }
}
