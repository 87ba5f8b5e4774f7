import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { openContentSite } from '#adapters/content-site/content-site.ts'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { openEnrichmentSources } from '#adapters/enrichment/sources.ts'
import { openFolderFiles } from '#adapters/files/folder-files.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import { openHumanCheck } from '#adapters/human-check/human-check.ts'
import { openOutbox } from '#adapters/mail/outbox.ts'
import { openSmtp } from '#adapters/mail/smtp.ts'
import { openPayments } from '#adapters/payments/payments.ts'
import { type OpenQueue, openBossQueue } from '#adapters/queue/boss-queue.ts'
import { openVirusScan } from '#adapters/virus-scan/virus-scan.ts'
import { callerOfKey } from '#features/access-key/server/access-key.ts'
import { callerOfSession } from '#features/account/server/sessions.ts'
import { altchaSecrets } from '#features/human-check/server/altcha-secrets.ts'
import { sandboxPassword } from '#features/payments/server/sandbox-password.ts'
import { openMetrics } from '#kit/server/metrics.ts'
import type { App, Db } from './app.ts'
import { makeDataFolder } from './data-folder.ts'
import { badSetting, type Env } from './env.ts'
import { jobs } from './jobs.ts'

export type RunningApp = App & { queue: OpenQueue; close(): Promise<void> }

/** The only place where adapters are chosen. What was opened is closed in the opposite order. */
export async function wire(env: Env): Promise<RunningApp> {
  const log = pino({
    level: env.logLevel,
    redact: { paths: ['password', 'pin', 'token', '*.password', '*.pin', '*.token'], censor: '…' },
  })
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of closing.reverse().splice(0)) await end()
  }
  try {
    makeDataFolder(env.dataDir)
    const database = env.databaseUrl
      ? await openPostgres(env.databaseUrl, (error) => log.error({ err: error }, 'database connection'))
      : await openEmbeddedDatabase(join(env.dataDir, 'db'))
    closing.push(database.close)
    if (env.databaseUrl) await reach(database.db, env.databaseUrl)
    await migrate(database.db)
    const catalogue = await openEmbeddedCatalogue({ folder: join(env.dataDir, 'catalogue') })
    closing.push(() => catalogue.close())
    const headings = openEmbeddedHeadings(join(env.dataDir, 'catalogue'))
    closing.push(() => headings.close())
    await headings.stats()
    const queue = await openBossQueue(database, jobs as never, log)
    closing.push(queue.close)
    const clock = () => new Date()
    const payments = openPayments(env, { password: await sandboxPassword(database.db), clock })
    if (!payments) log.warn('No card payment: neither SECUREPAY_MERCHANT nor PAYMENT_SANDBOX=true is set')
    const app = {
      env,
      db: database.db,
      catalogue,
      headings,
      // The embedded database lets one process into the folder.
      files: openFolderFiles(join(env.dataDir, 'files'), { alone: !env.databaseUrl }),
      mail: env.smtpUrl ? openSmtp(env.smtpUrl, sender(env)) : openOutbox(join(env.dataDir, 'outbox'), sender(env)),
      enrichment: openEnrichmentSources(env),
      humanCheck: openHumanCheck(env, await altchaSecrets(database.db)),
      virusScan: openVirusScan(env),
      contentSite: env.cmsUrl ? openContentSite(env.cmsUrl) : undefined,
      payments,
      queue,
      keptJobs: queue,
      clock,
      log,
      metrics: openMetrics(),
    }
    return {
      ...app,
      callerOf: (request) => callerOfSession(app, request),
      callerOfKey: (key, address) => callerOfKey(app, key, address),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const sender = ({ providerName, mailFrom }: Env) => ({ name: providerName, address: mailFrom })

/** A database that does not answer at the start is a wrong setting: one line, not a trace. */
async function reach(db: Db, url: string) {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw badSetting('DATABASE_URL', url, `the database does not answer (${(error as Error).message})`)
  }
}
