import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { asideOf } from '#adapters/database/take-folder.ts'
import type { App } from '#app/app.ts'
import { readEnv, variablesWith } from '#app/env.ts'
import { wire } from '#app/wire.ts'
import { socketIn } from '#cli/command-folder.ts'
import { recordAudit, verifyAudit } from '#platform/audit/server/audit.ts'
import { rememberedSeal } from '#platform/audit/server/audit-seals.ts'
import { sealAudit } from '#platform/audit/server/seal-audit.ts'
import { adminScript, runAdmin } from './backup-testing.ts'

const root = mkdtempSync(join(tmpdir(), 'restore-sealed-'))
const settings = { DATABASE_URL: '', DATA_DIR: join(root, 'data'), LOG_LEVEL: 'silent', DEMO: 'false' }
const env = readEnv(settings)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const opened = async <T>(work: (app: App) => Promise<T>): Promise<T> => {
  const app = await wire(env)
  return work(app).finally(() => app.close())
}
const recordAndSeal = (subject: string) =>
  opened(async (app) => {
    await recordAudit(app.db, { customerId: null, userId: null, now: new Date(), action: 'noted', subject })
    await sealAudit(app)
  })

/** A portal that adds an entry and a seal after the restore has filled its rows and before it puts them in place. */
async function portalThatSeals() {
  const server = createServer(async (_, reply) => {
    await recordAndSeal('while the rows were filled')
    reply.write('paused\n')
  })
  server.listen(socketIn(env.dataDir).path)
  await once(server, 'listening')
  return server
}

test('a restore killed as soon as its rows are in place leaves an intact log', async () => {
  placeDatabase(settings.DATA_DIR)
  await recordAndSeal('before the backup')
  expect((await runAdmin(settings, 'backup', join(root, 'backup'))).status).toBe(0)
  const portal = await portalThatSeals()
  const restore = spawn(process.execPath, [adminScript, 'restore', join(root, 'backup')], {
    env: variablesWith(settings),
    stdio: 'ignore',
  })
  const ended = once(restore, 'exit')
  const aside = asideOf(join(env.dataDir, 'db'))
  const isOver = () => restore.exitCode !== null
  while (!existsSync(aside) && !isOver()) await delay(1)
  while (existsSync(aside) && !isOver()) await delay(1)
  restore.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  portal.closeAllConnections()
  portal.close()
  // This machine remembers the portal's seal: the restore was killed before its own seal was recorded.
  expect(rememberedSeal(env)).toMatchObject({ kind: 'sealed', position: 3 })

  const found = await opened(verifyAudit)
  expect(found.notes).toEqual([expect.stringMatching(/^a backup with entries up to \d+ was restored on/)])
  await recordAndSeal('after')
  expect(rememberedSeal(env)!.number).toBeGreaterThan(2)
  await expect(opened(verifyAudit)).resolves.toMatchObject({ notes: found.notes })
  // Restoring the old rows by hand is still detected.
  await opened((app) => app.db.deleteFrom('auditSeal').where('kind', '=', 'restored').execute())
  await expect(opened(verifyAudit)).rejects.toThrow(/missing/)
}, 600_000)
