import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'

const timeoutMs = 300_000

/** Waits until all jobs are done; those of a killed process are reassigned after a while. Throws after 5 minutes. */
export async function settled(db: Db): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(250)) {
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from download_request where status in ('PROCESSING', 'SCHEDULED'))
          or exists (select from receipt where mailed_at is null)
          or exists (select from outgoing_mail where state in ('WAITING', 'LATER'))
          or exists (select from pgboss.job where state = 'active') as open`.execute(db)
    if (!rows[0]!.open) return
  }
  throw new Error(`Jobs were still open after ${timeoutMs / 1000} seconds.`)
}
